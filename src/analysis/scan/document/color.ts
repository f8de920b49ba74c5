/** Red, green and blue from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number]

const hex = /^#(?:([\da-f])([\da-f])([\da-f])[\da-f]?|([\da-f]{2})([\da-f]{2})([\da-f]{2})(?:[\da-f]{2})?)$/
const rgb = /^rgba?\(\s?(\d{1,3})[\s,]{1,3}(\d{1,3})[\s,]{1,3}(\d{1,3})\s?(?:[,/][\s\d.%]{1,10})?\)$/
const clear = /^(?:transparent|#[\da-f]{3}0|#[\da-f]{6}0[\da-f])$/
const alpha = /^(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(([^()]{1,60})\)$/
/** A lower alpha counts as transparent. */
const visibleAlphaMin = 0.05
const amount = /^(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(%?)$/

const names: Readonly<Record<string, Color>> = {
  black: [0, 0, 0],
  silver: [192, 192, 192],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  lightgray: [211, 211, 211],
  lightgrey: [211, 211, 211],
  whitesmoke: [245, 245, 245],
  snow: [255, 250, 250],
  white: [255, 255, 255],
  ivory: [255, 255, 240],
  maroon: [128, 0, 0],
  red: [255, 0, 0],
  purple: [128, 0, 128],
  magenta: [255, 0, 255],
  fuchsia: [255, 0, 255],
  green: [0, 128, 0],
  lime: [0, 255, 0],
  olive: [128, 128, 0],
  orange: [255, 165, 0],
  yellow: [255, 255, 0],
  navy: [0, 0, 128],
  blue: [0, 0, 255],
  teal: [0, 128, 128],
  cyan: [0, 255, 255],
  aqua: [0, 255, 255],
}

/** Undefined for notations that are not parsed, such as `hsl()` or a variable. `value` is lower case. */
export function readColor(value: string): Color | undefined {
  if (Object.hasOwn(names, value)) return names[value]
  const [, r1, g1, b1, r2, g2, b2] = hex.exec(value) ?? []
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
