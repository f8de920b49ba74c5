import { Type as t } from '@sinclair/typebox'
import { type Address, getAddress, type Hex, isAddress } from 'viem'
import { milestoneError } from '../errors.ts'
import type { MilestoneState, ReadModel } from '../indexer/read-model.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import {
  ChecksumAddress,
  Count,
  EndOf,
  Ether,
  Hash,
  MilestoneTitle,
  Name,
  Next,
  nullable,
  Ok,
  Seconds,
} from '../wire/shapes.ts'
import { etherText, labelText } from './amounts.ts'
import { normalName, primaryName } from './ens-name.ts'
import { CapitalStatus, capitalStatus, StateWord, StatusLabel, stateWord, statusLabel } from './labels.ts'
import { pageNewestFirst } from './page.ts'
import { AsOf, type PageQuery, perRevision, type Snapshot } from './snapshot.ts'

const ExplorerItem = t.Object(
  {
    milestoneHash: Hash('The milestone'),
    state: StateWord,
    statusLabel: StatusLabel,
    capitalStatus: CapitalStatus,
    stakedEth: Ether('Everything ever staked on it'),
    builder: ChecksumAddress('Who does the work'),
    builderEns: Name('Primary name of the builder'),
    projectId: t.String({ examples: ['solar-pump'] }),
    title: MilestoneTitle,
    createdAt: Seconds('When it was created'),
    deadline: Seconds('Evidence must be in before this'),
    votingEndsAt: EndOf('the vote', 'evidence'),
    challengeEndsAt: EndOf('the challenge window', 'the tally'),
    arbitrationEndsAt: EndOf('the arbitration', 'a dispute'),
    settledAt: nullable(
      t.Integer({ examples: [1_790_000_000] }),
      'Time of the final verdict; null before it',
    ),
    sponsorCount: Count('Accounts that ever staked on it'),
  },
  { title: 'MilestoneItem' },
)

export const ExplorerMilestones = t.Object({
  ok: Ok,
  count: Count('Milestones in this answer'),
  total: Count('Milestones that match the filters'),
  counts: t.Record(t.String(), t.Integer(), {
    description: 'Milestones on the chain by status label, without the filters',
    examples: [{ Open: 3, Voting: 2 }],
  }),
  next: Next,
  milestones: t.Array(ExplorerItem, { description: 'Newest first' }),
  asOf: AsOf,
})
export type ExplorerMilestones = typeof ExplorerMilestones.static

export interface ExplorerQuery extends PageQuery {
  state?: MilestoneState | undefined
  /** An address or a name. */
  builder?: string | undefined
  label?: StatusLabel | undefined
  /** Part of the title, project, builder's name or hash; case is ignored. */
  text?: string | undefined
}

/** Title of the evidence bundle of a root, where it is held. */
export type TitleOf = (root: Hex) => string | undefined

/** The list, newest first. A page costs the same for any length of the chain. */
export function explorerMilestones(
  { readModel, asOf }: Snapshot,
  query: ExplorerQuery,
  titleOf: TitleOf = () => undefined,
): ExplorerMilestones {
  const { items, total, next } = select(readModel, query, titleOf)
  return {
    ok: true,
    count: items.length,
    total,
    counts: labelCounts(readModel),
    next,
    milestones: items.map((milestone) => ({
      milestoneHash: milestone.hash,
      state: stateWord(milestone),
      statusLabel: statusLabel(milestone),
      capitalStatus: capitalStatus(milestone),
      stakedEth: etherText(milestone.totalStaked),
      builder: milestone.builder,
      builderEns: primaryName(readModel, milestone.builder),
      projectId: labelText(milestone.projectId),
      title: titleOfMilestone(milestone, titleOf),
      createdAt: milestone.createdAt,
      deadline: milestone.deadline,
      votingEndsAt: milestone.votingEndsAt ?? null,
      challengeEndsAt: milestone.challengeEndsAt ?? null,
      arbitrationEndsAt: milestone.arbitrationEndsAt ?? null,
      settledAt: milestone.settledAt ?? null,
      sponsorCount: milestone.sponsors.size,
    })),
    asOf,
  }
}

function select(readModel: ReadModel, query: ExplorerQuery, titleOf: TitleOf) {
  const { state, builder, label, text } = query
  const list = builder === undefined ? readModel.order : ownMilestones(readModel, builder)
  if (builder === undefined && label === undefined && text === undefined) {
    const known = state === undefined ? list : (readModel.byState.get(state) ?? [])
    return { ...pageNewestFirst(known, createdPosition, query), total: known.length }
  }
  const wanted = text?.toLowerCase()
  const matching = list.filter(
    (milestone) =>
      (state === undefined || stateWord(milestone) === state) &&
      (label === undefined || statusLabel(milestone) === label) &&
      (wanted === undefined || searchText(readModel, milestone, titleOf).includes(wanted)),
  )
  return { ...pageNewestFirst(matching, createdPosition, query), total: matching.length }
}

function ownMilestones(readModel: ReadModel, builder: string): readonly MilestoneRecord[] {
  const address = accountOf(readModel, builder, (reason) => milestoneError('invalid_builder', reason))
  return readModel.builders.get(address)?.milestones ?? []
}

function searchText(readModel: ReadModel, milestone: MilestoneRecord, titleOf: TitleOf): string {
  const { hash, projectId, builder } = milestone
  const title = titleOfMilestone(milestone, titleOf)
  return [title, labelText(projectId), primaryName(readModel, builder), hash].join('\n').toLowerCase()
}

export function titleOfMilestone({ evidenceRoot }: MilestoneRecord, titleOf: TitleOf): string | null {
  return (evidenceRoot && titleOf(evidenceRoot)) ?? null
}

const labelCounts = perRevision(({ order }) => {
  const counts: Record<string, number> = {}
  for (const milestone of order) {
    const label = statusLabel(milestone)
    counts[label] = (counts[label] ?? 0) + 1
  }
  return counts
})

function createdPosition(milestone: MilestoneRecord) {
  return milestone.createdPosition
}

/** @throws `refused` unless `text` is an address or a well-formed name; an unknown name has no account */
export function accountOf({ names }: ReadModel, text: string, refused: (reason: string) => Error): Address {
  if (isAddress(text, { strict: false })) return getAddress(text)
  // `0x12` would be a valid label, but is meant as an address: an empty list would be misleading.
  if (/^0x[0-9a-f]*$/i.test(text)) throw refused('an address is 0x and 40 hexadecimal digits')
  const name = normalName(text)
  if ('problem' in name) throw refused(name.problem)
  return names.byName.get(name.name)?.address ?? '0x'
}
