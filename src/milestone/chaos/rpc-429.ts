import type { WireFault } from './fault.ts'
import { pick } from './random.ts'
import { replyText } from './wire.ts'

const retryAfters = ['1', '86400', 'Fri, 31 Dec 2100 23:59:59 GMT', 'soon'] as const

/** Too many requests, with every kind of `Retry-After`: short, far too long, a date, invalid. */
export const rpc429: WireFault = {
  type: 'rpc_429',
  apply: async ({ sample }) => ({
    ...replyText('Too Many Requests', 429),
    retryAfter: pick(retryAfters, sample('retry-after')),
  }),
}
