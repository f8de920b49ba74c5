import type { Item } from './find-phrases.ts'
import groups from './kind-groups.json'
import { isBoundary, isOf, isScene, markUsed, type Reading, skip } from './reading.ts'

const cueItemsMax = 12
const unquotedItemsMax = 120

/**
 * Reads the copy: quotations, and text after `Headline:` without quotation marks. The path of a line is its name in the
 * brief, so that a second headline replaces the first one. Quoted names of things remain scene words.
 */
export function readCopy(reading: Reading): void {
  const { items, settings, warnings } = reading
  for (const [at, item] of items.entries()) {
    if (isOf(groups.copyCues, item) && items[at + 1]?.value === ':') readUnquoted(reading, at, item)
    if (!isOf(groups.quotes, item)) continue
    const before = items[skip(items, at - 1, -1, groups.betweenQuotes)]
    const path = before?.kind === 'quote' ? 'joined' : pathOf(items, at)
    if (path !== undefined && item.kind === 'openQuote')
      warnings.push('Read the copy up to the end of its sentence, as its quotation mark is not closed')
    const last = settings.at(-1)
    if (path === 'joined' && last !== undefined) last.value += `\n${item.value}`
    else if (path !== undefined) settings.push({ path, value: item.value })
    item.kind = path === undefined ? 'word' : 'quote'
  }
}

/** The path of a quotation by its cue; undefined for the name of something in the scene. */
function pathOf(items: readonly Item[], at: number): string | undefined {
  const before = items[at - 1]
  const isBeforeScene = isScene(items[at + 1])
  const after = skip(items, at + 1, 1, groups.betweenQuoteAndCue)
  const following = isOf(groups.quotes, items[after + 1]) ? undefined : asCue(items[after])
  for (let place = at - 1, isSaid = false; place > at - cueItemsMax; place--) {
    const item = items[place]
    const cue = asCue(item)
    if (cue !== undefined) return cue
    isSaid ||= item?.kind === 'say'
    const isSign = item?.kind === 'naming' || (item?.kind === 'mediaFormat' && isBeforeScene)
    if (isSaid && isSign) return undefined
    if (isOf(groups.betweenCueAndQuote, item) || item?.value === ':') continue
    if (isSaid) return 'copy.any'
    break
  }
  if (following !== undefined) return following
  const owner = items[skip(items, at - 1, -1, groups.scene)]
  const isOwned = isScene(before) && owner?.value === 'our'
  const isThe = before?.kind === 'det' && before.value !== '' && isBoundary(items[at + 1])
  const isInScene = (before?.kind === 'det' || isScene(before)) && isBeforeScene
  const isName = before?.kind === 'naming' || isOwned || isThe || isInScene
  return isName ? undefined : `copy.${at}`
}

function asCue(item: Item | undefined): string | undefined {
  if (item === undefined || !isOf(groups.copyCues, item)) return undefined
  item.kind = 'copy'
  return `copy.${item.value}`
}

/** Reads to the end of the line in a brief of lines, else to the end of the sentence or the next instruction. */
function readUnquoted({ items, settings, text }: Reading, at: number, cue: Item): void {
  const from = at + 2
  const isLine = text.includes('\n') && (at === 0 || items[at - 1]?.value === '\n')
  let hasWord = false
  let to = from
  for (; to < from + unquotedItemsMax; to++) {
    const item = items[to]
    if (item === undefined || item.value === '\n' || (item.kind === 'stop' && !isLine)) break
    if (isOf(groups.quotes, item)) return
    const next = items[skip(items, to + 1, 1, groups.determiners)]
    if (isOf(groups.betweenQuotes, item) && isOf(groups.endsUnquotedCopy, next)) break
    hasWord ||= isScene(item)
  }
  if (!hasWord || to === from + unquotedItemsMax) return
  const mark = items[to]?.value ?? ''
  const end = (items[to - 1]?.end ?? 0) + ('!?'.includes(mark) ? mark.length : 0)
  settings.push({ path: asCue(cue) ?? '', value: text.slice(items[from]?.start, end).trim() })
  markUsed(items, from, end)
}
