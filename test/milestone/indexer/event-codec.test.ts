import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type AbiEvent,
  type AbiParameter,
  decodeEventLog,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
} from 'viem'
import {
  argsToJson,
  decodeLog,
  eventFromJson,
  followedContracts,
} from '../../../src/milestone/indexer/event-codec.ts'
import { followedAbis } from '../../../src/milestone/indexer/events.ts'
import { testSeed } from '../../support/seed.ts'
import { account, hash, params, splits } from './history.ts'

const seed = testSeed('codec properties')

const placement = {
  blockNumber: 5,
  logIndex: 3,
  blockHash: hash('block'),
  txHash: hash('transaction'),
  timestamp: 1_700_000_000,
}

/** Random values of one ABI type, without NUL, which is replaced on purpose. */
function valuesOf(parameter: AbiParameter): fc.Arbitrary<unknown> {
  const { type } = parameter
  const hexOf = (bytes: number) =>
    fc
      .uint8Array({ minLength: bytes, maxLength: bytes })
      .map((array) => `0x${Buffer.from(array).toString('hex')}`)
  if (type.endsWith('[]'))
    return fc.array(valuesOf({ ...parameter, type: type.slice(0, -2) }), { maxLength: 16 })
  if (type === 'address') return hexOf(20)
  if (type === 'bytes32') return hexOf(32)
  if (type === 'bool') return fc.boolean()
  if (type === 'string')
    return fc.string({ unit: 'grapheme', maxLength: 80 }).map((text) => text.replaceAll('\0', ''))
  if (type === 'tuple' && 'components' in parameter) {
    return fc.record(
      Object.fromEntries(parameter.components.map((item) => [item.name ?? '', valuesOf(item)])),
    )
  }
  const bits = BigInt(type.slice(4))
  const most = (1n << bits) - 1n
  return bits <= 48n ? fc.integer({ min: 0, max: Number(most) }) : fc.bigInt({ min: 0n, max: most })
}

const events = followedContracts().flatMap((contract) => {
  const items: readonly { type: string }[] = followedAbis[contract]
  return items
    .filter((item): item is AbiEvent => item.type === 'event')
    .map((event) => [contract, event.name, event] as const)
})

/** The log that a contract would write for these arguments. */
function encode(event: AbiEvent, args: Record<string, unknown>): { topics: Hex[]; data: Hex } {
  const inData = event.inputs.filter((input) => input.indexed !== true)
  const topics = encodeEventTopics({ abi: [event], eventName: event.name, args })
  return {
    topics: topics.filter((topic): topic is Hex => typeof topic === 'string'),
    data: encodeAbiParameters(
      inData,
      inData.map((input) => args[input.name ?? '']),
    ),
  }
}

test.each(events)('%s.%s is decoded as viem decodes it, and survives the database', (contract, _, event) => {
  const args = fc.record(Object.fromEntries(event.inputs.map((input) => [input.name ?? '', valuesOf(input)])))
  fc.assert(
    fc.property(args, (given) => {
      const log = encode(event, given)
      const [selector, ...rest] = log.topics
      if (selector === undefined) throw new Error('no selector')
      const decoded = decodeLog(contract, log, placement)
      const expected = decodeEventLog({ abi: [event], data: log.data, topics: [selector, ...rest] })
      expect(decoded).toEqual({
        ...placement,
        contract,
        name: event.name,
        args: expected.args ?? {},
      } as typeof decoded)
      if (decoded === undefined) throw new Error('not decoded')
      const kept: unknown = JSON.parse(JSON.stringify(argsToJson(decoded)))
      expect(eventFromJson({ ...placement, contract, name: event.name, args: kept })).toEqual(decoded)
    }),
    { seed, numRuns: 20 },
  )
})

test('events that the contract does not declare are left out', () => {
  const log = { topics: [hash('Unheard()')], data: '0x' as const }
  expect(decodeLog('MilestoneEscrow', log, placement)).toBeUndefined()
})

test.each(events.filter(([, , event]) => event.inputs.some((input) => input.indexed !== true)))(
  '%s.%s with data cut short is refused',
  (contract, _, event) => {
    const [given] = fc.sample(
      fc.record(Object.fromEntries(event.inputs.map((input) => [input.name ?? '', valuesOf(input)]))),
      { numRuns: 1, seed },
    )
    const { topics, data } = encode(event, given ?? {})
    const cut: Hex = `0x${data.slice(2, -64)}`
    expect(() => decodeLog(contract, { topics, data: cut }, placement)).toThrow()
  },
)

function milestoneCreated() {
  const [, , event] = events.find(([, name]) => name === 'MilestoneCreated') ?? []
  if (event === undefined) throw new Error('the escrow creates no milestones')
  const given = {
    id: hash('m'),
    builder: account(1),
    projectId: hash('p'),
    deadline: 1,
    metadataHash: hash('d'),
  }
  return encode(event, { ...given, splits, params })
}

test('an array that claims more items than there are is refused', () => {
  const { topics, data } = milestoneCreated()
  const length = splits.length.toString(16).padStart(64, '0')
  const at = data.lastIndexOf(length)
  const lying: Hex = `0x${data.slice(2, at)}${'f'.repeat(64)}${data.slice(at + 64)}`
  expect(() => decodeLog('MilestoneEscrow', { topics, data: lying }, placement)).toThrow()
})

test('an event that an earlier version stored in another form is refused', () => {
  const decoded = decodeLog('MilestoneEscrow', milestoneCreated(), placement)
  if (decoded === undefined) throw new Error('not decoded')
  const { splits: _, ...args } = argsToJson(decoded)
  const stored = { ...placement, contract: 'MilestoneEscrow', name: 'MilestoneCreated' }
  expect(() => eventFromJson({ ...stored, args: { ...args, splitsHash: hash('splits') } })).toThrow(
    'Cannot read the stored event MilestoneEscrow.MilestoneCreated as it has no splits',
  )
  expect(() => eventFromJson({ ...stored, args: { ...args, splits: '0x' } })).toThrow('Cannot read an array')
})
