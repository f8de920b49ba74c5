import type { Item } from './find-phrases.ts'
import groups from './kind-groups.json'
import {
  isAttribute,
  isBoundary,
  isOf,
  isScene,
  markUsed,
  nounBeside,
  type Reading,
  skip,
} from './reading.ts'

/**
 * Decides by their neighbours which ambiguous words are instructions and which belong to the scene:
 * `square` in "a square post", "town square" and "square, story".
 */
export function readWords({ items }: Reading): void {
  for (const [at, item] of items.entries()) {
    const before = items[at - 1]
    const after = items[at + 1]
    if (item.kind === 'no' && isBoundary(after)) item.kind = 'correction'
    if (item.kind === 'number') readNumber(items, at, item)
    if (item.kind === 'number' && isBoundary(before) && isBoundary(after)) item.kind = 'glue'
    if (item.kind === 'headerWord') become(item, 'weakFormat', 'landscape')
    if (item.kind === 'weakCopy' && before?.kind === 'no') item.kind = 'copy'
    if (item.kind === 'free') {
      const isDescribing = !isOf(groups.negatable, before) || !(isBoundary(after) || after?.kind === 'and')
      item.kind = isDescribing ? 'word' : 'none'
      if (isDescribing && before?.kind === 'logo') before.kind = 'word'
    }
    if (item.kind === 'shapeFormat' && after?.kind === 'weakFormat') item.kind = 'glue'
    if (item.kind === 'channel') item.kind = channelKind(items, at)
    else if (isOf(groups.formatWords, item)) item.kind = isFormat(items, at, item) ? 'format' : 'word'
    if (isOf(groups.modeWords, item)) item.kind = isMode(items, at, item) ? 'mode' : 'word'
    if (item.kind === 'key' && !isScene(before) && (after?.value === ':' || after?.value === 'is'))
      markUsed(items, at, after.end)
  }
  readAttributes(items)
}

/** A number gets its unit from the noun beside it: `opacity 0.8`, `margin: 40`. */
function readNumber(items: readonly Item[], at: number, item: Item): void {
  const noun = nounBeside(items, at)
  const value = Number(item.value)
  if (noun === undefined) return
  if (value <= 1) become(item, 'percent', `${value * 100}`)
  else item.kind = noun.value === 'opacity' || noun.value === 'transparency' ? 'percent' : 'px'
}

function become(item: Item, kind: Item['kind'], value: string): void {
  item.kind = kind
  item.value = value
}

/** `LinkedIn` alone is a format; beside a format it only names the channel. */
function channelKind(items: readonly Item[], at: number): Item['kind'] {
  const next = items[at + 1]
  if (isScene(next)) return 'word'
  const leadAt = skip(items, at - 1, -1, groups.prepositions)
  const lead = items[leadAt]?.kind
  const isUse =
    lead === 'format' ? leadAt < at - 1 : lead === 'and' && items[leadAt - 1]?.kind === 'channelUse'
  return isUse || (isOf(groups.formatWords, next) && next?.kind !== 'channel') ? 'channelUse' : 'format'
}

function isFormat(items: readonly Item[], at: number, { kind }: Item): boolean {
  const before = items[at - 1]
  const after = items[at + 1]
  if (kind === 'format' || isOf(groups.artefacts, after) || after?.value === 'format') return true
  if (kind === 'mediaFormat' && isScene(before)) return isFor(after)
  if (isScene(before) || isScene(after)) return false

  const articleAt = skip(items, at - 1, -1, groups.beforeFormatWord)
  const hasArticle = items[articleAt]?.kind === 'det'
  const leadAt = hasArticle ? articleAt - 1 : articleAt
  const lead = items[leadAt]
  const listed = items[leadAt - 1]
  const isListed = lead?.kind === 'and' && (listed?.kind === 'format' || isBoundary(listed))
  const isAsked = isListed || isOf(groups.asking, lead) || isFor(lead)
  const isUsed =
    after?.kind === 'form' && isOf(groups.formatUses, items[skip(items, at + 2, 1, groups.determiners)])
  const isNamed = (isAsked || before?.kind === 'format') && isOf(groups.afterAsked, after)
  if (!isBoundary(after) && !isOf(groups.afterFormat, after) && !isUsed && !isNamed) return false
  if (lead?.kind === 'and' && isScene(listed)) return false
  if (hasArticle) return isAsked
  if (kind === 'shapeFormat' && isBoundary(lead) && after?.kind === 'break') return false
  return !isOf(groups.neverBeforeFormat, lead)
}

const isFor = (item: Item | undefined) => item?.kind === 'form' && item.value === 'for'

function isMode(items: readonly Item[], at: number, { kind }: Item): boolean {
  const after = items[at + 1]
  if (after?.kind === 'overlayNoun') return true
  if (isScene(after)) return false
  if (kind === 'mode') return true
  const leadAt = skip(items, at - 1, -1, groups.adjectives)
  const lead = items[leadAt]
  const isAround =
    after?.kind === 'around' || (kind === 'weakMode' && isBoundary(lead) && after?.kind === 'det')
  if (isAround && isOf(groups.framed, items[skip(items, at + 2, 1, groups.determiners)]))
    return !isScene(lead)
  if (lead?.value === ':') return items[leadAt - 1]?.kind === 'overlayNoun'
  if (kind === 'rareMode' && lead?.kind === 'with') return false
  if (isOf(groups.beforeMode, lead)) return true
  if (lead?.kind === 'and') return items[leadAt - 1]?.kind === 'mode'
  return kind === 'weakMode' && isBoundary(lead) && isBoundary(after)
}

/** From right to left: an adjective before a scene word belongs to the scene, as do those joined to it. */
function readAttributes(items: readonly Item[]): void {
  const turned = new Set<Item | undefined>()
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at]
    const next = items[at + 1]
    if (item?.kind === 'shade' && (isAttribute(next) || isOf(groups.named, next))) item.kind = 'det'
    if (item === undefined || !isAttribute(item)) continue
    const before = items[at - 1]
    const after = items[skip(items, at + 1, 1, groups.nouns)]
    const ofWhat = next?.value === 'of' ? items[skip(items, at + 2, 1, groups.determiners)] : undefined
    const joined = next?.kind === 'and' ? items[at + 2] : undefined
    if (before?.kind === 'word' && isAdverb(before, items[at - 2])) before.kind = 'glue'
    if (!isWord(after) && !isWord(before) && !isScene(ofWhat) && !turned.has(joined)) continue
    item.kind = 'word'
    turned.add(item)
  }
}

/** Whether an unknown word is an adverb of a placement: `logo discreetly bottom right`. */
function isAdverb({ value }: Item, before: Item | undefined): boolean {
  return before?.kind === 'logo' || before?.kind === 'copy' || (!isScene(before) && /(?:ly|ed)$/.test(value))
}

/** Effects and shades may describe copy or scene, so they are not evidence. */
function isWord(item: Item | undefined): boolean {
  return isScene(item) && item?.kind !== 'effect' && item?.kind !== 'shade'
}
