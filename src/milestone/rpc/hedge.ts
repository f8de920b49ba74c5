/**
 * Hedged requests: starts the next attempt when one fails, and one more beside it when none has settled after
 * `hedgeAfterMs`. Resolves with the first conclusive outcome, or undefined when there is none. Attempts still in flight
 * go on unobserved; attempts must not reject.
 * @param hedgeAfterMs undefined when no two attempts may be in flight
 */
export function hedged<Outcome>(
  attempts: readonly (() => Promise<Outcome>)[],
  options: {
    isConclusive: (outcome: Outcome) => boolean
    hedgeAfterMs: number | undefined
    mayHedge: () => boolean
  },
): Promise<Outcome | undefined> {
  const { isConclusive, hedgeAfterMs, mayHedge } = options
  return new Promise((resolve) => {
    let next = 0
    let inFlight = 0
    let settled = false
    let timer: ReturnType<typeof setTimeout> | undefined

    const settle = (outcome: Outcome | undefined) => {
      settled = true
      clearTimeout(timer)
      resolve(outcome)
    }
    const start = () => {
      const attempt = attempts[next]
      if (attempt === undefined) {
        if (inFlight === 0) settle(undefined)
        return
      }
      next += 1
      inFlight += 1
      void attempt().then((outcome) => {
        inFlight -= 1
        if (settled) return
        if (isConclusive(outcome)) settle(outcome)
        else start()
      })
      if (hedgeAfterMs === undefined || timer !== undefined || next >= attempts.length) return
      timer = setTimeout(() => {
        if (!settled && mayHedge()) start()
      }, hedgeAfterMs)
    }
    start()
  })
}
