import { type Address, getAddress, isAddress } from 'viem'
import { InvalidBuilder } from '../errors.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { MilestoneRecord } from '../indexer/state.ts'
import type { ExplorerMilestones, StateWord } from '../model.ts'
import { etherText, labelText } from './amounts.ts'
import { capitalStatus, stateWord, statusLabel } from './labels.ts'
import { primaryName } from './names.ts'
import { normalName } from './normal-name.ts'
import { filteredNewestFirst, pageNewestFirst } from './page.ts'
import type { PageQuery, Snapshot } from './snapshot.ts'

export interface ExplorerQuery extends PageQuery {
  state: StateWord | undefined
  /** An address or a name. */
  builder: string | undefined
}

/** The list, newest first. A page costs the same whatever the length of the chain. */
export function explorerMilestones({ model, asOf }: Snapshot, query: ExplorerQuery): ExplorerMilestones {
  const { items, total, next } = select(model, query)
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
      builderEns: primaryName(model, milestone.builder),
      projectId: labelText(milestone.projectId),
      createdAt: milestone.createdAt,
      deadline: milestone.deadline,
    })),
    asOf,
  }
}

function select(model: ReadModel, query: ExplorerQuery) {
  const { state, builder } = query
  if (builder === undefined) {
    const list = state === undefined ? model.order : (model.byState.get(state) ?? [])
    return { ...pageNewestFirst(list, createdPosition, query), total: list.length }
  }
  const own = model.builders.get(builderAddress(model, builder))?.milestones ?? []
  if (state === undefined) return { ...pageNewestFirst(own, createdPosition, query), total: own.length }
  const accept = (milestone: MilestoneRecord) => stateWord(milestone) === state
  return {
    ...filteredNewestFirst(own, createdPosition, { ...query, accept }),
    total: own.filter(accept).length,
  }
}

function createdPosition(milestone: MilestoneRecord) {
  return milestone.createdPosition
}

/** @throws InvalidBuilder for what is neither an address nor a well-formed name; an unknown name has no milestones */
function builderAddress(model: ReadModel, builder: string): Address {
  if (isAddress(builder, { strict: false })) return getAddress(builder)
  // `0x12` would be a label, but whoever writes it means an address and must not read "no milestones".
  if (/^0x[0-9a-f]*$/i.test(builder)) throw new InvalidBuilder('an address is 0x and 40 hexadecimal digits')
  const name = normalName(builder)
  if ('problem' in name) throw new InvalidBuilder(name.problem)
  return model.names.byName.get(name.name)?.address ?? '0x'
}
