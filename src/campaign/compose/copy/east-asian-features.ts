import { Feature } from 'harfbuzzjs'
import type { FaceRole } from './load-fonts.ts'

const eastAsianRoles: readonly FaceRole[] = ['japanese', 'korean', 'chinese']

/** Brackets and stops that fill half of their square: of two in a row, the gap between them is cut (CSS text-spacing-trim). */
const opening = '（〔［｛〈《「『【〘〖'
const closing = '、，。．）〕］｝〉》」』】〙〗'
const spacious = '・\u3000'
const trimmed = new RegExp(
  `(?<=[${opening}${closing}${spacious}])[${opening}]|[${closing}](?=[${closing}${spacious}])`,
  'g',
)

/** OpenType features of Chinese, Japanese and Korean fonts beside their defaults, as in browsers; offsets are UTF-16. */
export function eastAsianFeatures(text: string, role: FaceRole): Feature[] {
  if (!eastAsianRoles.includes(role)) return []
  return [
    new Feature('calt', 0),
    ...Array.from(text.matchAll(trimmed), ({ index }) => new Feature('halt', 1, index, index + 1)),
  ]
}
