import { formatIds } from '../../compose/formats.ts'
import type { Item } from './find-phrases.ts'
import groups from './kind-groups.json'
import properties from './properties.json'
import { isOf, type Setting, skip } from './reading.ts'

/** Target of an instruction; `overlay` has no attributes. */
export type Target = 'logo' | 'copy' | 'both' | 'overlay'

/** The target that an item names. */
export function targetOf(item: Item | undefined): Exclude<Target, 'both'> | undefined {
  if (item?.kind === 'logo') return 'logo'
  return isOf(groups.copy, item) ? 'copy' : isOf(groups.overlay, item) ? 'overlay' : undefined
}

const paths = new Map(
  Object.entries(properties.paths).map(([kind, byTarget]) => [kind, new Map(Object.entries(byTarget))]),
)
const sizes = new Map(
  Object.entries(properties.sizes).map(([path, bySize]) => [path, new Map(Object.entries(bySize))]),
)
/** Pixels in a brief are those of a canvas of this width. */
const canvasWidth = 1080

/**
 * The settings of an attribute for a target; empty if the target has no such parameter.
 * @param noun measured by a number, such as `opacity`
 */
export function settingsOf(item: Item, target: Target | undefined, noun?: string): Setting[] {
  const ones = target === 'both' ? ['logo', 'copy'] : [target ?? '']
  return ones.flatMap((one) => {
    if (item.kind === 'percent' || item.kind === 'px') return measureOf(item, one, noun)
    const kind = item.kind === 'place' && noun === 'align' ? noun : item.kind
    const path = paths.get(kind)?.get(item.kind === 'margin' ? 'logo' : one)
    const isSide = kind === 'align' && item.kind === 'place'
    return path === undefined ? [] : [{ path, value: isSide ? sideOf(item.value) : valueFor(item, path) }]
  })
}

function valueFor(item: Item, path: string): string | number {
  const { kind, value } = item
  if (kind === 'size') return sizes.get(path)?.get(value) ?? 0
  if (isOf(groups.numbers, item)) return Number(value)
  if (kind === 'color' && !value.startsWith('#')) return path === 'text.color' ? 'auto' : 'original'
  return value
}

const sideOf = (place: string) => /left|right/.exec(place)?.[0] ?? 'center'

function measureOf({ kind, value }: Item, target: string, noun: string | undefined): Setting[] {
  const number = Number(value)
  const share = round(kind === 'px' ? number / canvasWidth : number / 100)
  if (noun === 'margin') return [{ path: 'controls.margin', value: share }]
  if (noun === 'opacity' || noun === 'transparency') {
    if (target === 'copy' || kind === 'px') return []
    return [{ path: 'controls.opacity', value: noun === 'opacity' ? share : round(1 - share) }]
  }
  if (kind === 'px' && target === 'copy') return [{ path: 'text.fontSize', value: number }]
  return target === 'logo' ? [{ path: 'controls.scale', value: share }] : []
}

const round = (share: number) => Math.round(share * 10_000) / 10_000

/** The settings of a format word: `all` is overridden by single formats. */
export function formatSettings({ value }: Item, how: 'asked' | 'excluded', isOnly = false): Setting[] {
  if (value !== 'all') return [{ path: `formats.${value}`, value: how, isOnly }]
  return how === 'asked' ? formatIds.map((id) => ({ path: `formats.${id}`, value: how, isWeak: true })) : []
}

/** Joins `bottom` and `left` to one place, with the words between them; `last` is the index of the last item. */
export function joinPlaces(items: readonly Item[], at: number): { place: string; last: number } {
  let place = items[at]?.value ?? ''
  let last = at
  for (;;) {
    const next = skip(items, last + 1, 1, groups.betweenPlaces)
    const item = items[next]
    const joined = item?.kind === 'place' ? cornerOf(place, item.value) : undefined
    if (joined === undefined) break
    place = joined
    last = next
  }
  return { place, last: items[last + 1]?.kind === 'placeNoun' ? last + 1 : last }
}

/** The corner of a height and a side; undefined for contradictory places. */
export function cornerOf(one: string, other: string): string | undefined {
  const parts = [...one.split('-'), ...other.split('-')].filter((part) => part !== 'center')
  const heights = new Set(parts.filter((part) => part === 'top' || part === 'bottom'))
  const sides = new Set(parts.filter((part) => part === 'left' || part === 'right'))
  if (heights.size > 1 || sides.size > 1 || parts.includes('auto')) return undefined
  return [...heights, ...sides].join('-') || 'center'
}
