import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Hex, keccak256, toHex } from 'viem'
import type { Chaos, FaultType } from '../../../src/milestone/chaos/fault.ts'
import { wireFaults } from '../../../src/milestone/chaos/wire-faults.ts'
import type { ResilientClient } from '../../../src/milestone/rpc/client.ts'
import { RpcAnswerError, RpcUnavailable } from '../../../src/milestone/rpc/errors.ts'
import { testSeed } from '../../support/seed.ts'
import { isSoak, sizeOf } from '../../support/soak.ts'
import { chain, useTwoNodes } from '../rpc/client-kit.ts'
import { latest, type Question, read, startFaulted } from './chaos-kit.ts'

const seed = testSeed('mixes of wire faults')
useTwoNodes()

/** Answers of which every one is known beforehand. */
const questions: readonly Question[] = [
  read,
  latest,
  { method: 'eth_blockNumber', params: [] },
  { method: 'eth_chainId', params: [] },
  { method: 'eth_getBlockByNumber', params: ['0x2', false] },
  { method: 'eth_getBalance', params: ['0x1', 'latest'] },
  { method: 'eth_getTransactionCount', params: ['0x1', 'latest'] },
  { method: 'eth_call', params: [{ data: '0xdead' }, 'latest'] },
  { method: 'eth_getTransactionReceipt', params: [keccak256('0x02')] },
]

const fault = (types: readonly FaultType[]) =>
  fc.record({
    type: fc.constantFrom(...types),
    probability: fc.constantFrom(0.2, 0.5, 1),
    seed: fc.nat(),
  })

const limits = {
  attemptMs: 300,
  logsAttemptMs: 300,
  hedgeAfterMs: 15,
  cooldownMs: 20,
  quarantineMs: 20,
  backoffMs: 5,
  backoffMaxMs: 20,
  /** A safety limit: with one healthy endpoint it is never reached. */
  deadlineMs: 60_000,
  attemptsMax: 10_000,
}

/** Asks everything a few times, some of it at once, while the chain moves on; returns what was not a true answer. */
async function untrueAnswers(client: ResilientClient): Promise<string[]> {
  const untrue: string[] = []
  const ask = async (question: Question) => {
    const before = truthOf(question)
    const answer = await client.request(question).then(
      (value) => JSON.stringify(value),
      (error) => {
        if (error instanceof RpcUnavailable) return undefined
        if (error instanceof RpcAnswerError) return `error ${error.code}`
        throw error
      },
    )
    if (answer === undefined) return untrue.push(`${question.method}: unavailable`)
    // An answer may be that of any moment at which it was under way, or of a head that was served before.
    const allowed = [before, truthOf(question), ...olderTruths(question)]
    return allowed.includes(answer) ? 0 : untrue.push(`${question.method}: ${answer}`)
  }
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(questions.map(ask))
    for (const question of [latest, logsUpTo(chain.blocks.length - 1)]) await ask(question)
    const sent = toHex(`0x02 ${round}`)
    const outcome = await client
      .request({ method: 'eth_sendRawTransaction', params: [sent] })
      .catch((error) => error)
    const isSent =
      outcome === keccak256(sent) ||
      (outcome instanceof RpcAnswerError && outcome.details === 'already known')
    if (isSent !== true) untrue.push(`send: unavailable`)
    else if (!chain.sent.has(keccak256(sent))) untrue.push('send: told a hash that no node has')
    chain.mine()
  }
  return untrue
}

function truthOf(question: Question): string {
  try {
    return JSON.stringify(chain.answer(question))
  } catch {
    return 'error 3'
  }
}

function olderTruths({ method, params }: Question): string[] {
  const asksHead = method === 'eth_blockNumber' || params[0] === 'latest'
  return asksHead ? chain.blocks.map((_, head) => JSON.stringify(chain.answer({ method, params }, head))) : []
}

function logsUpTo(head: number): Question {
  return { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: toHex(head) }] }
}

const types = wireFaults.map(({ type }) => type)
const numRuns = sizeOf({ short: 10, soak: 40 })
/** A run takes seconds when an endpoint is silent, so the many of the soak need more than a test usually has. */
const timeoutMs = isSoak ? 3_600_000 : undefined

function hitsOf(chaos: Chaos): number {
  return Object.values(chaos.hits()).reduce((sum, times) => sum + times, 0)
}

async function runMix(chaos: Chaos, client: ResilientClient): Promise<string[]> {
  const known: Hex = '0x02'
  await client.request({ method: 'eth_sendRawTransaction', params: [known] }).catch(() => {})
  if (!chain.sent.has(keccak256(known))) return []
  const untrue = await untrueAnswers(client)
  chaos.clear()
  return untrue
}

test(
  'with one healthy endpoint every answer is correct, for any mix of faults on the other one',
  async () => {
    // A refused range is an answer, so it is left to its own test.
    const mixed = types.filter((type) => type !== 'log_range_limit')
    let hits = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fault(mixed), { minLength: 1, maxLength: 3 }),
        fc.nat(1),
        async (mix, endpoint) => {
          const { chaos, client } = startFaulted(limits)
          for (const one of mix) chaos.inject({ ...one, endpoint })
          const untrue = await runMix(chaos, client)
          hits += hitsOf(chaos)
          expect(untrue).toEqual([])
        },
      ),
      { seed, numRuns, examples: [[[{ type: 'rpc_5xx', probability: 1, seed: 1 }], 0]] },
    )
    expect(hits).toBeGreaterThan(0)
  },
  timeoutMs,
)

test(
  'with faults on any endpoint an answer is correct, or it is an error',
  async () => {
    // Logs that every endpoint leaves out cannot be missed by anybody who only asks for logs.
    const mixed = types.filter((type) => type !== 'log_gap' && type !== 'log_range_limit')
    let hits = 0
    const placed = fc.tuple(fault(mixed), fc.option(fc.nat(1), { nil: undefined }))
    await fc.assert(
      fc.asyncProperty(fc.array(placed, { minLength: 1, maxLength: 3 }), async (mix) => {
        const { chaos, client } = startFaulted({
          ...limits,
          attemptMs: 60,
          logsAttemptMs: 60,
          deadlineMs: 200,
        })
        for (const [one, endpoint] of mix)
          chaos.inject({ ...one, ...(endpoint === undefined ? {} : { endpoint }) })
        const untrue = await runMix(chaos, client)
        hits += hitsOf(chaos)
        expect(untrue.filter((line) => !line.endsWith('unavailable'))).toEqual([])
      }),
      {
        seed,
        numRuns,
        // A lie about what was shown before must not be built on what another fault had kept from the client.
        examples: [
          [[[{ type: 'rpc_5xx', probability: 1, seed: 1 }, 0]]],
          [
            [
              [{ type: 'rpc_malformed', probability: 0.2, seed: 14 }, undefined],
              [{ type: 'rpc_timeout', probability: 0.2, seed: 0 }, undefined],
              [{ type: 'split_heads', probability: 0.2, seed: 0 }, undefined],
            ],
          ],
          [
            [
              [{ type: 'stale_node', probability: 0.2, seed: 0 }, undefined],
              [{ type: 'rpc_timeout', probability: 0.5, seed: 8 }, undefined],
              [{ type: 'split_heads', probability: 1, seed: 0 }, undefined],
            ],
          ],
        ],
      },
    )
    expect(hits).toBeGreaterThan(0)
  },
  timeoutMs,
)
