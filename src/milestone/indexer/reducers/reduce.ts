import type { ChainEvent, FollowedContract } from '../events.ts'
import { escrowReducers } from './escrow.ts'
import type { Fold, ReducersOf } from './fold.ts'
import { nameRegistryReducers, nameResolverReducers } from './names.ts'
import { registryReducers } from './registry.ts'
import { treasuryReducers } from './treasury.ts'
import { voteReducers } from './votes.ts'

const reducers: { [C in FollowedContract]: ReducersOf<C> } = {
  VerifierRegistry: registryReducers,
  MilestoneEscrow: { ...escrowReducers, ...voteReducers },
  AgentTreasury: treasuryReducers,
  NameRegistry: nameRegistryReducers,
  NameResolver: nameResolverReducers,
}

/** @throws InconsistentEvents when the event cannot follow the ones before it */
export function reduce(fold: Fold, event: ChainEvent): void {
  reducerOf(event)?.(fold, event)
}

/** The table pairs each event with its own reducer, which the compiler cannot infer from a lookup by name. */
function reducerOf(event: ChainEvent): ((fold: Fold, event: ChainEvent) => void) | undefined {
  return Reflect.get(reducers[event.contract], event.name) as
    | ((fold: Fold, event: ChainEvent) => void)
    | undefined
}
