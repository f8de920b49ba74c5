import {
  type AbiEvent,
  type AbiParameter,
  type Address,
  decodeAbiParameters,
  type Hex,
  toEventSelector,
} from 'viem'
import type { Deployment } from '../contracts/deployment.ts'
import type { ChainLog } from './chain-reader.ts'
import { type ChainEvent, type FollowedContract, followedAbis, type Placement } from './events.ts'

/** One event and where its arguments are. */
interface EventLayout {
  contract: FollowedContract
  name: string
  selector: Hex
  inputs: readonly AbiParameter[]
  inTopics: readonly AbiParameter[]
  inData: readonly AbiParameter[]
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
  const { name, inTopics, inData } = layout
  const values = [
    ...inTopics.map((input, index) => decodeAbiParameters([input], log.topics[index + 1] ?? '0x')[0]),
    ...decodeAbiParameters(inData, log.data),
  ]
  const args = [...inTopics, ...inData].map((input, index) => [input.name ?? '', storable(values[index])])
  return asChainEvent({ ...placement, contract, name, args: Object.fromEntries(args) })
}

/** A text record may contain NUL, which PostgreSQL cannot store. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value
}

/** The arguments in JSON: integers as decimal strings. */
export function argsToJson({ args }: ChainEvent): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(args, (_, value: unknown) =>
      typeof value === 'bigint' || typeof value === 'number' ? String(value) : value,
    ),
  )
}

/** @throws Error for an unknown event, or one that an earlier version stored without an argument */
export function eventFromJson(stored: StoredEvent): ChainEvent {
  const event = `${stored.contract}.${stored.name}`
  const layout = byName.get(`${stored.contract}:${stored.name}`)
  if (layout === undefined) throw new Error(`Cannot read the stored event ${event}`)
  const args = layout.inputs.map((input) => {
    const value = memberOf(stored.args, input)
    if (value === undefined)
      throw new Error(`Cannot read the stored event ${event} as it has no ${input.name}`)
    return [input.name ?? '', fromJson(input, value)]
  })
  return asChainEvent({ ...stored, args: Object.fromEntries(args) })
}

function fromJson(parameter: AbiParameter, value: unknown): unknown {
  const { type } = parameter
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) throw new Error(`Cannot read an array as it is ${JSON.stringify(value)}`)
    const item = { ...parameter, type: type.slice(0, -2) }
    return value.map((each) => fromJson(item, each))
  }
  if ('components' in parameter)
    return Object.fromEntries(
      parameter.components.map((member) => [member.name, fromJson(member, memberOf(value, member))]),
    )
  if (!type.startsWith('uint')) return value
  return Number(type.slice(4)) <= 48 ? Number(value) : BigInt(String(value))
}

function memberOf(value: unknown, { name = '' }: AbiParameter): unknown {
  return Reflect.get(Object(value), name)
}

function layoutOf(contract: FollowedContract, event: AbiEvent): EventLayout {
  // Of an indexed string only the hash is on the chain.
  const inputs = event.inputs.map((input) =>
    input.indexed === true && input.type === 'string' ? { ...input, type: 'bytes32' } : input,
  )
  return {
    contract,
    name: event.name,
    selector: toEventSelector(event),
    inputs,
    inTopics: inputs.filter(({ indexed }) => indexed === true),
    inData: inputs.filter(({ indexed }) => indexed !== true),
  }
}

function abiEvents(contract: FollowedContract): AbiEvent[] {
  const items: readonly { type: string }[] = followedAbis[contract]
  return items.filter((item): item is AbiEvent => item.type === 'event')
}

/** The only cast to an event's type: its layout and its type come from the same ABI. */
function asChainEvent(event: StoredEvent): ChainEvent {
  return event as ChainEvent
}
