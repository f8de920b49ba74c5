import type { ChainEvent, EventName, EventOf, FollowedContract } from '../events.ts'
import * as escrow from './escrow.ts'
import type { Fold } from './fold.ts'
import * as names from './names.ts'
import * as registry from './registry.ts'
import * as treasury from './treasury.ts'
import * as votes from './votes.ts'

type Reducers = {
  [C in FollowedContract]: { [N in EventName<C>]?: (fold: Fold, event: EventOf<C, N>) => void }
}

/** The reducer of each event; events without one, such as a change of owner, change nothing that is read. */
const reducers: Reducers = {
  VerifierRegistry: {
    Bonded: registry.bonded,
    UnbondStarted: registry.unbondStarted,
    UnbondWithdrawn: registry.unbondWithdrawn,
    Slashed: registry.slashed,
    AbstentionCharged: registry.abstentionCharged,
    Rewarded: registry.rewarded,
    RewardsWithdrawn: registry.rewardsWithdrawn,
    SlashedSwept: registry.slashedSwept,
    SlashReceiverChanged: registry.slashReceiverChanged,
  },
  MilestoneEscrow: {
    MilestoneCreated: escrow.milestoneCreated,
    MilestoneStaked: escrow.milestoneStaked,
    EvidenceSubmitted: escrow.evidenceSubmitted,
    WeightCapped: votes.weightCapped,
    Voted: votes.voted,
    Tallied: escrow.tallied,
    MilestoneDisputed: escrow.milestoneDisputed,
    Ruled: escrow.ruled,
    MilestoneCancelled: escrow.milestoneCancelled,
    MilestoneFinalized: escrow.milestoneFinalized,
    MilestoneReleased: escrow.milestoneReleased,
    Credited: escrow.credited,
    BackerRefunded: escrow.backerRefunded,
    MilestoneRefunded: escrow.milestoneRefunded,
    Withdrawn: escrow.withdrawn,
    VoteSettled: votes.voteSettled,
    AbstentionSettled: votes.abstentionSettled,
    FeeRecipientChanged: escrow.feeRecipientChanged,
    Paused: escrow.paused,
    Unpaused: escrow.unpaused,
  },
  AgentTreasury: {
    FeeEarned: treasury.feeEarned,
    Charged: treasury.charged,
    RevenueSwept: treasury.revenueSwept,
  },
  NameRegistry: {
    NameRegistered: names.nameRegistered,
    NameTransferred: names.nameTransferred,
  },
  NameResolver: {
    AddrChanged: names.addrChanged,
    TextChanged: names.textChanged,
    ServiceTextChanged: names.serviceTextChanged,
    PrimaryNameChanged: names.primaryNameChanged,
  },
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
