import { anchors } from '../../compose/controls.ts'
import { formatIds } from '../../compose/formats.ts'
import type { Item } from './find-phrases.ts'
import properties from './properties.json'
import { type Brief, find, type Group, is, type Setting } from './rules.ts'

/** Target of an instruction; `overlay` has no attributes. */
type Target = 'logo' | 'copy' | 'both' | 'overlay'

/** State of reading the items between two scene words or ends of sentences. */
interface Run {
  brief: Brief
  to: number
  /** Where the present part of the sentence begins. */
  part: number
  /** For each index the target that is named next. */
  next: ReadonlyMap<number, Target>
  /** Targets named in the run, and in the one before that named any. */
  named: Target[]
  last: readonly Target[]
  /** Target named last, and its index. */
  target: Target | undefined
  targetAt: number
  /** Target of attributes without one. */
  fallback: Target | undefined
  /** Target of the last attribute or quotation in this part of the sentence. */
  given: Target | undefined
  /** Settings of the run by path. */
  found: Map<string, Setting>
  isCorrection: boolean
  isExcluding: boolean
}

const tableOf = <T>(table: Record<string, Record<string, T>>) =>
  new Map(Object.entries(table).map(([name, row]) => [name, new Map(Object.entries(row))]))
const paths = tableOf<string>(properties.paths)
const values = tableOf<string | number>(properties.values)
const units = new Map(Object.entries(properties.units))

/** Reads the settings in the words between scene words, and their targets: the logo, the copy or the overlay. */
export function readInstructions(brief: Brief): void {
  const { items } = brief
  let last: readonly Target[] = []
  let part = 0
  for (let from = 0, to = 0; from < items.length; from = to + 1) {
    to = from
    while (!endsRun(items[to])) to += 1
    if (to > from) {
      const run = readRun(brief, from, to, last, part)
      last = run.named.length > 0 ? run.named : last
      part = run.part
    }
    if (items[to]?.kind === 'stop') part = to + 1
  }
}

const endsRun = (item: Item | undefined) => item === undefined || item.kind === 'stop' || is(item, 'scene')

function readRun(brief: Brief, from: number, to: number, last: readonly Target[], part: number): Run {
  const { items } = brief
  const own = items.slice(from, to)
  const isAfterScene = is(items[from - 1], 'scene')
  const next = nextTargets(items, from, to, isAfterScene)
  const isWhole = !isAfterScene && !is(items[to], 'scene') && !next.has(from)
  const isOpacity = own.some((item) => is(item, 'opacityNoun'))
  const run: Run = {
    brief,
    to,
    part,
    next,
    named: [],
    last,
    target: isWhole ? (isOpacity ? 'logo' : last.at(-1)) : undefined,
    targetAt: -1,
    fallback: own.some((item) => is(item, 'logoNoun')) ? 'logo' : undefined,
    given: undefined,
    found: new Map(),
    isCorrection: own.some(({ kind }) => kind === 'correction') && !own.some(({ kind }) => kind === 'also'),
    isExcluding: false,
  }
  for (let at = from; at < to; at++) {
    const item = items[at]
    if (item !== undefined) at = readItem(run, at, item)
  }
  readRest(run)
  return run
}

/** After a scene word the next target counts only up to the next comma. */
function nextTargets(items: readonly Item[], from: number, to: number, isAfterScene: boolean) {
  const targets = new Map<number, Target>()
  let next: Target | undefined
  for (let at = to - 1; at >= from; at--) {
    if (items[at]?.kind === 'break' && isAfterScene) next = undefined
    next = targetOf(items[at]) ?? next
    if (next !== undefined) targets.set(at, next)
  }
  return targets
}

function targetOf(item: Item | undefined): Exclude<Target, 'both'> | undefined {
  if (item?.kind === 'logo') return 'logo'
  return is(item, 'copyTarget') ? 'copy' : is(item, 'overlayTarget') ? 'overlay' : undefined
}

/** Returns the index of the last item read. */
function readItem(run: Run, at: number, item: Item): number {
  const { items, settings } = run.brief
  const target = targetOf(item)
  if (target !== undefined) nameTarget(run, at, item, target)
  else if (is(item, 'attribute')) return readAttribute(run, at, item)
  else if (item.kind === 'break') {
    run.given = undefined
    run.part = at + 1
  } else if (item.kind === 'used' && item.value.includes('://')) run.given = run.target
  else if (item.kind === 'it') run.target ??= run.named.at(-1) ?? run.last.at(-1)
  else if (item.kind === 'both') run.target = bothOf(item, run.named.length > 0 ? run.named : run.last)
  else if (item.kind === 'none') exclude(run, at, at, run.target === undefined ? [] : [exclusionOf(run.target)])
  else if (item.kind === 'no') return readNegation(run, at)
  else if (item.kind === 'placeNoun' && isBare(run)) takePart(run.brief, run.part)
  else if (item.kind === 'except') run.isExcluding = true
  else if (item.kind === 'format') {
    const isOnly = find(items, at, 1, 'only') !== undefined || find(items, at, -1, 'only') !== undefined
    settings.push(...formatSettings(item, run.isExcluding ? 'excluded' : 'asked', isOnly || run.isCorrection))
    item.kind = 'used'
  }
  return at
}

function nameTarget(run: Run, at: number, item: Item, target: Target): void {
  if (item.kind === 'mode') run.brief.settings.push({ path: 'overlayMode', value: item.value })
  if (item.kind === 'mode' || item.kind === 'line' || item.value.includes('://')) run.given = target
  if (item.kind !== 'overlayNoun' && (item.kind !== 'font' || run.given === 'copy')) item.kind = 'used'
  if (target !== 'overlay') run.named.push(target)
  run.target = target
  run.targetAt = at
}

/** Of two lines of copy, `both` are the copy. */
function bothOf({ value }: Item, named: readonly Target[]): Target {
  const [only = 'both', ...others] = new Set(named)
  return value === 'all' || others.length > 0 ? 'both' : only
}

/** Applies an attribute to its target: the one right after it, else the one before it, else the next one. */
function readAttribute(run: Run, at: number, item: Item): number {
  const { items, settings, unrecognized } = run.brief
  const isPlace = item.kind === 'place'
  const isLed = !isPlace || find(items, at, -1, 'lead') !== undefined
  const followingAt = isLed && run.targetAt !== at - 1 ? find(items, at, 1, 'targetAfter') : undefined
  const following = followingAt === undefined ? undefined : targetOf(items[followingAt])
  const target = following ?? run.target ?? run.next.get(at)
  const last = isPlace ? joinPlaces(items, at, item) : at
  const noun = is(item, 'measured') ? nounBeside(items, at) : undefined
  const found = settingsOf(item, target ?? run.fallback, noun?.value)
  if (found.length === 0 && target === undefined) return last
  if (found.length === 0) unrecognized.push({ start: item.start, end: items[last]?.end ?? item.end })
  else run.given = target ?? 'logo'
  for (const setting of found) {
    const before = isPlace ? run.found.get(setting.path) : undefined
    const corner = before && cornerOf(`${before.value}`, `${setting.value}`)
    if (before !== undefined && corner !== undefined) before.value = corner
    else {
      settings.push(setting)
      run.found.set(setting.path, setting)
    }
  }
  for (const one of items.slice(at, last + 1)) one.kind = 'used'
  if (noun !== undefined) noun.kind = 'used'
  const named = items[run.targetAt]
  if (named?.kind === 'font') named.kind = 'used'
  return last
}

/** Joins `bottom` and `left` to one place, with the words between them; returns the index of the last word. */
function joinPlaces(items: readonly Item[], at: number, item: Item): number {
  for (let last = at; ; ) {
    const next = find(items, last, 1, 'nextPlace')
    const corner = next === undefined ? undefined : cornerOf(item.value, items[next]?.value ?? '')
    if (next === undefined || corner === undefined) return items[last + 1]?.kind === 'placeNoun' ? last + 1 : last
    item.value = corner
    last = next
  }
}

/** The noun that a number or place belongs to: the one before it, or after a number. */
function nounBeside(items: readonly Item[], at: number): Item | undefined {
  const after = items[at]?.kind === 'place' ? undefined : find(items, at, 1, 'nounAfter')
  return items[find(items, at, -1, 'nounBefore') ?? after ?? -1]
}

/** The settings of an attribute for a target; empty if the target has no such parameter. */
function settingsOf({ kind, value }: Item, target: Target | undefined, noun = ''): Setting[] {
  const byTarget = paths.get(`${kind} ${noun}`) ?? paths.get(kind)
  const ones = target === 'both' ? ['logo', 'copy'] : [target ?? '']
  return ones.flatMap((one) => {
    const path = byTarget?.get(one)
    const unit = units.get(kind)
    if (path === undefined) return []
    if (unit === undefined) return [{ path, value: values.get(path)?.get(value) ?? numberOr(value) }]
    const share = Number(value) / (path === 'text.fontSize' ? 1 : unit)
    return [{ path, value: round(noun === 'transparency' ? 1 - share : share) }]
  })
}

const numberOr = (text: string) => (Number.isNaN(Number(text)) ? text : Number(text))
const round = (share: number) => Math.round(share * 10_000) / 10_000

/** The corner of a height and a side; undefined for contradictory places. */
function cornerOf(one: string, other: string): string | undefined {
  const parts = new Set([...one.split('-'), ...other.split('-')])
  const corner = ['top', 'bottom', 'left', 'right'].filter((part) => parts.has(part)).join('-') || 'center'
  return parts.has('auto') ? undefined : anchors.find((anchor) => anchor === corner)
}

/** The settings of a format word: `all` is overridden by single formats. */
function formatSettings({ value }: Item, how: 'asked' | 'excluded', isOnly = false): Setting[] {
  if (value !== 'all') return [{ path: `formats.${value}`, value: how, isOnly }]
  return how === 'asked' ? formatIds.map((id) => ({ path: `formats.${id}`, value: how, isWeak: true })) : []
}

/** Reads exclusions such as `no logo or text`. Attributes of something negated set nothing. */
function readNegation(run: Run, at: number): number {
  const { items } = run.brief
  const excluded: Setting[] = []
  let last = at
  for (let place = at + 1; place < Math.min(run.to, last + 12); place++) {
    const item = items[place]
    const target = item?.kind === 'line' ? undefined : item?.kind === 'say' ? 'copy' : targetOf(item)
    if (item?.kind === 'format') excluded.push(...formatSettings(item, 'excluded'))
    else if (target !== undefined) excluded.push(exclusionOf(target))
    else if (is(item, 'betweenNoAndNegated')) continue
    else break
    last = place
  }
  const isAttribute = find(items, last, 1, 'attributeAfter') !== undefined
  if (excluded.length === 0 && (run.target === undefined || !isAttribute)) return at
  if (isAttribute || find(items, last, 1, 'sceneAfter') !== undefined) takePart(run.brief, at)
  else exclude(run, at, last, excluded)
  return last
}

function exclude({ brief: { items, settings } }: Run, from: number, last: number, excluded: Setting[]): void {
  settings.push(...excluded)
  if (excluded.length > 0) for (const item of items.slice(from, last + 1)) item.kind = 'used'
}

function exclusionOf(target: Target): Setting {
  if (target === 'overlay') return { path: 'overlayMode', value: 'none', isWeak: true }
  return { path: target === 'copy' ? 'noCopy' : 'noLogo', value: 'none' }
}

/** Handles a target described by unknown words. */
function readRest(run: Run): void {
  const { brief, to, part, targetAt, given } = run
  const { items } = brief
  const named = items[targetAt]
  const isBeforeScene = is(items[to], 'scene')
  if (named?.kind !== 'used' || targetAt < part || given !== undefined) return
  if (!isBeforeScene && items[part]?.kind !== 'no') return
  if (find(items, part - 1, 1, 'instruction') !== undefined) takePart(brief, part)
  else named.kind = 'word'
}

/** Whether the target was named in this part of the sentence and has no attribute yet. */
function isBare({ target, targetAt, given, part }: Run): boolean {
  return target !== undefined && given !== target && targetAt >= part
}

/** Reports the rest of a part of a sentence as unrecognized, verbatim. */
export function takePart({ items, unrecognized }: Brief, from: number, end: Group = 'boundary'): void {
  let to = from
  while (!is(items[to], end)) to += 1
  const taken = items.slice(from, to)
  const span = { start: taken[0]?.start ?? 0, end: taken.at(-1)?.end ?? 0 }
  for (const item of taken) item.kind = 'used'
  unrecognized.push(span)
}
