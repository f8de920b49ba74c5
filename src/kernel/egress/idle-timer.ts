/** The wait is counted in quarters: a new timer for every piece of a body would cost more than the body. */
const ticksPerWait = 4

/** A timer that activity restarts; `start` replaces the wait before it. Calls `onExpire` with the rule of the wait. */
export function createIdleTimer(onExpire: (rule: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let ticks = 0
  const stop = () => clearInterval(timer)
  return {
    start(ms: number, rule: string) {
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
