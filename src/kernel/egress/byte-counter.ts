import type { Budget } from './budget.ts'
import { type EgressLimits, inflationFreeBytes } from './limits.ts'
import { EgressRefused } from './refused.ts'

/** Counts the bytes of one response against its own limits and the budget of the scan. */
export interface ByteCounter {
  readonly wireBytes: number
  /** @throws EgressRefused `too_large` */
  setWire(totalBytes: number): void
  /** @throws EgressRefused `too_large` */
  addInflated(bytes: number): void
}

export function createByteCounter(limits: EgressLimits, budget: Budget): ByteCounter {
  let wireBytes = 0
  let inflatedBytes = 0
  return {
    get wireBytes() {
      return wireBytes
    },
    setWire(totalBytes) {
      const more = totalBytes - wireBytes
      if (more <= 0) return
      wireBytes = totalBytes
      budget.chargeWire(more)
      if (wireBytes > limits.wireBytesMax) throw new EgressRefused('too_large', 'wire-bytes')
    },
    addInflated(bytes) {
      inflatedBytes += bytes
      budget.chargeInflated(bytes)
      if (inflatedBytes > limits.inflatedBytesMax) throw new EgressRefused('too_large', 'inflated-bytes')
      if (inflatedBytes > Math.max(inflationFreeBytes, wireBytes * limits.inflationRatioMax)) {
        throw new EgressRefused('too_large', 'inflation-ratio')
      }
    },
  }
}
