import { within } from './async.ts'
import { messageOf } from './errors.ts'
import type { Log } from './log.ts'

type Step = { name: string; run: () => void | Promise<void> }

export type Shutdown = ReturnType<typeof createShutdown>

/** A step is given up after `stepMsMax`, so that a stuck part cannot keep the rest from closing. */
export function createShutdown(log: Log, stepMsMax = 10_000) {
  const steps: Step[] = []
  let running: Promise<void> | undefined

  const runAll = async (reason: string) => {
    log.info('shutting down', { reason })
    for (const step of steps.reverse()) {
      const late = new Error('late')
      try {
        await within(step.run(), stepMsMax, () => late)
      } catch (error) {
        if (error === late) log.warn('a part did not stop in time', { part: step.name })
        else log.error('a part did not stop cleanly', { part: step.name, error: messageOf(error) })
      }
    }
    log.info('stopped')
    log.flush()
  }
  return {
    /** Registers a step; steps run one after the other in reverse order. */
    add: (name: string, run: () => void | Promise<void>) => steps.push({ name, run }),
    /** Runs the steps, once; later calls wait for the first. */
    run: (reason: string) => {
      running ??= runAll(reason)
      return running
    },
  }
}

/**
 * SIGINT and SIGTERM shut down in order; another one after `repeatMsMin` exits at once. A terminal's Ctrl-C reaches a
 * child of `npx` twice within a millisecond: from the terminal, and from the parent.
 */
export function stopOnSignals(shutdown: Shutdown, repeatMsMin = 1_000): void {
  let stoppingSince: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stoppingSince === undefined) {
        stoppingSince = performance.now()
        void shutdown.run(signal).then(() => process.exit(0))
      } else if (performance.now() - stoppingSince >= repeatMsMin) process.exit(130)
    })
  }
}
