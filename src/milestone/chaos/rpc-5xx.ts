import type { WireFault } from './fault.ts'
import { pick } from './random.ts'
import { replyText } from './wire.ts'

const statuses = [500, 502, 503, 504] as const

/** A gateway in front of the node fails. */
export const rpc5xx: WireFault = {
  type: 'rpc_5xx',
  apply: async ({ sample }) => {
    const status = pick(statuses, sample('status'))
    return replyText(`<html><body><h1>${status}</h1></body></html>`, status)
  },
}
