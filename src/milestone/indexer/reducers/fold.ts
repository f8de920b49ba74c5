import type { Address, Hex } from 'viem'
import type { ChangeLog } from '../change-log.ts'
import type { EventName, EventOf, FollowedContract, Placement } from '../events.ts'
import { countBefore } from '../order.ts'
import { milestoneState, type ReadModel } from '../read-model.ts'
import type { ActivityEntry, EscrowState, MilestoneRecord } from '../state.ts'

/** What a reducer works with: the model, and the log through which alone it may change it. */
export interface Fold {
  readonly readModel: ReadModel
  readonly changes: ChangeLog
  /** The same string object for equal addresses and hashes, as records repeat them a lot. */
  share<T extends string>(text: T): T
}

/** The reducers of a contract's events. One without a reducer, such as a change of owner, changes nothing that is read. */
export type ReducersOf<C extends FollowedContract> = {
  [N in EventName<C>]?: (fold: Fold, event: EventOf<C, N>) => void
}

/** An event that cannot follow the ones before it: logs are missing. */
export class InconsistentEvents extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'InconsistentEvents'
  }
}

/** @throws InconsistentEvents when no event created it */
export function milestoneOf(fold: Fold, id: Hex): MilestoneRecord {
  const record = fold.readModel.milestones.get(id)
  if (record === undefined) throw new InconsistentEvents(`Cannot find milestone ${id} as no event created it`)
  return record
}

/** Adds `amount` to one sum of `object`. */
export function add<K extends string>(fold: Fold, object: Record<K, bigint>, key: K, amount: bigint): void {
  fold.changes.set(object, key, object[key] + amount)
}

export function count<K extends string>(fold: Fold, object: Record<K, number>, key: K, by: number): void {
  fold.changes.set(object, key, object[key] + by)
}

export function addTo<K>(fold: Fold, sums: Map<K, bigint>, key: K, amount: bigint): void {
  fold.changes.mapSet(sums, key, (sums.get(key) ?? 0n) + amount)
}

/** Changes a milestone's state and what depends on it: the list it is in, and the total that its stake counts for. */
export function moveTo(fold: Fold, record: MilestoneRecord, state: EscrowState): void {
  const { readModel, changes } = fold
  const from = milestoneState(record.state)
  const to = milestoneState(state)
  if (from !== to) {
    const left = listOf(readModel.byState, from)
    const entered = listOf(readModel.byState, to)
    changes.remove(left, indexIn(left, record))
    changes.insert(entered, indexIn(entered, record), record)
  }
  const held = record.staked
  add(fold, readModel.totals, moneyKind(record.state), -held)
  add(fold, readModel.totals, moneyKind(state), held)
  changes.set(record, 'state', state)
}

/** Changes what is held for a milestone, and the sums of it. */
export function hold(fold: Fold, record: MilestoneRecord, staked: bigint): void {
  const change = staked - record.staked
  fold.changes.set(record, 'staked', staked)
  add(fold, fold.readModel.totals, 'held', change)
  add(fold, fold.readModel.totals, moneyKind(record.state), change)
}

/** Adds an entry to the feed, of type `verification` by default. */
export function feed(
  fold: Fold,
  event: Placement & { name: string },
  entry: Partial<Pick<ActivityEntry, 'type' | 'milestone' | 'account' | 'amount' | 'detail'>>,
): void {
  const { readModel, changes } = fold
  const { type = 'verification', milestone, account, amount, detail } = entry
  const last = readModel.activity.at(-1)
  const full: ActivityEntry = {
    blockNumber: event.blockNumber,
    logIndex: event.logIndex,
    type,
    event: event.name,
    timestamp: event.timestamp,
    txHash: event.txHash,
    blockHash: last?.blockHash === event.blockHash ? last.blockHash : event.blockHash,
    milestone,
    account: account && fold.share<Address>(account),
    amount,
    detail,
  }
  changes.push(readModel.activity, full)
  changes.push(listOf(readModel.activityByType, type), full)
}

/** The model is made with a list for every state and type. */
export function listOf<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const list = lists.get(key)
  if (list === undefined) throw new Error(`Cannot find the list of ${String(key)}`)
  return list
}

function moneyKind(state: EscrowState): 'locked' | 'refundable' {
  return milestoneState(state) === 'failed' ? 'refundable' : 'locked'
}

function indexIn(list: readonly MilestoneRecord[], record: MilestoneRecord): number {
  return countBefore(list, record.createdPosition, (item) => item.createdPosition)
}
