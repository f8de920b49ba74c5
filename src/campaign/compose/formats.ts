/** The usual size of each format, in pixels. */
export const formats = {
  square: { width: 1080, height: 1080 },
  landscape: { width: 1200, height: 628 },
  portrait: { width: 1080, height: 1350 },
} as const

export type FormatId = keyof typeof formats

export const formatIds = ['square', 'landscape', 'portrait'] as const satisfies readonly FormatId[]

/** The sizes of each format, the usual one first. */
export const sizes = {
  square: ['1080x1080', '1200x1200'],
  landscape: ['1200x628', '1920x1080'],
  portrait: ['1080x1350', '1080x1920'],
} as const

/** Chosen sizes; other formats have their usual ones. */
export type Sizes = { readonly [Format in FormatId]?: (typeof sizes)[Format][number] }

/** In pixels. */
export function sizeOf(format: FormatId, chosen: Sizes = {}): { width: number; height: number } {
  const [width = 0, height = 0] = (chosen[format] ?? sizes[format][0]).split('x').map(Number)
  return { width, height }
}

/** What the story platforms cover with their own controls, as fractions of the height. */
const storyCover = { top: 0.14, bottom: 0.2 }

/** The rows of a canvas that hold copy, logo and button; undefined where that is all of it. */
export function safeRows(format: FormatId, chosen: Sizes = {}): { top: number; bottom: number } | undefined {
  if (chosen[format] !== '1080x1920') return undefined
  const { height } = sizeOf(format, chosen)
  return { top: Math.ceil(storyCover.top * height), bottom: Math.floor((1 - storyCover.bottom) * height) }
}
