import { EgressRefused } from './refused.ts'

export interface BudgetLimits {
  requestsMax: number
  wireBytesMax: number
  inflatedBytesMax: number
}

export interface BudgetSpent {
  readonly requests: number
  readonly wireBytes: number
  readonly inflatedBytes: number
}

/** Limits of one scan in total, charged as bytes arrive. */
export type Budget = ReturnType<typeof createBudget>

export function createBudget(limits: BudgetLimits) {
  const spent = { requests: 0, wireBytes: 0, inflatedBytes: 0 }
  return {
    get spent(): BudgetSpent {
      return { ...spent }
    },
    /** Each throws EgressRefused `too_large` when the budget is used up. */
    chargeRequest() {
      if (spent.requests >= limits.requestsMax) throw new EgressRefused('too_large', 'budget-requests')
      spent.requests += 1
    },
    chargeWire(bytes: number) {
      spent.wireBytes += bytes
      if (spent.wireBytes > limits.wireBytesMax) throw new EgressRefused('too_large', 'budget-wire')
    },
    chargeInflated(bytes: number) {
      spent.inflatedBytes += bytes
      if (spent.inflatedBytes > limits.inflatedBytesMax) {
        throw new EgressRefused('too_large', 'budget-inflated')
      }
    },
  }
}
