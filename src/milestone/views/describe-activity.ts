import { type Static, Type } from '@sinclair/typebox'
import { type Address, formatEther, formatUnits } from 'viem'
import { checkedData } from '../../kernel/runtime/checked-data.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { ActivityEntry } from '../indexer/state.ts'
import data from './activity-texts.json'

interface ActivityText {
  title: string
  description: string
  metadata: Readonly<Record<string, string | number | boolean>>
}

const Words = Type.Union([
  Type.String(),
  Type.Object(
    {
      deadline: Type.Optional(Type.String()),
      unfunded: Type.Optional(Type.String()),
      true: Type.Optional(Type.String()),
      false: Type.String(),
    },
    { additionalProperties: false },
  ),
])
/**
 * The texts of each event. `{who}` is the account's name, `{money}` its amount with the unit, `{day}` its detail as a day.
 * Variants: a missed deadline, an amount of 0, a detail that is true; `false` is the rest.
 */
const Texts = Type.Record(
  Type.String(),
  Type.Object(
    {
      title: Words,
      text: Words,
      /** Name of the detail in the metadata; `verified` by default. */
      detail: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
)
const texts: Partial<Static<typeof Texts>> = checkedData(Texts, data, 'activity-texts.json')

const usdcDecimals = 6

/** An entry of the feed in words, with the present names of accounts. */
export function describeActivity(readModel: Pick<ReadModel, 'names'>, entry: ActivityEntry): ActivityText {
  const { title, text, detail = 'verified' } = texts[entry.event] ?? { title: entry.event, text: entry.event }
  const name = entry.account === undefined ? undefined : readModel.names.primaryByAddress.get(entry.account)
  const marks: Readonly<Record<string, string>> = {
    who: name ?? shortAddress(entry.account),
    money: moneyText(entry),
    day: dayOf(entry.detail),
    detail: String(entry.detail),
  }
  return {
    title: variantOf(title, entry),
    description: variantOf(text, entry).replace(/\{(\w+)\}/g, (_, mark: string) => marks[mark] ?? ''),
    metadata: {
      event: entry.event,
      ...(entry.milestone !== undefined && { milestoneHash: entry.milestone }),
      ...(entry.account !== undefined && { account: entry.account }),
      ...(name !== undefined && { ens: name }),
      ...(entry.amount !== undefined && { [isUsdc(entry) ? 'amountUsdc' : 'amountWei']: amountText(entry) }),
      ...(entry.detail !== undefined && { [detail]: entry.detail }),
    },
  }
}

function variantOf(words: Static<typeof Words>, { type, amount, detail }: ActivityEntry): string {
  if (typeof words === 'string') return words
  const { deadline, unfunded } = words
  if (type === 'deadline' && deadline !== undefined) return deadline
  if (amount === 0n && unfunded !== undefined) return unfunded
  return (detail === true ? words.true : undefined) ?? words.false
}

function isUsdc(entry: ActivityEntry): boolean {
  return entry.type === 'charge' || entry.type === 'revenue'
}

/** Wei as an integer, USDC as a decimal, as everywhere in answers. */
function amountText(entry: ActivityEntry): string {
  const amount = entry.amount ?? 0n
  return isUsdc(entry) ? formatUnits(amount, usdcDecimals) : amount.toString()
}

/** For readers: ETH has four decimals at most, unless it is less; `metadata` has the exact amount. */
function moneyText(entry: ActivityEntry): string {
  const amount = entry.amount ?? 0n
  if (isUsdc(entry)) return `${formatUnits(amount, usdcDecimals)} USDC`
  const rounded = ((amount + shownStep / 2n) / shownStep) * shownStep
  return `${formatEther(rounded === 0n ? amount : rounded)} ETH`
}

const shownStep = 10n ** 14n

function shortAddress(address: Address | undefined): string {
  return address === undefined ? 'somebody' : `${address.slice(0, 6)}…${address.slice(-4)}`
}

function dayOf(seconds: ActivityEntry['detail']): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? 'a day beyond the calendar' : date.toISOString().slice(0, 10)
}
