/** Progress of a long command, on stderr so that stdout has the result only. */
export function createProgress(options: {
  write: (text: string) => void
  terminal: boolean
  now: () => number
}) {
  const startedAt = options.now()
  let toldAt = Number.NEGATIVE_INFINITY
  let moving = false
  const stamp = () => `${((options.now() - startedAt) / 1000).toFixed(1).padStart(5)}s`
  return {
    /** One finished step. */
    step(text: string) {
      options.write(`${moving ? '\r\x1b[K' : ''}${stamp()}  ${text}\n`)
      moving = false
    },
    /** A step in progress: updated in place on a terminal, at most every two seconds elsewhere. */
    move(text: string, done: number, total: number) {
      if (options.terminal) {
        const filled = Math.round(20 * Math.min(1, Math.max(0, done / Math.max(1, total))))
        options.write(
          `\r\x1b[K${stamp()}  ${'█'.repeat(filled)}${'░'.repeat(20 - filled)} ${text} ${done}/${total}`,
        )
        moving = true
      } else if (options.now() - toldAt > 2_000) {
        toldAt = options.now()
        options.write(`${stamp()}  ${text} ${done}/${total}\n`)
      }
    },
  }
}

/** Progress on this process's stderr. */
export function terminalProgress() {
  return createProgress({
    write: (text) => process.stderr.write(text),
    terminal: process.stderr.isTTY === true,
    now: () => performance.now(),
  })
}
