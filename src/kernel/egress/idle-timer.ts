/** A timer that is restarted by activity; `start` replaces the wait before it. */
export interface IdleTimer {
  start(ms: number, rule: string): void
  restart(): void
  stop(): void
}

/** The wait is counted in quarters: a new timer for every piece of a body would cost more than the body. */
const ticksPerWait = 4

/** Calls `onExpire` with the rule of the wait. */
export function createIdleTimer(onExpire: (rule: string) => void): IdleTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ticks = 0
  const stop = () => clearInterval(timer)
  return {
    start(ms, rule) {
      stop()
      ticks = 0
      timer = setInterval(() => {
        ticks += 1
        if (ticks < ticksPerWait) return
        stop()
        onExpire(rule)
      }, ms / ticksPerWait)
    },
    restart() {
      ticks = 0
    },
    stop,
  }
}
