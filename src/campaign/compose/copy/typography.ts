import type { CopyStyle, FaceRole, FontFace } from './load-fonts.ts'

/** Font sizes here are as on a canvas this wide. */
export const referenceWidthPx = 1080
export const fontSizeMinPx = 14

/** Room around copy for a backdrop, as a fraction of the canvas's shorter side. */
export const copyPaddingShare = 0.04

/** What follows an empty line, beside the headline. */
export const sublineShare = 0.46
export const paragraphGapEm = 0.4

/** Space between letters of headlines, as a fraction of the font size; small type keeps what the font has. */
const headlineTrackingEm: Readonly<Record<CopyStyle, number>> = {
  bold: -0.024,
  regular: -0.014,
  serif: -0.008,
}

/** What scripts with marks above and below, or without small letters, need beside what Latin does. */
const extraLeadingEm: Readonly<Partial<Record<FaceRole, number>>> = {
  arabic: 0.3,
  hebrew: 0.06,
  devanagari: 0.22,
  japanese: 0.16,
  korean: 0.14,
  chinese: 0.16,
}

export function trackingEm(style: CopyStyle, sizePx: number): number {
  return headlineTrackingEm[style] * between(sizePx, 20, 72)
}

/** From baseline to baseline: large type is set tighter than small type. */
function leadingEm(faces: readonly FontFace[], sizePx: number): number {
  const extra = Math.max(0, ...faces.map(({ role }) => extraLeadingEm[role] ?? 0))
  return 1.36 - 0.26 * between(sizePx, 24, 84) + extra
}

/** How lines stand, as fractions of the font size. */
export interface LineMetrics {
  /** From the top of the first line to its baseline, and from the last baseline to the bottom. */
  ascentEm: number
  descentEm: number
  leadingEm: number
}

/** Descenders of Latin letters, as a fraction of the font size; independent of the leading. */
const tailEm = 0.25

/** As CSS has it: half of what the leading adds to a font's own height, or takes away, goes above each line. */
export function lineMetrics(faces: readonly FontFace[], sizePx: number): LineMetrics {
  const leading = leadingEm(faces, sizePx)
  const halfLeading = (face: FontFace) => (leading - face.ascentEm - face.descentEm) / 2
  const below = (face: FontFace) =>
    Math.max(face.descentEm + halfLeading(face), Math.min(face.descentEm, tailEm))
  return {
    ascentEm: Math.max(...faces.map((face) => face.ascentEm + halfLeading(face))),
    descentEm: Math.max(...faces.map(below)),
    leadingEm: leading,
  }
}

/**
 * The largest size of copy whose size is `auto`: 132 pixels for a word or two, 36 for a paragraph; less on a canvas that is
 * much wider than high, where it would leave the picture no room.
 * @param widthEm of the headline on a single line
 */
export function autoSizePx(widthEm: number, canvas: { width: number; height: number }): number {
  const wordsEm = 8
  const lowness = Math.min(1, (1.25 * canvas.height) / canvas.width)
  return Math.max(32, lowness * Math.min(132, 132 * (wordsEm / Math.max(widthEm, 1)) ** 0.36))
}

/** 0 up to `low`, 1 from `high` on, linear between. */
function between(value: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)))
}
