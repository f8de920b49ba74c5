/**
 * Starts one try after the other: the next as soon as one has failed, or when none has settled it for `hedgeAfterMs`,
 * which is then started beside it (at most one more at a time). Answers the first conclusive outcome, or undefined when
 * every try was inconclusive. What is still under way then goes on by itself. Tries never reject.
 * @param hedgeAfterMs undefined when no two may be under way
 */
export function staggered<Outcome>(
  tries: readonly (() => Promise<Outcome>)[],
  options: {
    isConclusive: (outcome: Outcome) => boolean
    hedgeAfterMs: number | undefined
    onHedge: () => boolean
  },
): Promise<Outcome | undefined> {
  const { isConclusive, hedgeAfterMs, onHedge } = options
  return new Promise((resolve) => {
    let next = 0
    let underWay = 0
    let settled = false
    let timer: ReturnType<typeof setTimeout> | undefined

    const settle = (outcome: Outcome | undefined) => {
      settled = true
      clearTimeout(timer)
      resolve(outcome)
    }
    const start = () => {
      const attempt = tries[next]
      if (attempt === undefined) {
        if (underWay === 0) settle(undefined)
        return
      }
      next += 1
      underWay += 1
      void attempt().then((outcome) => {
        underWay -= 1
        if (settled) return
        if (isConclusive(outcome)) settle(outcome)
        else start()
      })
      if (hedgeAfterMs === undefined || timer !== undefined || next >= tries.length) return
      timer = setTimeout(() => {
        if (!settled && onHedge()) start()
      }, hedgeAfterMs)
    }
    start()
  })
}
