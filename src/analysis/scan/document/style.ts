import { isTransparent, looksSame, readColor } from './color.ts'

/** Property to value, both lower case; the last declaration of a property counts. */
export type Declarations = ReadonlyMap<string, string>

const declarationsMax = 200
const important = /!\s{0,3}important$/
const length = /^(-?[\d.]{1,20})\s?([a-z%]{0,4})$/
const clippedAway =
  /^rect\(\s?[01](?:px)?[\s,]{1,3}[01](?:px)?[\s,]{1,3}[01](?:px)?[\s,]{1,3}[01](?:px)?\s?\)$/
const clipPathAway =
  /^(?:inset\(\s?(?:50|[6-9]\d|100)%|circle\(\s?0|polygon\(\s?0(?:px|%)? 0(?:px|%)?,\s?0(?:px|%)? 0)/
const movedAway = /translate(?:x|y|3d)?\(\s?(?:0(?:px)?\s?,\s?)?-?\d{4,9}(?:\.\d{0,9})?(?:px|em|rem|vw|vh|%)/
const scaledAway = /scale(?:x|y|3d)?\(\s?0(?:\.0{0,9})?\s?[,)]/
const faded = /opacity\(\s?([\d.]{1,10}%?)\s?\)/

/** Parses `a: b; c: d`; semicolons in strings and URLs do not matter to the properties used here. */
export function readDeclarations(css: string): Declarations {
  const found = new Map<string, string>()
  for (const part of css.toLowerCase().split(';', declarationsMax)) {
    const colon = part.indexOf(':')
    if (colon === -1) continue
    // Values that can hide something are short.
    const value = part.slice(colon + 1, colon + 201).trim()
    found.set(part.slice(0, colon).trim(), value.replace(important, '').trim())
  }
  return found
}

const animated = /^(?:-webkit-)?(?:transition|animation)|^will-change/

/** Whether an element changes with time: text that fades in becomes visible. */
export const animates = (css: Declarations): boolean => [...css.keys()].some((name) => animated.test(name))

/** Whether these declarations make an element invisible. */
export function hides(css: Declarations): boolean {
  if (css.size === 0) return false
  const value = (name: string) => css.get(name) ?? ''
  if (value('display') === 'none') return true
  if (['hidden', 'collapse'].includes(value('visibility'))) return true
  if (value('content-visibility') === 'hidden') return true
  if (isAtMost(value('opacity'), 0.05, 5)) return true
  if (isAtMost(faded.exec(value('filter'))?.[1] ?? '', 0.05, 5)) return true
  if (isAtMost(value('zoom'), 0.05, 5)) return true
  if (isAtMost(value('font-size'), 1, 5)) return true
  if (pixels(value('text-indent')) <= -500) return true
  if (clippedAway.test(value('clip')) || clipPathAway.test(value('clip-path'))) return true
  if (movedAway.test(value('transform')) || scaledAway.test(value('transform'))) return true
  return isOffScreen(css) || isEmptyBox(css) || hasSameColors(css)
}

function isOffScreen(css: Declarations): boolean {
  const position = css.get('position') ?? ''
  const sides = ['margin-left', 'margin-top']
  if (['absolute', 'fixed', 'relative'].includes(position)) sides.push('left', 'right', 'top', 'bottom')
  // Content further down is reached by scrolling, unless it is fixed.
  const wide = ['margin-left', ...(position === 'fixed' ? sides.slice(2) : sides.slice(2, 4))]
  return (
    sides.some((side) => pixels(css.get(side) ?? '') <= -900) ||
    wide.some((side) => pixels(css.get(side) ?? '') >= farPixels)
  )
}

/** Wider than any screen, and than image carousels. */
const farPixels = 5_000

/** Whether text and background have the same colour. */
function hasSameColors(css: Declarations): boolean {
  const ink = readColor(css.get('color') ?? '')
  // A background image covers the colour.
  if ((css.get('background-image') ?? 'none') !== 'none') return false
  const written = css.get('background-color') ?? css.get('background') ?? ''
  const ground = isTransparent(written) ? undefined : readColor(written)
  return ink !== undefined && ground !== undefined && looksSame(ink, ground)
}

/** A clipped box of at most one pixel: the pattern of texts for screen readers. */
function isEmptyBox(css: Declarations): boolean {
  if (!['hidden', 'clip', 'auto', 'scroll'].includes(css.get('overflow') ?? '')) return false
  return ['width', 'height', 'max-width', 'max-height'].some((side) => isAtMost(css.get(side) ?? '', 1, 0))
}

function isAtMost(value: string, plainMax: number, percentMax: number): boolean {
  return pixels(value, 1) <= (value.endsWith('%') ? percentMax : plainMax)
}

const relativeUnits = new Set(['%', 'vw', 'vh'])

/** NaN for a value that is not a length; comparisons with it are false. */
function pixels(value: string, relative = 10): number {
  const [, number, unit = ''] = length.exec(value) ?? []
  return Number(number) * (unit === 'em' || unit === 'rem' ? 16 : relativeUnits.has(unit) ? relative : 1)
}
