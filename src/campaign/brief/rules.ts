import type { ChosenWords } from '../compose/controls.ts'
import type { CopyParts, PartName } from '../compose/copy/parts.ts'
import grammar from './grammar.json'
import properties from './properties.json'
import type { Item } from './tokenize.ts'

/** One value that a brief gives to a parameter. */
export interface Setting {
  /** Of the parameter, such as `controls.placement`; of a line of copy, a format and an exclusion its own. */
  path: string
  value: string | number
  /** Overridden by any other value of the parameter. */
  isWeak?: boolean | undefined
  /** Of a format: excludes those requested before. */
  isOnly?: boolean | undefined
}

/** What a request has besides its brief. */
export interface Beside {
  /** No sentence of the brief becomes copy. */
  readonly isTitled: boolean
  /** Parts of the copy that it names, empty ones too. */
  readonly named?: CopyParts | undefined
  /** A picture, so that the brief need not describe a scene. */
  readonly isPictured: boolean
  /** What it says in its own words, for a brief that names no headline. */
  readonly title?: string | undefined
  /** The campaign's or the product's name, for a brief without another headline. */
  readonly topic?: string | undefined
  /** Words of the brief that a language model chose as parts of the copy; unchecked. */
  readonly words?: readonly ChosenWords[] | undefined
}

/** State of parsing a brief: what has been read of its items changes their kind and adds settings. */
export interface Brief extends Beside {
  text: string
  items: Item[]
  settings: Setting[]
  unrecognized: { start: number; end: number }[]
  warnings: string[]
  /** Parts of the text that became copy although the brief does not name them as a part. */
  taken: { path: string; start: number; end: number }[]
  /** Those of `words` that became copy. */
  chosen: (ChosenWords & { start: number; end: number })[]
  /** Parts that the brief does not name, if a sentence of it was taken as the headline. */
  guessed?: readonly PartName[]
}

/**
 * A row of the table: what an item becomes by its neighbours. The patterns `before` and `after` go outwards from the
 * item: `kind` is needed, `?kind` may follow once, `*kind` up to 12 times, `~kind` is all before one; `=kind` and `!kind`
 * only look. Where one ends is the cue. `as`, `cueAs` and `span` are new kinds, of the item, of the cue and of all from the
 * one to the other, and `join` makes all of them one item with this value. `set` names parameters that get the value
 * `to`, else that of the item. `unread` reports what the patterns take, `all`
 * or the `rest` from the item on.
 */
export type Rule = { of: string; isWeak?: boolean; isOnly?: boolean } & { [name in RuleText]?: string }
type RuleText = 'before' | 'after' | 'as' | 'cueAs' | 'span' | 'join' | 'set' | 'to' | 'warn' | 'unread'

type Group = keyof typeof grammar.groups

const stepsMax = new Map(Object.entries({ '': 1, '?': 1, '*': 12, '~': 120 }))
const groups = new Map<string, ReadonlySet<string>>()
for (const [name, kinds] of Object.entries(grammar.groups)) groups.set(name, kindsOf(kinds))
const passes = grammar.passes.map(({ isBackwards, rules: rows }) => {
  const rules = rows.map(compile)
  return { isBackwards, rules, heads: rules.reduce((all, { heads }) => all.union(heads), new Set<string>()) }
})

/** The kinds of names of kinds and groups; `kind=value` is a kind with one value. */
export function kindsOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [...(groups.get(name) ?? [name])]))
}

function stepsOf(pattern = '') {
  const steps = [...pattern.matchAll(/([?*~=!]?)(\S+)/g)]
  return steps.map(([, sign = '', names = '']) => ({ sign, kinds: kindsOf(names.split('|')) }))
}

function compile({ of, before, after, ...effect }: Rule) {
  const kinds = kindsOf(of.split('|'))
  const heads = new Set(Array.from(kinds, (kind) => kind.replace(/=.*/s, '')))
  return { heads, kinds, before: stepsOf(before), after: stepsOf(after), ...effect }
}

const isIn = (kinds: ReadonlySet<string>, { kind, value } = { kind: 'edge', value: '' }) =>
  kinds.has(kind) || kinds.has(`${kind}=${value}`)

export const is = (item: Item | undefined, group: Group) => isIn(groups.get(group) ?? new Set(), item)

/** The index of the last item that a pattern takes beside an item; undefined if it does not fit. */
function reach(items: readonly Item[], from: number, step: 1 | -1, pattern: ReturnType<typeof stepsOf>) {
  let at = from
  for (const { sign, kinds } of pattern) {
    const end = at + step * (stepsMax.get(sign) ?? 0)
    const start = at
    while (at !== end && isIn(kinds, items[at + step]) !== (sign === '~')) at += step
    const isNext = isIn(kinds, items[at + step])
    if ((sign === '' && at === start) || (sign === '=' && !isNext) || (sign === '!' && isNext))
      return undefined
  }
  return at
}

/** Applies the rules pass by pass, in their order to each item. Linear, as the length of patterns is bounded. */
export function applyRules(brief: Brief): void {
  for (const { isBackwards, rules, heads } of passes) {
    const indices = [...brief.items.keys()]
    for (const at of isBackwards ? indices.reverse() : indices)
      if (heads.has(brief.items[at]?.kind ?? '')) for (const rule of rules) applyRule(brief, rule, at)
    brief.items = brief.items.filter(({ kind }) => kind !== 'joined')
  }
}

function applyRule(brief: Brief, rule: ReturnType<typeof compile>, at: number): void {
  const { items, settings, warnings } = brief
  const item = items[at]
  if (item === undefined || !rule.heads.has(item.kind) || !isIn(rule.kinds, item)) return
  const before = reach(items, at, -1, rule.before)
  const after = reach(items, at, 1, rule.after)
  if (before === undefined || after === undefined) return
  const cueAt = before < at ? before : after
  const cue = items[cueAt] ?? item
  const [first = item, ...others] = items.slice(Math.min(at, cueAt), Math.max(at, cueAt) + 1)
  const end = others.at(-1)?.end ?? first.end
  const { kind, value } = item
  const names: Record<string, string> = { kind, value, cue: cue.value, at: `line-${at}` }
  const fill = (template: string) => template.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
  const { set, to = '{value}', isWeak, isOnly } = rule
  const paths = set === undefined ? [] : fill(set).split(' ')
  settings.push(...paths.map((path) => ({ path, value: fill(to), isWeak, isOnly })))
  const size = to === 'asked' ? sizeNamed(value, brief.text.slice(item.start, item.end)) : undefined
  if (size !== undefined) settings.push({ path: `sizes.${value}`, value: size })
  if (rule.warn !== undefined) warnings.push(fill(rule.warn))
  const unread = items.slice(rule.unread === 'rest' ? at : before, rule.unread === undefined ? 0 : after + 1)
  for (const one of unread) one.kind = 'unread'
  if (unread.length > 0)
    brief.unrecognized.push({ start: unread[0]?.start ?? 0, end: unread.at(-1)?.end ?? 0 })
  for (const one of [first, ...others]) one.kind = rule.span ?? one.kind
  cue.kind = rule.cueAs ?? cue.kind
  item.kind = fill(rule.as ?? item.kind)
  if (rule.join === undefined) return
  for (const one of others) one.kind = 'joined'
  Object.assign(first, { value: fill(rule.join), end })
}

/** The items before the next one of a group, which must have the `edge` of the brief. */
export function partFrom(items: readonly Item[], from: number, end: Group): Item[] {
  let to = from
  while (!is(items[to], end)) to += 1
  return items.slice(from, to)
}

const sizes = Object.entries(properties.sizes).flatMap(([format, each]) =>
  Object.entries(each).map(([size, words]) => ({ format, size, words: new Set(words) })),
)
const between = /[^\p{L}\p{N}:.,]+/u
const by = /\s?(?:x|by|to|×)\s?/gu

/** The size of a format that the words for it ask for: a story has another shape than a post. */
function sizeNamed(format: string, written: string): string | undefined {
  const text = written.toLowerCase()
  const words = [...text.split(between), text.replaceAll(by, 'x')]
  return sizes.find((one) => one.format === format && words.some((word) => one.words.has(word)))?.size
}
