/** Between two checks of the chain's length. */
const checkMs = 1_000
/** A chain is replaced when no verification run was in progress for so long. */
const idleMsMin = 30_000
/** A chain that is never idle is replaced once it is so many times as long as it may be. */
const busyFactor = 2.5

/** Whether a demo chain is replaced now. `idleMs` is how long no verification run has been in progress. */
export function isOutgrown(options: { blocks: number; blocksMax: number; idleMs: number }): boolean {
  const { blocks, blocksMax, idleMs } = options
  return blocks > (idleMs >= idleMsMin ? blocksMax : busyFactor * blocksMax)
}

/** Calls `onOutgrown` with the chain's length, once. @returns the function that stops it */
export function watchChainLength(options: {
  /** Number of the newest block; undefined before one was read. */
  head: () => number | undefined
  blocksMax: number
  /** Whether a verification run is in progress. */
  isBusy: () => boolean
  onOutgrown: (blocks: number) => void
  now: () => number
}): () => void {
  const { head, blocksMax, isBusy, onOutgrown, now } = options
  let busyAt = now()
  const timer = setInterval(() => {
    if (isBusy()) busyAt = now()
    const blocks = head() ?? 0
    if (!isOutgrown({ blocks, blocksMax, idleMs: now() - busyAt })) return
    clearInterval(timer)
    onOutgrown(blocks)
  }, checkMs)
  timer.unref()
  return () => clearInterval(timer)
}
