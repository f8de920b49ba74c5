import type { WireFault } from './fault.ts'
import { replyError } from './wire.ts'

const limitExceeded = -32005

/** Refuses logs of more than one block. */
export const logRangeLimit: WireFault = {
  type: 'log_range_limit',
  methods: ['eth_getLogs'],
  apply: async ({ endpoint, request, signal, inner, revoke }) => {
    if (request.method === 'eth_getLogs' && isRange(request.params[0]))
      return replyError(
        request,
        limitExceeded,
        'block range is too large: query returned more than 10000 results',
      )
    revoke()
    return await inner(endpoint, request, signal)
  },
}

function isRange(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null || 'blockHash' in filter) return false
  const from = 'fromBlock' in filter ? filter.fromBlock : 'latest'
  const to = 'toBlock' in filter ? filter.toBlock : 'latest'
  return from !== to
}
