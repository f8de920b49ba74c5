import { ModelFault } from './llm-fault.ts'

/** What is known of a service from its last call, or from a probe where that is too long ago. */
export interface Health {
  /** How a call went: its fault, or undefined when it went well. */
  note(fault: ModelFault | undefined): void
  /** @throws ModelFault when the service fails */
  check(): Promise<void>
}

export function createHealth(options: {
  now: () => number
  /** How long an outcome is believed. */
  keptMs: number
  /** @throws ModelFault when the service fails */
  probe: () => Promise<void>
}): Health {
  const { now, keptMs, probe } = options
  let last: { at: number; fault: ModelFault | undefined } | undefined
  let probing: Promise<void> | undefined

  const note = (fault: ModelFault | undefined) => {
    last = { at: now(), fault }
  }
  const ask = async () => {
    try {
      await probe()
      note(undefined)
    } catch (error) {
      note(error instanceof ModelFault ? error : new ModelFault('malformed'))
    }
  }
  return {
    note,
    async check() {
      if (last === undefined || now() - last.at >= keptMs) {
        // Those who ask at the same time wait for one probe.
        probing ??= ask().finally(() => {
          probing = undefined
        })
        await probing
      }
      if (last?.fault !== undefined) throw last.fault
    },
  }
}
