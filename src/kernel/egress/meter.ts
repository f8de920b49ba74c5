import type { Budget } from './budget.ts'
import { type EgressLimits, inflationFreeBytes } from './limits.ts'
import { EgressRefused } from './refused.ts'

/** Counts one answer against its own limits and against the budget of the scan. */
export interface Meter {
  readonly wireBytes: number
  /** Each throws EgressRefused `too_large`. `wire` takes the running total, `inflated` what came on top. */
  wire(total: number): void
  inflated(bytes: number): void
}

export function createMeter(limits: EgressLimits, budget: Budget): Meter {
  let wireBytes = 0
  let inflatedBytes = 0
  return {
    get wireBytes() {
      return wireBytes
    },
    wire(total) {
      const more = total - wireBytes
      if (more <= 0) return
      wireBytes = total
      budget.chargeWire(more)
      if (wireBytes > limits.wireBytesMax) throw new EgressRefused('too_large', 'wire-bytes')
    },
    inflated(bytes) {
      inflatedBytes += bytes
      budget.chargeInflated(bytes)
      if (inflatedBytes > limits.inflatedBytesMax) throw new EgressRefused('too_large', 'inflated-bytes')
      if (inflatedBytes > Math.max(inflationFreeBytes, wireBytes * limits.inflationRatioMax)) {
        throw new EgressRefused('too_large', 'inflation-ratio')
      }
    },
  }
}
