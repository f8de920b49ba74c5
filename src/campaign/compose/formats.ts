/** The output formats: sizes in pixels. */
export const formats = {
  square: { width: 1080, height: 1080 },
  landscape: { width: 1200, height: 628 },
  portrait: { width: 1080, height: 1350 },
} as const

export type FormatId = keyof typeof formats

export const formatIds = ['square', 'landscape', 'portrait'] as const satisfies readonly FormatId[]
