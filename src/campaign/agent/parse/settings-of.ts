import { formatIds } from '../../formats.ts'
import type { Item } from './find-phrases.ts'
import groups from './kind-groups.json'
import properties from './properties.json'
import { isOf, type Setting } from './reading.ts'

/** What an instruction is about; `overlay` takes no attributes. */
export type Target = 'logo' | 'copy' | 'both' | 'overlay'

/** What the item names, if it names a thing that instructions are about. */
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
 * What an attribute sets of a target; nothing when the target has no such parameter.
 * @param noun what a number measures, such as `opacity`
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

/** What a format word sets: `all` gives way to what is said of single formats. */
export function formatSettings({ value }: Item, how: 'asked' | 'excluded', isOnly = false): Setting[] {
  if (value !== 'all') return [{ path: `formats.${value}`, value: how, isOnly }]
  return how === 'asked' ? formatIds.map((id) => ({ path: `formats.${id}`, value: how, isWeak: true })) : []
}
