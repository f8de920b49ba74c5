import { messageOf } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'

const hourMs = 3_600_000

/** Deletes expired rows and files now and every hour. @returns the function that stops it */
export function startSweeping(options: {
  sweeps: readonly (() => Promise<unknown>)[]
  log: Log
}): () => void {
  const run = async () => {
    for (const sweep of options.sweeps) {
      try {
        await sweep()
      } catch (error) {
        options.log.warn('cannot delete expired data', { error: messageOf(error) })
      }
    }
  }
  void run()
  const timer = setInterval(run, hourMs)
  timer.unref()
  return () => clearInterval(timer)
}
