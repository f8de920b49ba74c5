import { createChaos } from '../../../src/milestone/chaos/chaos.ts'
import { createHttpExchange } from '../../../src/milestone/rpc/exchange.ts'
import type { ClientLimits } from '../../../src/milestone/rpc/rpc.ts'
import { clock, first, second, startClient, type TestClock } from '../rpc/client-kit.ts'

export interface Question {
  method: string
  params: readonly unknown[]
}

export const read: Question = { method: 'eth_call', params: [{ to: '0x01' }, 'latest'] }
export const latest: Question = { method: 'eth_getBlockByNumber', params: ['latest', false] }

/** A resilient client whose requests to the two nodes of the test pass through a chaos layer. */
export function startFaulted(limits: Partial<ClientLimits> = {}, time: Partial<TestClock> = {}) {
  const { now = clock, sleep } = time
  const chaos = createChaos({ now })
  const exchange = chaos.wrap(createHttpExchange(), [first.url, second.url])
  const client = startClient([first, second], {
    exchange,
    limits,
    now,
    ...(sleep === undefined ? {} : { sleep }),
  })
  return { chaos, client }
}
