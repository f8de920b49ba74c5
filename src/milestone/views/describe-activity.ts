import { type Address, formatEther, formatUnits } from 'viem'
import type { ReadModel } from '../indexer/read-model.ts'
import type { ActivityEntry } from '../indexer/state.ts'

interface ActivityText {
  title: string
  description: string
  metadata: Readonly<Record<string, string | number | boolean>>
}

/** The texts of one event: `who` is the account's name, `money` its amount with the unit. */
interface Wording {
  title: string | ((entry: ActivityEntry) => string)
  description: (entry: ActivityEntry, who: string, money: string) => string
}

const usdcDecimals = 6

const wordings: Readonly<Record<string, Wording>> = {
  MilestoneCreated: {
    title: 'Milestone created',
    description: (entry, who) => `${who} opened a milestone due ${dayOf(entry.detail)}`,
  },
  MilestoneStaked: { title: 'Stake added', description: (_, who, money) => `${who} staked ${money}` },
  EvidenceSubmitted: {
    title: 'Evidence submitted',
    description: (_, who) => `${who} committed the evidence and voting began`,
  },
  Voted: {
    title: (entry) => (entry.detail === true ? 'Vote for approval' : 'Vote for rejection'),
    description: (entry, who, money) =>
      `${who} ${entry.detail === true ? 'approved' : 'rejected'} with ${money}`,
  },
  Tallied: {
    title: 'Votes tallied',
    description: (entry) => `Provisionally ${verdictWord(entry)}; the verdict can be challenged now`,
  },
  MilestoneDisputed: {
    title: 'Verdict disputed',
    description: (_, who, money) => `${who} put up ${money} against the provisional verdict`,
  },
  Ruled: {
    title: 'Dispute ruled',
    description: (entry) => `The arbiter ${entry.detail === true ? 'overturned' : 'upheld'} the verdict`,
  },
  MilestoneCancelled: {
    title: 'Milestone cancelled',
    description: (entry, who, money) =>
      `${who} withdrew the milestone before submitting evidence${entry.amount === 0n ? '' : `; ${money} can be refunded`}`,
  },
  MilestoneFinalized: {
    title: (entry) => {
      if (entry.type === 'deadline') return 'Deadline missed'
      return entry.detail === true ? 'Milestone verified' : 'Milestone failed'
    },
    description: (entry, who, money) => {
      if (entry.type === 'deadline') return `${who} submitted no evidence in time; ${money} can be refunded`
      return entry.detail === true
        ? `${money} can be released for ${who}`
        : `${money} can be refunded to the backers`
    },
  },
  MilestoneReleased: {
    title: 'Stake released',
    description: (_, who, money) => `${money} released for the milestone of ${who}`,
  },
  BackerRefunded: { title: 'Backer refunded', description: (_, who, money) => `${who} got back ${money}` },
  MilestoneRefunded: {
    title: 'Milestone refunded',
    description: (_, _who, money) => `All backers got back their stake, ${money} in all`,
  },
  VoteSettled: {
    title: 'Verifier slashed',
    description: (_, who, money) => `${who} lost ${money} for a vote against the final verdict`,
  },
  WeightCapped: {
    title: 'Voting weight capped',
    description: (_, who, money) =>
      `${who} holds ${money} above a third of all stake, which does not count towards the quorum`,
  },
  AbstentionSettled: {
    title: 'Abstention charged',
    description: (_, who, money) => `${who} lost ${money} for not voting`,
  },
  Rewarded: {
    title: 'Verifier rewarded',
    description: (_, who, money) => `${who} was given ${money} for a vote on the side of the final verdict`,
  },
  SlashedSwept: {
    title: 'Common pool paid out',
    description: (_, who, money) => `${money} of slashed stake and abstention charges paid to ${who}`,
  },
  SlashReceiverChanged: {
    title: 'Slash receiver changed',
    description: (_, who) => `${who} receives the common pool from now on`,
  },
  FeeRecipientChanged: {
    title: 'Fee recipient changed',
    description: (_, who) => `${who} receives fees from now on`,
  },
  Paused: {
    title: 'Escrow paused',
    description: (entry, who) =>
      `${who} refused new milestones and stakes until ${dayOf(entry.detail)} at the latest`,
  },
  Unpaused: {
    title: 'Pause ended',
    description: (_, who) => `${who} allowed new milestones and stakes again`,
  },
  Bonded: { title: 'Verifier bonded', description: (_, who, money) => `${who} bonded ${money}` },
  UnbondStarted: {
    title: 'Verifier unbonding',
    description: (entry, who, money) => `${who} takes ${money} out of the bond by ${dayOf(entry.detail)}`,
  },
  Charged: {
    title: 'Service charged',
    description: (entry, who, money) => `${money} paid for ${String(entry.detail)} to ${who}`,
  },
  FeeEarned: { title: 'Fee earned', description: (_, who, money) => `${who} paid a fee of ${money}` },
  RevenueSwept: { title: 'Revenue swept', description: (_, who, money) => `${money} swept to ${who}` },
}

/** An entry of the feed in words, with the present names of accounts. */
export function describeActivity(readModel: Pick<ReadModel, 'names'>, entry: ActivityEntry): ActivityText {
  const wording = wordings[entry.event]
  const name = entry.account === undefined ? undefined : readModel.names.primaryByAddress.get(entry.account)
  const who = name ?? shortAddress(entry.account)
  const title = typeof wording?.title === 'function' ? wording.title(entry) : wording?.title
  return {
    title: title ?? entry.event,
    description: wording?.description(entry, who, moneyText(entry)) ?? entry.event,
    metadata: metadataOf(entry, name),
  }
}

function metadataOf(entry: ActivityEntry, name: string | undefined): ActivityText['metadata'] {
  return {
    event: entry.event,
    ...(entry.milestone !== undefined && { milestoneHash: entry.milestone }),
    ...(entry.account !== undefined && { account: entry.account }),
    ...(name !== undefined && { ens: name }),
    ...(entry.amount !== undefined && { [isUsdc(entry) ? 'amountUsdc' : 'amountWei']: amountText(entry) }),
    ...(entry.detail !== undefined && { [detailName(entry)]: entry.detail }),
  }
}

function detailName(entry: ActivityEntry): string {
  const names: Readonly<Record<string, string>> = {
    MilestoneCreated: 'deadline',
    EvidenceSubmitted: 'votingEndsAt',
    Voted: 'support',
    Ruled: 'overturned',
    UnbondStarted: 'readyAt',
    Paused: 'until',
    Charged: 'service',
  }
  return names[entry.event] ?? 'verified'
}

function isUsdc(entry: ActivityEntry): boolean {
  return entry.type === 'charge' || entry.type === 'revenue'
}

/** Wei as an integer, USDC as a decimal, as everywhere in answers. */
function amountText(entry: ActivityEntry): string {
  const amount = entry.amount ?? 0n
  return isUsdc(entry) ? formatUnits(amount, usdcDecimals) : amount.toString()
}

function moneyText(entry: ActivityEntry): string {
  const amount = entry.amount ?? 0n
  return isUsdc(entry) ? `${formatUnits(amount, usdcDecimals)} USDC` : `${formatEther(amount)} ETH`
}

function verdictWord(entry: ActivityEntry): string {
  return entry.detail === true ? 'verified' : 'failed'
}

function shortAddress(address: Address | undefined): string {
  return address === undefined ? 'somebody' : `${address.slice(0, 6)}…${address.slice(-4)}`
}

function dayOf(seconds: ActivityEntry['detail']): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? 'a day beyond the calendar' : date.toISOString().slice(0, 10)
}
