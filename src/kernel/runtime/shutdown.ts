import { messageOf } from './errors.ts'
import type { Log } from './log.ts'

type Step = { name: string; run: () => void | Promise<void> }

export interface Shutdown {
  /** Registers what must happen at the end; steps run in reverse order, each waited for. */
  add(name: string, run: () => void | Promise<void>): void
  /** Runs the steps, once; later calls wait for the first. */
  run(reason: string): Promise<void>
}

/** A step that takes longer than `stepMsMax` is left behind, so that one stuck part cannot keep the rest from closing. */
export function createShutdown(log: Log, stepMsMax = 10_000): Shutdown {
  const steps: Step[] = []
  let running: Promise<void> | undefined

  const runAll = async (reason: string) => {
    log.info('shutting down', { reason })
    for (const step of steps.reverse()) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), stepMsMax)
      })
      try {
        if ((await Promise.race([step.run(), late])) === 'late')
          log.warn('a part did not stop in time', { part: step.name })
      } catch (error) {
        log.error('a part did not stop cleanly', { part: step.name, error: messageOf(error) })
      } finally {
        clearTimeout(timer)
      }
    }
    log.info('stopped')
    log.flush()
  }
  return {
    add: (name, run) => steps.push({ name, run }),
    run: (reason) => {
      running ??= runAll(reason)
      return running
    },
  }
}

/** Ends the process in order on SIGINT and SIGTERM; a second signal ends it at once. */
export function stopOnSignals(shutdown: Shutdown): void {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(130)
      asked = true
      void shutdown.run(signal).then(() => process.exit(0))
    })
  }
}
