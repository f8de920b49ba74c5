import colorNames from './color-names.json'

/** Red, green and blue from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number]

const hex = /^#(?:([\da-f])([\da-f])([\da-f])[\da-f]?|([\da-f]{2})([\da-f]{2})([\da-f]{2})(?:[\da-f]{2})?)$/
const rgb = /^rgba?\(\s?(\d{1,3})[\s,]{1,3}(\d{1,3})[\s,]{1,3}(\d{1,3})\s?(?:[,/][\s\d.%]{1,10})?\)$/
const clear = /^(?:transparent|#[\da-f]{3}0|#[\da-f]{6}0[\da-f])$/
const alpha = /^(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(([^()]{1,60})\)$/
/** A lower alpha counts as transparent. */
const visibleAlphaMin = 0.05
const amount = /^(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(%?)$/

const names = new Map(Object.entries(colorNames))

/** Undefined for notations that are not parsed, such as `hsl()` or a variable. `value` is lower case. */
export function readColor(value: string): Color | undefined {
  const [, r1, g1, b1, r2, g2, b2] = hex.exec(names.get(value) ?? value) ?? []
  if (r1 !== undefined) return [double(r1), double(g1), double(b1)]
  if (r2 !== undefined) return [byte(r2), byte(g2), byte(b2)]
  const [, red, green, blue] = rgb.exec(value) ?? []
  return red === undefined ? undefined : [Number(red), Number(green), Number(blue)]
}

/** Whether text of this colour is unreadable on any background. */
export function isTransparent(value: string): boolean {
  if (clear.test(value)) return true
  const parts = alpha.exec(value)?.[1]?.split(/[,/]/) ?? []
  // With commas the fourth part is the alpha, with blanks the part after the slash.
  const written = parts.length === 4 || (parts.length === 2 && value.includes('/')) ? parts.at(-1) : undefined
  const [, number, percent] = amount.exec(written?.trim() ?? '') ?? []
  return number !== undefined && Number(number) <= (percent === '%' ? 100 : 1) * visibleAlphaMin
}

const sameWithin = 10

/** Whether text in one colour is unreadable on the other. */
export function looksSame(one: Color, other: Color): boolean {
  return one.every((part, index) => Math.abs(part - (other[index] ?? 0)) <= sameWithin)
}

const byte = (digits: string | undefined) => Number.parseInt(digits ?? '', 16)
const double = (digit: string | undefined) => byte(digit) * 17
