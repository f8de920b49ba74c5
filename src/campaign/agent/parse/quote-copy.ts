import { is } from './rules.ts'
import type { Item } from './tokenize.ts'

const itemsMax = 120
const aheadMax = 12
const capital = /[\p{Lu}¡¿]/uy
const offer = /[\p{Lu}\d€$£¥−–-]/uy

/**
 * Makes copy without quotation marks a quotation: what follows its name and a colon, up to the end of its sentence, or of
 * its line in a brief of lines ("Subline: A, b for c."), and what follows the name with a capital ("CTA Get the app").
 */
export function quoteCopy(text: string, items: readonly Item[]): Item[] {
  const hasCase = /\p{Ll}/u.test(text)
  const hasLines = items.some(({ kind }) => kind === 'newline')
  const quoted: Item[] = []
  let hasCopy = false
  for (let at = 0; at < items.length; at++) {
    const item = items[at]
    if (item === undefined) break
    const isUnder = item.kind === 'under'
    quoted.push(isUnder ? { ...item, kind: hasCopy ? 'copy' : 'around' } : item)
    const name = nameAt(text, items, at, hasCase)
    const isLine = hasLines && is(items[beforeMarks(items, at)], 'lineEdge')
    const to = name === undefined || (isUnder && !hasCopy) ? at : endOf(text, items, at, name, isLine, hasCase)
    hasCopy ||= is(item, 'copyCue') || is(item, 'quotes')
    if (name === undefined || to === at) continue
    const start = items[name.from]?.start ?? item.end
    const mark = items[to]
    const end = /[!?！？؟]/.test(mark?.kind === 'stop' ? mark.value : '') ? mark?.end : items[to - 1]?.end
    quoted.push(...items.slice(at + 1, name.from).filter(({ kind }) => kind !== 'newline'))
    quoted.push({ kind: 'quote', value: text.slice(start, end), start, end: end ?? start })
    at = end === mark?.end ? to : to - 1
  }
  return quoted
}

function beforeMarks(items: readonly Item[], at: number): number {
  let before = at - 1
  while (is(items[before], 'listMark')) before--
  return before
}

/** The name of a line of copy at an item that unquoted copy may follow, and where that would begin. */
function nameAt(text: string, items: readonly Item[], at: number, hasCase: boolean) {
  const item = items[at]
  if (!is(item, 'copyName')) return undefined
  let from = at + 1
  const isCapital = (pattern = capital) => hasCase && startsWith(pattern, text, items[from])
  while (from < at + aheadMax && is(items[from], 'betweenNameAndCopy') && !isCapital()) from++
  const hasColon = item?.kind === 'under' || is(items[from], 'colon')
  if (is(items[from], 'colon') || is(items[from], 'dash')) from++
  const isClear = hasColon && !is(item, 'statement')
  if (hasColon && items[from]?.kind === 'newline' && !isInstruction(text, items, from + 1, hasCase)) from++
  const isBadge = item?.value === 'badge'
  if (isClear && !(isBadge && !is(items[at - 1], 'nameLead'))) return { from, hasColon, isBadge }
  const isNamed = is(item, 'strongName') ? !is(items[at - 1], 'plainScene') : is(items[at - 1], 'nameLead')
  const isCopy = isCapital(isBadge ? offer : capital) && !is(items[from], 'quotes')
  return isCopy && (isNamed || is(item, 'sureName')) ? { from, hasColon, isBadge } : undefined
}

function startsWith(pattern: RegExp, text: string, item: Item | undefined): boolean {
  pattern.lastIndex = item?.start ?? text.length
  return pattern.test(text)
}

/** Where the copy ends; at its name if there is none, as what follows only describes it. */
function endOf(
  text: string,
  items: readonly Item[],
  at: number,
  { from, hasColon, isBadge }: { from: number; hasColon: boolean; isBadge: boolean },
  isLine: boolean,
  hasCase: boolean,
): number {
  const isListed = !hasColon && items[at - 1]?.value === ','
  let to = from
  let comma: number | undefined
  for (; to < items.length && items[to]?.kind !== 'newline'; to++) {
    const item = items[to]
    if (to - from > itemsMax || is(item, 'quotes')) return at
    if (item?.kind === 'stop' && !(isLine && hasColon)) break
    if (item?.value === ',' && isListed) comma ??= to
    if (to > from && is(item, 'clauseEdge') && isInstruction(text, items, to + 1, hasCase)) {
      to = comma ?? to
      break
    }
  }
  const words = items.slice(from, to)
  const hasScene = words.some((item) => is(item, 'scene') || (isBadge && is(item, 'measure')))
  const isCopy = hasScene || (words.length > 0 && !words.some((item) => is(item, 'describing')))
  return isCopy ? to : at
}

/** Whether a clause is an instruction: it names what instructions are about, and has no word of a scene. */
function isInstruction(text: string, items: readonly Item[], start: number, hasCase: boolean): boolean {
  let at = start
  while (at < start + aheadMax && is(items[at], 'beforeName')) at++
  const item = items[at]
  if (item === undefined || !is(item, 'endsCopy')) return false
  if (is(item, 'source')) return true
  if (is(item, 'copyName')) {
    const name = nameAt(text, items, at, hasCase)
    if (name !== undefined || is(items[at + 1], 'quotes')) return true
  }
  let end = at
  while (end < at + itemsMax && !is(items[end], 'clauseEnd') && !is(items[end], 'scene')) end++
  return is(items[end], 'clauseEnd') && (end - start > 1 || is(item, 'wholeInstruction'))
}
