/**
 * What is linear takes four times as long for four times as much, and up to twice that when it no longer fits into the
 * processor's caches or garbage is collected meanwhile; what is quadratic takes 16 times.
 */
export const growthMax = 11

/**
 * Milliseconds that some work takes on a quarter and on the whole, at their best. What disturbs a run only makes it
 * slower, so both are tried in turns until the growth is that of linear work, 16 times at most.
 */
export function growth(quarter: () => void, whole: () => void): { quarter: number; whole: number } {
  const best = { quarter: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 16; round += 1) {
    best.quarter = Math.min(best.quarter, msOf(quarter))
    best.whole = Math.min(best.whole, msOf(whole))
    if (round >= 2 && best.whole <= growthMax * best.quarter) break
  }
  return best
}

function msOf(work: () => void): number {
  const from = Bun.nanoseconds()
  work()
  return (Bun.nanoseconds() - from) / 1e6
}
