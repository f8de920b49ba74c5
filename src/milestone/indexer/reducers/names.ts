import { type Address, type Hex, zeroAddress } from 'viem'
import type { NameRecord } from '../state.ts'
import type { Fold, ReducersOf } from './fold.ts'

export const nameRegistryReducers: ReducersOf<'NameRegistry'> = {
  NameRegistered(fold, event) {
    const { node, name, owner } = event.args
    const record = nameOf(fold, node)
    fold.changes.assign(record, { name, owner: fold.share(owner) })
    fold.changes.mapSet(fold.readModel.names.byName, name, record)
    if (record.address !== undefined) updatePrimaryName(fold, record.address)
  },

  NameTransferred(fold, event) {
    fold.changes.set(nameOf(fold, event.args.node), 'owner', fold.share(event.args.owner))
  },
}

export const nameResolverReducers: ReducersOf<'NameResolver'> = {
  AddrChanged(fold, event) {
    const { node, a } = event.args
    const record = nameOf(fold, node)
    const before = record.address
    fold.changes.assign(record, {
      address: a === zeroAddress ? undefined : fold.share(a),
      addressSetBy: record.owner,
    })
    if (before !== undefined) updatePrimaryName(fold, before)
    if (record.address !== undefined) updatePrimaryName(fold, record.address)
  },

  TextChanged(fold, event) {
    const { node, key, value } = event.args
    fold.changes.mapSet(nameOf(fold, node).texts, fold.share(key), value)
  },

  ServiceTextChanged(fold, event) {
    const { key, value } = event.args
    const { serviceTexts } = fold.readModel.names
    const account = fold.share(event.args.account)
    const known = serviceTexts.get(account)
    const texts = known ?? new Map<string, string>()
    if (known === undefined) fold.changes.mapSet(serviceTexts, account, texts)
    fold.changes.mapSet(texts, fold.share(key), value)
  },

  PrimaryNameChanged(fold, event) {
    const { name } = event.args
    const { claims, byName } = fold.readModel.names
    const account = fold.share(event.args.account)
    fold.changes.mapSet(claims, account, { name, owner: byName.get(name)?.owner })
    updatePrimaryName(fold, account)
  },
}

/** A claimed name counts only if the name's own address record points back to the account. */
function updatePrimaryName(fold: Fold, account: Address): void {
  const { claims, byName, primaryByAddress } = fold.readModel.names
  const record = byName.get(claims.get(account)?.name ?? '')
  if (record?.address === account) fold.changes.mapSet(primaryByAddress, account, record.name)
  else fold.changes.mapDelete(primaryByAddress, account)
}

/** The node's record, made at the first event about it. */
function nameOf(fold: Fold, node: Hex): NameRecord {
  const known = fold.readModel.names.byNode.get(node)
  if (known !== undefined) return known
  const record: NameRecord = {
    node,
    name: '',
    owner: zeroAddress,
    address: undefined,
    addressSetBy: undefined,
    texts: new Map(),
  }
  fold.changes.mapSet(fold.readModel.names.byNode, node, record)
  return record
}
