import grammar from './grammar.json'
import { type Brief, is, kindsOf, partFrom } from './rules.ts'
import type { Item } from './tokenize.ts'

const letters = Object.entries(grammar.letters).map(([letter, names]) => ({ letter, kinds: kindsOf(names) }))
/** What to cut before the first, between two and after the last scene words of a sentence, by the letters of kinds. */
const cutBefore = /^(?:.*u(?:[^u]*b)?[acf]*|[bf]*b)/
const cutBetween = /b[^bu]*u(?:.*u)?(?:[^u]*b)?a*|^[^bu]*u(?:.*u)?(?:[^u]*b)?/
const cutAfter = /b?[^bu]*u.*|^[bf]+$/

/** The brief without its instructions and their connecting words, otherwise verbatim. */
export function scenePrompt(brief: Brief): string {
  const { items } = brief
  let prompt = ''
  let gap = ''
  let scene = ''
  for (let at = 0; at < items.length; at++) {
    const sentence = partFrom(items, at, 'sentenceEnd')
    if (sentence.length > 0) {
      scene = sceneOf(brief, sentence)
      if (scene !== '') prompt += gap + scene
      if (scene !== '') gap = /[。！？]/.test(items[at + sentence.length]?.value ?? '') ? '' : ' '
      at += sentence.length
    }
    const stop = items[at]?.value ?? ''
    if (stop === '\n' && prompt !== '') gap = '\n'
    else if (scene !== '') prompt += stop
  }
  return prompt
}

/** The scene words of a sentence; a sentence without any is a scene if it only describes a look. */
function sceneOf({ text, unrecognized }: Brief, items: readonly Item[]): string {
  const ends = { start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0 }
  const form = items.map(letterOf).join('')
  const hasScene = form.includes('s')
  const isUsed = form.includes('u')
  if (!hasScene && !isUsed && items.some((item) => is(item, 'look'))) return text.slice(ends.start, ends.end)
  if (!hasScene && !isUsed && items.some((item) => is(item, 'attribute'))) unrecognized.push(ends)
  if (!hasScene) return ''
  let scene = ''
  let keptTo = ends.start
  for (const { 0: gap, index } of form.matchAll(/[^s]+/g)) {
    const isLast = index + gap.length === form.length
    const cut = (index === 0 ? cutBefore : isLast ? cutAfter : cutBetween).exec(gap)
    if (cut === null) continue
    const from = index + cut.index
    const to = from + cut[0].length
    unrecognized.push(...items.slice(from, to).filter((item) => is(item, 'measure')))
    const joiner = index === 0 || isLast ? '' : joinerOf(items.slice(from, to), cut[0])
    scene += text.slice(keptTo, items[from - 1]?.end ?? keptTo) + joiner
    keptTo = items[to]?.start ?? ends.end
  }
  return scene + text.slice(keptTo, ends.end)
}

const letterOf = ({ kind }: Item) => letters.find(({ kinds }) => kinds.has(kind))?.letter ?? 'o'

/** What stands for a cut between scene words: the mark after it if strong, else the one before it. */
function joinerOf(cut: readonly Item[], form: string): string {
  const before = form.startsWith('b') ? cut[0]?.value : undefined
  const after = /b[^u]*$/.test(form) ? cut[form.lastIndexOf('b')]?.value : undefined
  const mark = after === ':' || after === ';' ? after : (before ?? after ?? '')
  return /[–—]/.test(mark) ? ` ${mark} ` : /[:;]/.test(mark) ? `${mark} ` : mark === '' ? ' ' : ', '
}
