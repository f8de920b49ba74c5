import type { WireFault } from './fault.ts'
import { replyResult, resultIn } from './wire.ts'

/** Leaves out at least one log, and each of the others as the dice say. */
export const logGap: WireFault = {
  type: 'log_gap',
  methods: ['eth_getLogs'],
  strike: async ({ endpoint, request, signal, inner, roll, miss }) => {
    const reply = await inner(endpoint, request, signal)
    const logs = resultIn(reply)
    if (!Array.isArray(logs) || logs.length === 0) {
      miss()
      return reply
    }
    const missing = Math.floor(roll('missing') * logs.length)
    const kept = logs.filter((_, index) => index !== missing && roll(`log ${index}`) < 0.5)
    return replyResult(request, kept)
  },
}
