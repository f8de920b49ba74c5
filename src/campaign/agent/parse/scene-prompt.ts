import { type Brief, is } from './rules.ts'
import type { Item } from './tokenize.ts'

const isScene = (item: Item | undefined) => is(item, 'scene')

/** The brief without its instructions and their connecting words, otherwise verbatim. */
export function scenePrompt(brief: Brief): string {
  const { items } = brief
  let prompt = ''
  let gap = ''
  let isKept = false
  for (let from = 0; from < items.length; from++) {
    const item = items[from]
    if (item?.kind === 'stop') {
      if (item.value === '\n' && prompt !== '') gap = '\n'
      else if (isKept) prompt += item.value
      continue
    }
    let to = from
    while (to < items.length && items[to]?.kind !== 'stop') to += 1
    const scene = sentenceScene(brief, items.slice(from, to))
    isKept = scene !== ''
    if (isKept) {
      prompt += gap + scene
      gap = ' '
    }
    from = to - 1
  }
  return prompt
}

function sentenceScene({ text, unrecognized }: Brief, sentence: readonly Item[]): string {
  const keyAt = sentence[0]?.kind === 'det' ? 1 : 0
  const isKeyed = sentence[keyAt + 1]?.value === ':' && is(sentence[keyAt], 'sceneKey')
  const items = isKeyed ? sentence.slice(keyAt + 2) : sentence
  const ends = { start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0 }
  if (!items.some(isScene)) {
    const isUsed = items.some((item) => is(item, 'written'))
    if (!isUsed && items.some((item) => is(item, 'look'))) return text.slice(ends.start, ends.end)
    if (!isUsed && items.some((item) => is(item, 'attribute'))) unrecognized.push(ends)
    return ''
  }
  let scene = ''
  let keptTo = ends.start
  for (let from = 0; from < items.length; ) {
    let to = from
    while (to < items.length && !isScene(items[to])) to += 1
    const cut = cutOf(items.slice(from, to), from > 0, to < items.length)
    if (cut !== undefined) {
      scene += text.slice(keptTo, items[from + cut.from - 1]?.end ?? keptTo) + cut.joiner
      keptTo = items[from + cut.to]?.start ?? ends.end
    }
    while (isScene(items[to])) to += 1
    from = to
  }
  return scene + text.slice(keptTo, ends.end)
}

interface Cut {
  from: number
  to: number
  /** Replaces the cut part. */
  joiner: string
}

/** The part to cut between two scene words, or between one and an end of the sentence. */
function cutOf(items: readonly Item[], hasBefore: boolean, hasAfter: boolean): Cut | undefined {
  const kinds = items.map((item) => (is(item, 'written') ? 'used' : item.kind))
  const artefactAt = hasBefore || !kinds.includes('request') ? -1 : kinds.lastIndexOf('artefact')
  const firstUsed = artefactAt < 0 ? kinds.indexOf('used') : 0
  const lastUsed = Math.max(artefactAt, kinds.lastIndexOf('used'))
  if (firstUsed < 0) return cutCourtesy(items, hasBefore, hasAfter)

  const breakBefore = kinds.slice(0, firstUsed).lastIndexOf('break')
  const breakAfter = kinds.lastIndexOf('break') > lastUsed ? kinds.lastIndexOf('break') : -1
  const from = hasBefore ? Math.max(breakBefore, 0) : 0
  if (!hasAfter) return { from, to: items.length, joiner: '' }
  let to = Math.max(lastUsed, breakAfter) + 1
  if (breakBefore >= 0) while (kinds[to] === 'and') to += 1
  if (!hasBefore) while (is(items[to], 'connective')) to += 1
  return { from, to, joiner: hasBefore ? joinerOf(items[breakBefore], items[breakAfter]) : '' }
}

function cutCourtesy(items: readonly Item[], hasBefore: boolean, hasAfter: boolean): Cut | undefined {
  const to = hasAfter ? items.findLastIndex(({ kind }) => kind === 'break') + 1 : items.length
  const isCourtesy = !(hasBefore && hasAfter) && items.slice(0, to).every((item) => is(item, 'courtesy'))
  return isCourtesy ? { from: 0, to, joiner: '' } : undefined
}

function joinerOf(before: Item | undefined, after: Item | undefined): string {
  const mark =
    after?.value === ':' || after?.value === ';' ? after.value : (before?.value ?? after?.value ?? '')
  if (mark === '–' || mark === '—') return ` ${mark} `
  return mark === '' ? ' ' : `${mark === ':' || mark === ';' ? mark : ','} `
}
