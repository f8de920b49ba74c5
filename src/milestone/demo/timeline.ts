import type { ActorKey } from './actors.ts'
import type { Call } from './calls.ts'

/** A call with its sender and the sender's nonce. */
export interface PlannedTransaction extends Call {
  from: ActorKey
  nonce: number
}

/** `timestamp` in seconds since the epoch. */
export interface PlannedBlock {
  number: number
  timestamp: number
  transactions: readonly PlannedTransaction[]
}

/** Collects calls in any order and arranges them as blocks, one for each timestamp. */
export type Timeline = ReturnType<typeof createTimeline>

const blockGasMax = 29_000_000n

export function createTimeline() {
  const moments = new Map<number, { from: ActorKey; call: Call }[]>()
  return {
    /** `timestamp` in seconds since the epoch; calls of one timestamp keep their order. */
    add: (timestamp: number, from: ActorKey, call: Call) => {
      const calls = moments.get(timestamp) ?? []
      moments.set(timestamp, [...calls, { from, call }])
    },
    blocks: (): PlannedBlock[] => {
      const nonces = new Map<ActorKey, number>()
      return [...moments.entries()]
        .sort(([a], [b]) => a - b)
        .map(([timestamp, calls], index) => {
          const transactions = calls.map(({ from, call }) => {
            const nonce = nonces.get(from) ?? 0
            nonces.set(from, nonce + 1)
            return { ...call, from, nonce }
          })
          requireRoom(transactions)
          return { number: index + 1, timestamp, transactions }
        })
    },
  }
}

function requireRoom(transactions: readonly PlannedTransaction[]): void {
  const gas = transactions.reduce((sum, transaction) => sum + transaction.gas, 0n)
  if (gas > blockGasMax) {
    throw new Error(`Cannot plan a block of ${transactions.length} transactions as they may take ${gas} gas`)
  }
}
