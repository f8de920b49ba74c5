/** One timer for what is waited for now: each wait ends the former. */
export interface Patience {
  /** Calls `onEnd` with the rule after so much silence; `heard` starts the silence anew. */
  wait(ms: number, rule: string): void
  heard(): void
  stop(): void
}

/** Silence is counted in quarters, as a new timer for every piece of a body would cost more than the body. */
const ticksPerWait = 4

export function createPatience(onEnd: (rule: string) => void): Patience {
  let timer: ReturnType<typeof setTimeout> | undefined
  let quietTicks = 0
  const stop = () => clearInterval(timer)
  return {
    wait(ms, rule) {
      stop()
      quietTicks = 0
      timer = setInterval(() => {
        quietTicks += 1
        if (quietTicks < ticksPerWait) return
        stop()
        onEnd(rule)
      }, ms / ticksPerWait)
    },
    heard() {
      quietTicks = 0
    },
    stop,
  }
}
