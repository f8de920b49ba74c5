import { Type as t } from '@sinclair/typebox'
import { type Address, getAddress, isAddress } from 'viem'
import { InvalidBuilder } from '../errors.ts'
import type { MilestoneState, ReadModel } from '../indexer/read-model.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import { etherText, labelText } from './amounts.ts'
import { CapitalStatus, capitalStatus, StateWord, StatusLabel, stateWord, statusLabel } from './labels.ts'
import { normalName, primaryName } from './names.ts'
import { pageNewestFirst } from './page.ts'
import { ChecksumAddress, Count, Ether, Hash, Name, Next, Ok, Seconds } from './shapes.ts'
import { AsOf, type PageQuery, type Snapshot } from './snapshot.ts'

const ExplorerItem = t.Object({
  milestoneHash: Hash('The milestone'),
  state: StateWord,
  statusLabel: StatusLabel,
  capitalStatus: CapitalStatus,
  stakedEth: Ether('Everything ever staked on it'),
  builder: ChecksumAddress('Who does the work'),
  builderEns: Name('Primary name of the builder'),
  projectId: t.String({ examples: ['solar-pump'] }),
  createdAt: Seconds('When it was created'),
  deadline: Seconds('Evidence must be in before this'),
})

export const ExplorerMilestones = t.Object({
  ok: Ok,
  count: Count('Milestones in this answer'),
  total: Count('Milestones that match the filters'),
  next: Next,
  milestones: t.Array(ExplorerItem, { description: 'Newest first' }),
  asOf: AsOf,
})
export type ExplorerMilestones = typeof ExplorerMilestones.static

export interface ExplorerQuery extends PageQuery {
  state?: MilestoneState | undefined
  /** An address or a name. */
  builder?: string | undefined
}

/** The list, newest first. A page costs the same whatever the length of the chain. */
export function explorerMilestones({ readModel, asOf }: Snapshot, query: ExplorerQuery): ExplorerMilestones {
  const { items, total, next } = select(readModel, query)
  return {
    ok: true,
    count: items.length,
    total,
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
      createdAt: milestone.createdAt,
      deadline: milestone.deadline,
    })),
    asOf,
  }
}

function select(readModel: ReadModel, query: ExplorerQuery) {
  const { state, builder } = query
  if (builder === undefined) {
    const list = state === undefined ? readModel.order : (readModel.byState.get(state) ?? [])
    return { ...pageNewestFirst(list, createdPosition, query), total: list.length }
  }
  const own = readModel.builders.get(builderAddress(readModel, builder))?.milestones ?? []
  if (state === undefined) return { ...pageNewestFirst(own, createdPosition, query), total: own.length }
  const accept = (milestone: MilestoneRecord) => stateWord(milestone) === state
  return {
    ...pageNewestFirst(own, createdPosition, { ...query, accept }),
    total: own.filter(accept).length,
  }
}

function createdPosition(milestone: MilestoneRecord) {
  return milestone.createdPosition
}

/** @throws InvalidBuilder unless `builder` is an address or a well-formed name; an unknown name has no milestones */
function builderAddress(readModel: ReadModel, builder: string): Address {
  if (isAddress(builder, { strict: false })) return getAddress(builder)
  // `0x12` would be a valid label, but is meant as an address: an empty list would be misleading.
  if (/^0x[0-9a-f]*$/i.test(builder)) throw new InvalidBuilder('an address is 0x and 40 hexadecimal digits')
  const name = normalName(builder)
  if ('problem' in name) throw new InvalidBuilder(name.problem)
  return readModel.names.byName.get(name.name)?.address ?? '0x'
}
