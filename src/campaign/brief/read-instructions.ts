import properties from './properties.json'
import { type Brief, is, partFrom, type Setting } from './rules.ts'
import type { Item } from './tokenize.ts'

/** Target of an instruction; an overlay, and a part of the copy such as its button, have no attributes. */
type Target = 'logo' | 'copy' | 'both' | 'overlay' | 'part'

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
    const run = partFrom(brief.items, from, 'runEnd')
    last = readRun(brief, from, run, last)
    from += run.length
  }
}

/** Returns the targets named in the run, else those of the last one, which is where a run without any belongs. */
function readRun(brief: Brief, from: number, run: Item[], last: readonly Target[]): readonly Target[] {
  const { items, settings } = brief
  const isAfterScene = is(items[from - 1], 'scene')
  const isWhole = !isAfterScene && !is(items[from + run.length], 'scene')
  const fallback = run.some((item) => is(item, 'logoNoun')) ? 'logo' : undefined
  const places = new Map<string, Setting>()
  const named: Target[] = []
  let target: Target | undefined
  for (const [at, item] of run.entries()) {
    const nearest = named.length > 0 ? named : last
    const isOne = item.value === 'named' && new Set(nearest).size === 1
    target = target === 'part' && is(item, 'line') ? target : (targetOf(item) ?? target)
    if (item.kind === 'both') target = isOne ? nearest.at(-1) : 'both'
    if (item.kind === 'it') target ??= nearest.at(-1)
    if (is(item, 'target') && target !== undefined && target !== 'overlay') named.push(target)
    if (item.kind === 'noLogo') settings.push({ path: 'noLogo', value: 'none' })
    if (!is(item, 'attribute')) continue
    const next = is(item, 'opacityNoun') ? 'logo' : nextTarget(run, at, isAfterScene)
    const other = next ?? (isWhole ? last.at(-1) : undefined) ?? fallback
    const own = targetAfter(run, at) ?? target ?? other
    // The size of "small text" is not that of a headline before it.
    const isOfOther =
      own === 'copy' && item.kind === 'size' && named.includes('copy') && is(run[at + 1], 'copyTarget')
    const isLarge = own === 'copy' && is(item, 'largeSize') && !run.some((one) => is(one, 'typeSize'))
    if (isLarge || isOfOther) item.kind = 'used'
    else readAttribute(brief, item, places, own)
  }
  return named.length > 0 ? named : last
}

function targetOf(item: Item | undefined): Exclude<Target, 'both'> | undefined {
  if (is(item, 'logoTarget')) return 'logo'
  if (is(item, 'partTarget')) return 'part'
  return is(item, 'copyTarget') ? 'copy' : is(item, 'overlayTarget') ? 'overlay' : undefined
}

/** The target that follows an attribute directly, unless one precedes it directly. */
function targetAfter(run: readonly Item[], at: number): Target | undefined {
  if (run[at]?.kind === 'place inside' || is(run[at - 1], 'target')) return undefined
  return targetOf(run.slice(at, at + aheadMax).find((item) => !is(item, 'attribute')))
}

/** The target that is named next; after a scene word only up to the next comma. */
function nextTarget(run: readonly Item[], at: number, isAfterScene: boolean): Target | undefined {
  const end = isAfterScene ? 'targetOrBreak' : 'target'
  return targetOf(run.slice(at, at + aheadMax).find((item) => is(item, end)))
}

/** Adds the settings of an attribute; two places of a run make one. */
function readAttribute(brief: Brief, item: Item, places: Map<string, Setting>, target?: Target): void {
  const found = settingsOf(item, target)
  if (found.length === 0 && target === undefined) return
  if (found.length === 0) brief.unrecognized.push({ start: item.start, end: item.end })
  for (const setting of found) {
    const before = item.kind.startsWith('place') ? places.get(setting.path) : undefined
    const corner = corners.get(`${before?.value}`)?.get(`${setting.value}`)
    if (before !== undefined && corner !== undefined) before.value = corner
    else brief.settings.push(setting)
    if (corner === undefined) places.set(setting.path, setting)
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
