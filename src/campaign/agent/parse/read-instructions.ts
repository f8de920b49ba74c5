import properties from './properties.json'
import { type Brief, is, partFrom, type Setting } from './rules.ts'
import type { Item } from './tokenize.ts'

/** Target of an instruction; an overlay has no attributes. */
type Target = 'logo' | 'copy' | 'both' | 'overlay'

/** State of reading the items between two scene words or ends of sentences. */
interface Run {
  isAfterScene: boolean
  /** Named last. */
  target: Target | undefined
  /** Targets of attributes where the run names none: of the run before it, or by a noun such as `size`. */
  fallback: Target | undefined
  named: Target[]
  /** The places by parameter. */
  places: Map<string, Setting>
}

const tableOf = <T>(table: Record<string, Record<string, T>>) =>
  new Map(Object.entries(table).map(([name, row]) => [name, new Map(Object.entries(row))]))
const paths = tableOf<string>(properties.paths)
/** What two places make together, if they do not contradict each other. */
const corners = tableOf<string>(properties.corners)
const values = tableOf<string | number>(properties.values)
const units = new Map(Object.entries(properties.units))
const aheadMax = 40

/** Reads the attributes in the words between scene words, and their targets: the logo, the copy or the overlay. */
export function readInstructions(brief: Brief): void {
  let last: readonly Target[] = []
  for (let from = 0; from < brief.items.length; from++) {
    const own = partFrom(brief.items, from, 'runEnd')
    if (own.length > 0) last = readRun(brief, from, own, last)
    from += own.length
  }
}

/** Returns the targets named in the run, else those of the last one. */
function readRun(brief: Brief, from: number, own: readonly Item[], last: readonly Target[]) {
  const { items, settings } = brief
  const isAfterScene = is(items[from - 1], 'scene')
  const isWhole = !isAfterScene && !is(items[from + own.length], 'scene')
  const noun = own.some((item) => is(item, 'logoNoun')) ? 'logo' : undefined
  const fallback = (isWhole ? last.at(-1) : undefined) ?? noun
  const run: Run = { isAfterScene, target: undefined, fallback, named: [], places: new Map() }
  for (const [index, item] of own.entries()) {
    const named = run.named.length > 0 ? run.named : last
    nameTarget(run, item)
    if (is(item, 'attribute')) readAttribute(brief, run, from + index, item)
    else if (item.kind === 'it') run.target ??= named.at(-1)
    else if (item.kind === 'both')
      run.target = item.value === 'named' && new Set(named).size === 1 ? named[0] : 'both'
    else if (item.kind === 'noLogo') settings.push({ path: 'noLogo', value: 'none' })
  }
  return run.named.length > 0 ? run.named : last
}

function nameTarget(run: Run, item: Item): void {
  const target = targetOf(item)
  if (target !== undefined) run.target = target
  if (target !== undefined && target !== 'overlay') run.named.push(target)
}

function targetOf(item: Item | undefined): Exclude<Target, 'both'> | undefined {
  if (is(item, 'logoTarget')) return 'logo'
  return is(item, 'copyTarget') ? 'copy' : is(item, 'overlayTarget') ? 'overlay' : undefined
}

/** Applies an attribute to its target: the one right after it, else the one before it, else the next one. */
function readAttribute({ items, settings, unrecognized }: Brief, run: Run, at: number, item: Item): void {
  const isPlace = item.kind.startsWith('place')
  const isLed = item.kind !== 'place inside' && !is(items[at - 1], 'target')
  const following = items.slice(at, at + aheadMax).find((one) => !is(one, 'attribute'))
  const end = run.isAfterScene ? 'targetOrBreak' : 'targetOrEnd'
  const next = items.slice(at, at + aheadMax).find((one) => is(one, end))
  const named = (isLed ? targetOf(following) : undefined) ?? run.target
  const target = named ?? (is(item, 'opacityNoun') ? 'logo' : (targetOf(next) ?? run.fallback))
  const found = settingsOf(item, target)
  if (found.length === 0 && target === undefined) return
  if (found.length === 0) unrecognized.push({ start: item.start, end: item.end })
  for (const setting of found) {
    const before = isPlace ? run.places.get(setting.path) : undefined
    const corner = corners.get(`${before?.value}`)?.get(`${setting.value}`)
    if (before !== undefined && corner !== undefined) before.value = corner
    else settings.push(setting)
    if (corner === undefined) run.places.set(setting.path, setting)
  }
  item.kind = 'used'
}

/** The settings of an attribute for a target; empty if the target has no such parameter. */
function settingsOf({ kind, value }: Item, target: Target | undefined): Setting[] {
  const targets = target === 'both' ? ['logo', 'copy'] : [target ?? '']
  return targets.flatMap((one) => {
    const [unit = ''] = kind.split(' ')
    const path = (paths.get(kind) ?? paths.get(unit))?.get(one)
    return path === undefined ? [] : [{ path, value: valueFor(kind, value, path) }]
  })
}

function valueFor(kind: string, value: string, path: string): string | number {
  const number = Number(value)
  const unit = units.get(kind.replace(/ .*/, ''))
  if (unit === undefined || path === 'text.fontSize')
    return values.get(path)?.get(value) ?? (Number.isNaN(number) ? value : number)
  const share = kind.endsWith('transparency') ? 1 - number / unit : number / unit
  return Math.round(share * 10_000) / 10_000
}
