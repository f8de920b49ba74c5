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
export interface Budget {
  readonly spent: BudgetSpent
  /** Each throws EgressRefused `too_large` when the budget is used up. */
  chargeRequest(): void
  chargeWire(bytes: number): void
  chargeInflated(bytes: number): void
}

export function createBudget(limits: BudgetLimits): Budget {
  const spent = { requests: 0, wireBytes: 0, inflatedBytes: 0 }
  return {
    get spent() {
      return { ...spent }
    },
    chargeRequest() {
      if (spent.requests >= limits.requestsMax) throw new EgressRefused('too_large', 'budget-requests')
      spent.requests += 1
    },
    chargeWire(bytes) {
      spent.wireBytes += bytes
      if (spent.wireBytes > limits.wireBytesMax) throw new EgressRefused('too_large', 'budget-wire')
    },
    chargeInflated(bytes) {
      spent.inflatedBytes += bytes
      if (spent.inflatedBytes > limits.inflatedBytesMax) {
        throw new EgressRefused('too_large', 'budget-inflated')
      }
    },
  }
}
