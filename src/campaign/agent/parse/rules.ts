import type { Item } from './find-phrases.ts'
import grammar from './grammar.json'

/** One value that a brief gives to a parameter, in the order of the brief. */
export interface Setting {
  /** Of the parameter, such as `controls.placement`; of a line of copy and of a format its own. */
  path: string
  value: string | number
  /** Overridden by any other value of the parameter. */
  isWeak?: boolean
  /** Of a format: excludes those requested before. */
  isOnly?: boolean
}

/** State of parsing a brief: what has been read of its items changes their kind and adds settings. */
export interface Brief {
  text: string
  items: Item[]
  settings: Setting[]
  unrecognized: { start: number; end: number }[]
  warnings: string[]
}

/** One step of a pattern: `kind`, `!kind` none follows, `?kind` at most one, `*kind` any number. */
interface Step {
  sign: string
  kinds: ReadonlySet<string>
}

/** What an item becomes by its neighbours; patterns go outwards from the item. */
interface RuleText {
  of: string
  before?: string
  after?: string
  /** New kind and value of the item, of the cue, and of all from the item to the cue: the last item of the pattern. */
  as?: string
  value?: string
  cueAs?: string
  span?: string
  /** Parameter that gets the value of the item; `+` adds it to the last one as another line. */
  set?: string
  warn?: string
  unread?: boolean
}

export type Group = keyof typeof grammar.groups
type Pattern = keyof typeof grammar.patterns

const skipMax = 12
const groups = new Map<string, ReadonlySet<string>>()
for (const [name, kinds] of Object.entries(grammar.groups)) groups.set(name, kindsOf(kinds))
const patterns = new Map(Object.entries(grammar.patterns).map(([name, text]) => [name, stepsOf(text)]))
const passes = grammar.passes.map(({ isBackwards, rules }) => ({
  isBackwards,
  rules: rules.map(compile),
}))

/** The kinds of names of kinds and groups; `kind=value` is a kind with one value. */
function kindsOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [...(groups.get(name) ?? [name])]))
}

function stepsOf(pattern = ''): Step[] {
  return pattern.split(' ').flatMap((step) => {
    const sign = /^[!?*]/.exec(step)?.[0] ?? ''
    return step === '' ? [] : [{ sign, kinds: kindsOf(step.slice(sign.length).split('|')) }]
  })
}

function compile(rule: RuleText) {
  return {
    ...rule,
    kinds: kindsOf(rule.of.split('|')),
    before: stepsOf(rule.before),
    after: stepsOf(rule.after),
  }
}

const isIn = (kinds: ReadonlySet<string>, item: Item | undefined) =>
  kinds.has(item?.kind ?? 'edge') || kinds.has(`${item?.kind}=${item?.value}`)

export const is = (item: Item | undefined, group: Group) => isIn(groups.get(group) ?? new Set(), item)

/** The index of the last item of a pattern that fits beside an item, in one direction. */
export const find = (items: readonly Item[], from: number, direction: 1 | -1, pattern: Pattern) =>
  reach(items, from, direction, patterns.get(pattern) ?? [])

function reach(items: readonly Item[], from: number, direction: 1 | -1, steps: readonly Step[]) {
  let at = from
  for (const { sign, kinds } of steps) {
    const max = sign === '*' ? skipMax : sign === '!' ? 0 : 1
    let count = 0
    while (count < max && isIn(kinds, items[at + direction])) {
      at += direction
      count += 1
    }
    if (sign === '' ? count === 0 : sign === '!' && isIn(kinds, items[at + direction])) return undefined
  }
  return at
}

/** Applies the rules pass by pass, in their order to each item. Linear, as the length of patterns is bounded. */
export function applyRules(brief: Brief): void {
  const { length } = brief.items
  for (const { isBackwards, rules } of passes)
    for (let count = 0; count < length; count++)
      for (const rule of rules) applyRule(brief, rule, isBackwards ? length - 1 - count : count)
}

function applyRule(brief: Brief, rule: ReturnType<typeof compile>, at: number): void {
  const { items, settings, unrecognized, warnings } = brief
  const item = items[at]
  if (item === undefined || !isIn(rule.kinds, item)) return
  const before = reach(items, at, -1, rule.before)
  const after = reach(items, at, 1, rule.after)
  if (before === undefined || after === undefined) return
  const cueAt = after > at ? after : before
  const cue = items[cueAt] ?? item
  const { value, start, end } = item
  const last = settings.at(-1)
  if (rule.set === '+' && last !== undefined) last.value += `\n${value}`
  else if (rule.set !== undefined)
    settings.push({ path: rule.set.replace('{cue}', cue.value).replace('{at}', `${start}`), value })
  if (rule.warn !== undefined) warnings.push(rule.warn.replace('{}', () => value))
  if (rule.unread) unrecognized.push({ start, end })
  if (rule.set !== undefined && item.kind === 'openQuote')
    warnings.push('Read the copy up to the end of its sentence, as its quotation mark is not closed')
  if (rule.span !== undefined)
    for (const one of items.slice(Math.min(at, cueAt), Math.max(at, cueAt) + 1)) one.kind = rule.span
  if (rule.cueAs !== undefined) cue.kind = rule.cueAs
  item.kind = rule.as ?? item.kind
  item.value = rule.value ?? value
}
