import type { Budget } from './budget.ts'
import { type EgressLimits, inflationFreeBytes } from './limits.ts'
import { EgressRefused } from './refused.ts'

export type ByteCounter = ReturnType<typeof createByteCounter>

/** Counts the bytes of one response against its own limits and the budget of the scan. */
export function createByteCounter(limits: EgressLimits, budget: Budget) {
  let wireBytes = 0
  let inflatedBytes = 0
  return {
    get wireBytes() {
      return wireBytes
    },
    /** @throws EgressRefused `too_large` */
    setWire(totalBytes: number) {
      const more = totalBytes - wireBytes
      if (more <= 0) return
      wireBytes = totalBytes
      budget.chargeWire(more)
      if (wireBytes > limits.wireBytesMax) throw new EgressRefused('too_large', 'wire-bytes')
    },
    /** @throws EgressRefused `too_large` */
    addInflated(bytes: number) {
      inflatedBytes += bytes
      budget.chargeInflated(bytes)
      if (inflatedBytes > limits.inflatedBytesMax) throw new EgressRefused('too_large', 'inflated-bytes')
      if (inflatedBytes > Math.max(inflationFreeBytes, wireBytes * limits.inflationRatioMax)) {
        throw new EgressRefused('too_large', 'inflation-ratio')
      }
    },
  }
}
