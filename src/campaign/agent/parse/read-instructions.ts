import type { Item } from './find-phrases.ts'
import type { InstructionRun } from './instruction-run.ts'
import groups from './kind-groups.json'
import { readNegation } from './read-negation.ts'
import {
  isAttribute,
  isBoundary,
  isInstruction,
  isOf,
  isScene,
  markUsed,
  nounBeside,
  type Reading,
  skip,
  takePart,
} from './reading.ts'
import { cornerOf, formatSettings, joinPlaces, settingsOf, type Target, targetOf } from './settings-of.ts'

const opacityNouns = new Set(['opacity', 'transparency'])
const logoNouns = new Set(['place', 'size', 'scale', ...opacityNouns])
const noTarget = { target: undefined, targetAt: -1, fallback: undefined, given: undefined }

/** Reads the settings in the words between scene words, and their targets: the logo, the copy or the overlay. */
export function readInstructions(reading: Reading): void {
  const { items } = reading
  let partStart = 0
  const partStarts = items.map((item, at) => {
    if (isBoundary(item)) partStart = at + 1
    return partStart
  })
  let last: Target[] = []
  for (let from = 0; from < items.length; from++) {
    let to = from
    while (!endsRun(items[to])) to += 1
    if (to > from) last = readRun({ ...noTarget, reading, from, to, partStarts, places: new Map() }, last)
    from = to
  }
}

const endsRun = (item: Item | undefined) => isScene(item) || item === undefined || item.kind === 'stop'

/** Returns the targets named in the run, or else those of the previous run. */
function readRun(run: InstructionRun, last: Target[]): Target[] {
  const { from, to, reading, partStarts } = run
  const { items, settings } = reading
  const next = nextTargets(run)
  const isWhole = !isScene(items[from - 1]) && !isScene(items[to])
  const nouns = items.slice(from, to).flatMap(({ kind, value }) => (kind === 'noun' ? [value] : []))
  if (nouns.some((noun) => logoNouns.has(noun))) run.fallback = 'logo'
  if (isWhole && next.get(from) === undefined)
    run.target = nouns.some((noun) => opacityNouns.has(noun)) ? 'logo' : last.at(-1)
  const kinds = items.slice(from, to).map(({ kind }) => kind)
  const isCorrection = kinds.includes('correction') && !kinds.includes('also')
  let isExcluded = false
  const named: Target[] = []
  for (let at = from; at < to; at++) {
    const item = items[at]
    if (item === undefined) break
    const target = targetOf(item)
    if (target !== undefined) {
      nameTarget(run, at, item, target)
      if (target !== 'overlay') named.push(target)
    } else if (isAttribute(item)) at = readAttribute(run, at, item, next.get(at))
    else if (item.kind === 'break') run.given = undefined
    else if (item.kind === 'used' && item.value.includes('://')) run.given = run.target
    else if (item.kind === 'it') run.target ??= named.at(-1) ?? last.at(-1)
    else if (item.kind === 'both') run.target = bothOf(item, named.length > 0 ? named : last)
    else if (item.kind === 'no' || item.kind === 'none') at = readNegation(run, at)
    else if (item.kind === 'placeNoun' && isBare(run, at)) takePart(reading, partStarts[at] ?? at)
    else if (item.kind === 'except') isExcluded = true
    else if (item.kind === 'format') {
      settings.push(
        ...formatSettings(item, isExcluded ? 'excluded' : 'asked', isOnly(items, at) || isCorrection),
      )
      item.kind = 'used'
    }
  }
  readRest(run)
  return named.length > 0 ? named : last
}

/** Of two lines of copy, `both` are the copy. */
function bothOf({ value }: Item, named: readonly Target[]): Target {
  const [only = 'both', ...others] = new Set(named)
  return value === 'all' || others.length > 0 ? 'both' : only
}

/** For each index of a run the target that is named next; after a scene word only up to the next comma. */
function nextTargets({ reading: { items }, from, to }: InstructionRun): Map<number, Target> {
  const targets = new Map<number, Target>()
  let next: Target | undefined
  for (let at = to - 1; at >= from; at--) {
    const item = items[at]
    if (item?.kind === 'break' && isScene(items[from - 1])) next = undefined
    next = targetOf(item) ?? next
    if (next !== undefined) targets.set(at, next)
  }
  return targets
}

function nameTarget(run: InstructionRun, at: number, item: Item, target: Target): void {
  if (item.kind === 'mode') run.reading.settings.push({ path: 'overlayMode', value: item.value })
  if (item.kind === 'mode' || item.kind === 'quote' || item.value.includes('://')) run.given = target
  if ((item.kind !== 'font' || run.given === 'copy') && item.kind !== 'overlayNoun') item.kind = 'used'
  run.target = target
  run.targetAt = at
}

/** Applies an attribute to its target: the one right after it, else the one before it, else the next one. */
function readAttribute(run: InstructionRun, at: number, item: Item, next: Target | undefined): number {
  const { items, settings, unrecognized } = run.reading
  const lead = items[at - 1]?.kind === 'det' ? items[at - 2] : items[at - 1]
  const isLed = item.kind !== 'place' || lead?.kind === 'and' || isBoundary(lead)
  const following =
    isLed && run.targetAt !== at - 1 ? targetOf(items[skip(items, at + 1, 1, groups.attributes)]) : undefined
  const target = following ?? run.target ?? next
  const { place, last } = item.kind === 'place' ? joinPlaces(items, at) : { place: item.value, last: at }
  const noun = isOf(groups.measured, item) ? nounBeside(items, at) : undefined
  const found = settingsOf({ ...item, value: place }, target ?? run.fallback, noun?.value)
  if (found.length === 0 && target === undefined) return last
  if (found.length === 0) unrecognized.push({ start: item.start, end: items[last]?.end ?? item.end })
  else run.given = target ?? 'logo'
  for (const setting of found) {
    const before = item.kind === 'place' ? run.places.get(setting.path) : undefined
    const corner = before === undefined ? undefined : cornerOf(`${before.value}`, place)
    if (before !== undefined && corner !== undefined) before.value = corner
    else settings.push(setting)
    run.places.set(setting.path, before !== undefined && corner !== undefined ? before : setting)
  }
  markUsed(items, at, items[last]?.end ?? item.end)
  if (noun !== undefined) noun.kind = 'used'
  const named = items[run.targetAt]
  if (named?.kind === 'font') named.kind = 'used'
  return last
}

/** Handles a target described by unknown words. */
function readRest(run: InstructionRun): void {
  const { reading, to, targetAt, partStarts } = run
  const { items } = reading
  const partStart = partStarts[to - 1] ?? to
  const isBeforeScene = isScene(items[to])
  const target = items[targetAt]
  if (target?.kind !== 'used' || targetAt < partStart) return
  if (run.given === undefined && (isBeforeScene || items[partStart]?.kind === 'no')) {
    if (isInstruction(reading, partStart)) takePart(reading, partStart)
    else target.kind = 'word'
  }
}

/** Whether the target was named in this part of the sentence and has no attribute yet. */
function isBare({ target, targetAt, given, partStarts }: InstructionRun, at: number): boolean {
  return target !== undefined && given !== target && targetAt >= (partStarts[at] ?? at)
}

function isOnly(items: readonly Item[], at: number): boolean {
  return ([1, -1] as const).some(
    (step) => items[skip(items, at + step, step, groups.besideFormat)]?.kind === 'only',
  )
}
