import type { AbiParameter, AbiParameterToPrimitiveType, Hex } from 'viem'
import {
  agentTreasuryAbi,
  milestoneEscrowAbi,
  nameRegistryAbi,
  nameResolverAbi,
  verifierRegistryAbi,
} from '../contracts/abi.ts'

/** The contracts whose events make the read model. */
export const followedAbis = {
  VerifierRegistry: verifierRegistryAbi,
  MilestoneEscrow: milestoneEscrowAbi,
  AgentTreasury: agentTreasuryAbi,
  NameRegistry: nameRegistryAbi,
  NameResolver: nameResolverAbi,
} as const

export type FollowedContract = keyof typeof followedAbis

type AbiEvents<C extends FollowedContract> = Extract<
  (typeof followedAbis)[C][number],
  { readonly type: 'event' }
>

export type EventName<C extends FollowedContract> = AbiEvents<C>['name']

/** Of an indexed string only the hash is on the chain. */
type Argument<P> = P extends { readonly indexed: true; readonly type: 'string' | 'bytes' }
  ? Hex
  : P extends AbiParameter
    ? AbiParameterToPrimitiveType<P>
    : never

type Arguments<Inputs extends readonly AbiParameter[]> = {
  readonly [P in Inputs[number] as P['name'] & string]: Argument<P>
}

/** Where and when an event happened. `timestamp` is its block's, in seconds since the epoch. */
export interface Placement {
  blockNumber: number
  logIndex: number
  blockHash: Hex
  txHash: Hex
  timestamp: number
}

/** One event of one contract; integers up to 48 bits are numbers, wider ones bigints, addresses checksummed. */
export interface EventOf<C extends FollowedContract, N extends EventName<C>> extends Placement {
  contract: C
  name: N
  args: Arguments<Extract<AbiEvents<C>, { readonly name: N }>['inputs']>
}

/** Every event of the followed contracts. */
export type ChainEvent = {
  [C in FollowedContract]: { [N in EventName<C>]: EventOf<C, N> }[EventName<C>]
}[FollowedContract]
