import { LlmFault } from './llm-fault.ts'

/** Health of a service by its last call, or by a probe when that was too long ago. */
export function createHealth(options: {
  now: () => number
  /** How long an outcome counts. */
  keptMs: number
  /** @throws LlmFault when the service fails */
  probe: () => Promise<void>
}) {
  const { now, keptMs, probe } = options
  let last: { at: number; fault: LlmFault | undefined } | undefined
  let probing: Promise<void> | undefined

  const note = (fault: LlmFault | undefined) => {
    last = { at: now(), fault }
  }
  const runProbe = async () => {
    try {
      await probe()
      note(undefined)
    } catch (error) {
      note(error instanceof LlmFault ? error : new LlmFault('malformed'))
    }
  }
  return {
    /** Records the outcome of a call: its fault, or undefined for a success. */
    note,
    /** @throws LlmFault when the service fails */
    async check() {
      if (last === undefined || now() - last.at >= keptMs) {
        // Concurrent checks share one probe.
        probing ??= runProbe().finally(() => {
          probing = undefined
        })
        await probing
      }
      if (last?.fault !== undefined) throw last.fault
    },
  }
}
