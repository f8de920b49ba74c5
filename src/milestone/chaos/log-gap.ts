import type { WireFault } from './fault.ts'
import { replyResult, resultIn } from './wire.ts'

/** Leaves out one log, and each of the others by chance. */
export const logGap: WireFault = {
  type: 'log_gap',
  methods: ['eth_getLogs'],
  apply: async ({ endpoint, request, signal, inner, sample, revoke }) => {
    const reply = await inner(endpoint, request, signal)
    const logs = resultIn(reply)
    if (!Array.isArray(logs) || logs.length === 0) {
      revoke()
      return reply
    }
    const missing = Math.floor(sample('missing') * logs.length)
    const kept = logs.filter((_, index) => index !== missing && sample(`log ${index}`) < 0.5)
    return replyResult(request, kept)
  },
}
