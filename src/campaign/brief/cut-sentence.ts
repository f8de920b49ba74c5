import { findDate } from '../compose/layouts/dates.ts'
import { isPrice } from '../compose/layouts/numbers.ts'
import data from './missing-parts.json'
import { oneOf } from './one-of.ts'
import { wrapperOf } from './picture-requests.ts'
import { type Brief, is } from './rules.ts'
import { subjectIn } from './take-eyebrow.ts'
import { isOpen, type Span } from './take-part.ts'

const { date, message } = data
/** Stands where a part of a sentence was taken. */
export const gap = '\0'
/** What stands before a title. */
export const titleLabel = /^([^:]{2,60}?) ?([:,]?) ?$/
/** "– safety week", ", a beeswax candle" */
const apposed = new RegExp(`^(?:\\s*[–—-]\\s|, ${oneOf(message.indefinites)} )`, 'u')
const gaps = /\s*([,;:–—-]?)\s*\0(?:[\s,;]*\0)*\s*([,;:–—-]?)\s*/gu
/** What is left of "out on 12 April" or "starts Sunday" without its day. */
const begins = new RegExp(`(?:([,;]\\s*)${oneOf(date.begins)}| ${oneOf(date.starts)})\\s*(?=\\0)`, 'giu')
/** What stands before a discount or, in a sentence, behind it: "on all coats". */
const discounted = new RegExp(`^ ${oneOf(['on', ...data.price.discounted])} `, 'iu')
/** "Opens the season with" without what it opens with. */
const dangling = new RegExp(` ${oneOf(message.dangling)}\\s*(?=\0)`, 'giu')

export interface Sentence extends Span {
  /** What was taken of it, and a quotation beside the day of an event, which is its title. */
  cuts: Brief['taken']
  hasHeadline: boolean
  /** Where what a dash leads from its headline begins: 'Poster "..." – safety week'. */
  dashedAt: number | undefined
  /** Where its headline begins, or a quotation that the brief does not name as a part. */
  quotedAt: number | undefined
  /** Of sentences without a cut what campaigns alone say is kept, of others all, or what stands beside the cut. */
  kept: 'said' | 'all' | 'beside'
}

export function sentenceAt({ text, items, taken }: Brief, { start, end }: Span): Sentence {
  const found = taken.filter((one) => one.start < end && one.end > start)
  const written = found.map((cut) => text.slice(cut.start, cut.end))
  const isDated = written.some((each) => findDate(each) !== undefined)
  const quoted = items.find((one) => one.kind === 'line' && one.start < end && one.end > start)
  const [, label = ''] = (quoted && titleLabel.exec(text.slice(start, quoted.start))) || []
  const isDashed =
    quoted !== undefined &&
    apposed.test(text.slice(quoted.end)) &&
    text.slice(start, quoted.start).trim() !== ''
  const cuts =
    quoted && (isDashed || isDated || subjectIn(label) !== undefined || advertisedIn(label) !== undefined)
      ? [...found, { ...quoted, path: 'copy.headline' }]
      : found
  return {
    start,
    // The words after a call belong to it.
    end: cuts.find(({ path }) => path === 'copy.action')?.start ?? end,
    cuts,
    dashedAt: isDashed ? quoted.end : undefined,
    hasHeadline: cuts.some(({ path }) => path === 'copy.headline'),
    quotedAt: quoted?.start ?? cuts.find(({ path }) => path === 'copy.headline')?.start,
    kept:
      cuts.length === 0
        ? 'said'
        : isDated || written.some((each) => isPrice(each) || each.includes('%'))
          ? 'all'
          : 'beside',
  }
}

/** "Launch teaser for noise-cancelling earbuds 'Hush 2'". */
export function advertisedIn(words: string): string | undefined {
  const wrapper = wrapperOf(`${words} `)
  return wrapper === '' ? undefined : subjectIn(words.slice(wrapper.length))
}

/**
 * A sentence with gaps for what was taken of it, but for a discount, without which what it is on says nothing; undefined if it
 * holds a part or an instruction that the brief names.
 */
export function leftOf({ text, items }: Brief, { start, end, cuts }: Sentence): string | undefined {
  let left = ''
  let from = start
  // A colour that no part of the picture has may be a fruit or a flower.
  const uncoloured = items.filter(({ kind }) => kind !== 'color')
  for (const cut of [...cuts, { path: '', start: end, end }].toSorted(
    (one, other) => one.start - other.start,
  )) {
    const piece = { start: from, end: Math.min(end, Math.max(from, cut.start)) }
    if (!isOpen(cuts.length > 0 ? uncoloured : items, piece)) return undefined
    left += text.slice(piece.start, piece.end)
    const isDiscount = cut.path === 'copy.badge' && text.slice(cut.start, cut.end).includes('%')
    // "Winter sale, 50 % on coats" says what the sale is without it.
    const isOn = isDiscount && discounted.test(text.slice(cut.end, end)) && /\p{L}[\s,\0]*$/u.test(left)
    if (isOn) left = left.replace(/[\s,\0]+$/, ' ')
    if (cut.start < end) left += isDiscount && !isOn ? text.slice(cut.start, cut.end) : gap
    from = Math.max(from, cut.end)
  }
  const isLook = items.some((item) => item.start < end && item.end > start && is(item, 'look'))
  return isLook && cuts.length === 0 ? undefined : left
}

/** Without gaps, and without marks at its ends. */
export function closed(left: string): string {
  return left
    .replace(begins, (_, comma = ' ') => comma)
    .replace(dangling, ' ')
    .replace(gaps, (_, before: string, after: string) =>
      before === ':' ? ': ' : before === '' && after === '' ? ' ' : ', ',
    )
    .replace(/^[\s,;:]*(?:[–—-]\s+)?|[\s,;:–—.。、-]+$/gu, '')
    .replace(/,\s*(?:,\s*)+/g, ', ')
    .replace(/ {2,}/g, ' ')
}
