import { type AbiEvent, type AbiParameter, type Address, type Hex, toEventSelector } from 'viem'
import { digitsOf, type WordType, wordType } from '../contracts/abi-words.ts'
import type { Deployment } from '../contracts/deployment.ts'
import type { ChainLog } from './chain-reader.ts'
import { type ChainEvent, type FollowedContract, followedAbis, type Placement } from './events.ts'

/** One event's layout: which word holds which argument. */
interface EventLayout {
  contract: FollowedContract
  name: string
  selector: Hex
  fields: readonly { name: string; type: WordType; topic: number | undefined; at: number }[]
}

/** An event without types, as it is stored. */
interface StoredEvent extends Placement {
  contract: string
  name: string
  args: unknown
}

const layouts: readonly EventLayout[] = followedContracts().flatMap((contract) =>
  abiEvents(contract).map((event) => layoutOf(contract, event)),
)
const bySelector = new Map(layouts.map((layout) => [`${layout.contract}:${layout.selector}`, layout]))
const byName = new Map(layouts.map((layout) => [`${layout.contract}:${layout.name}`, layout]))

/** Every event that the followed contracts can emit, by contract and selector. */
export const eventSelectors: readonly { contract: FollowedContract; selector: Hex }[] = layouts

export function followedContracts(): FollowedContract[] {
  return ['VerifierRegistry', 'MilestoneEscrow', 'AgentTreasury', 'NameRegistry', 'NameResolver']
}

export function followedAddresses({ contracts }: Deployment): Address[] {
  return followedContracts().map((name) => contracts[name])
}

/**
 * Decodes logs that are in chain order. Logs of other contracts and events that the ABIs do not have are left out.
 * @throws Error when a log's data cannot be what its event needs
 */
export function eventsOf(
  { contracts }: Deployment,
  logs: readonly ChainLog[],
  timestamps: ReadonlyMap<number, number>,
): ChainEvent[] {
  const byAddress = new Map(followedContracts().map((name) => [contracts[name].toLowerCase(), name]))
  let txHash: Hex = '0x'
  return logs.flatMap((log) => {
    const contract = byAddress.get(log.address.toLowerCase())
    if (contract === undefined) return []
    // The events of one transaction share one string of its hash.
    if (log.txHash !== txHash) txHash = log.txHash
    const { blockNumber, logIndex, blockHash } = log
    const timestamp = timestamps.get(blockNumber) ?? 0
    return decodeLog(contract, log, { blockNumber, logIndex, blockHash, txHash, timestamp }) ?? []
  })
}

/**
 * Decodes one log of `contract`.
 * @returns undefined for an event that the contract's ABI does not have
 * @throws Error when the data is shorter than the event needs
 */
export function decodeLog(
  contract: FollowedContract,
  log: Pick<ChainLog, 'topics' | 'data'>,
  placement: Placement,
): ChainEvent | undefined {
  const layout = bySelector.get(`${contract}:${log.topics[0]}`)
  if (layout === undefined) return undefined
  const data = digitsOf(log.data)
  const args: Record<string, unknown> = {}
  for (const field of layout.fields) {
    args[field.name] =
      field.topic === undefined
        ? field.type.read(data, field.at)
        : field.type.read(digitsOf(topicOf(log, field.topic)), 0)
  }
  return asChainEvent({ ...placement, contract, name: layout.name, args })
}

/** The arguments in JSON: integers as decimal strings. */
export function argsToJson(event: ChainEvent): Record<string, unknown> {
  return convertArgs(event, (type, value) => type.toJson(value))
}

/** @throws Error for an unknown event, or one that an earlier version stored without an argument */
export function eventFromJson(stored: StoredEvent): ChainEvent {
  return asChainEvent({ ...stored, args: convertArgs(stored, (type, value) => type.fromJson(value)) })
}

function convertArgs(event: StoredEvent, convert: (type: WordType, value: unknown) => unknown) {
  const layout = byName.get(`${event.contract}:${event.name}`)
  if (layout === undefined) throw new Error(`Cannot read the stored event ${event.contract}.${event.name}`)
  const args: Record<string, unknown> = {}
  for (const { name, type } of layout.fields) {
    const value: unknown = Reflect.get(Object(event.args), name)
    if (value === undefined)
      throw new Error(`Cannot read the stored event ${event.contract}.${event.name} as it has no ${name}`)
    args[name] = convert(type, value)
  }
  return args
}

function layoutOf(contract: FollowedContract, event: AbiEvent): EventLayout {
  let topic = 0
  let at = 0
  const fields = event.inputs.map((input) => {
    const indexed = input.indexed === true
    const type = wordType(indexed ? inTopic(input) : input)
    const field = { name: input.name ?? '', type, topic: indexed ? topic + 1 : undefined, at }
    if (indexed) topic += 1
    else at += type.words * 64
    return field
  })
  return { contract, name: event.name, selector: toEventSelector(event), fields }
}

/** Of an indexed string only the hash is on the chain. */
function inTopic(input: AbiParameter): AbiParameter {
  return input.type === 'string' ? { ...input, type: 'bytes32' } : input
}

function topicOf(log: Pick<ChainLog, 'topics' | 'data'>, index: number): Hex {
  const topic = log.topics[index]
  if (topic === undefined) throw new Error('Cannot read the log as it has too few topics')
  return topic
}

function abiEvents(contract: FollowedContract): AbiEvent[] {
  const items: readonly { type: string }[] = followedAbis[contract]
  return items.filter((item): item is AbiEvent => item.type === 'event')
}

/** The only cast to an event's type: its layout and its type come from the same ABI. */
function asChainEvent(event: StoredEvent): ChainEvent {
  return event as ChainEvent
}
