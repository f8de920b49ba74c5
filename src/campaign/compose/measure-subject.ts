import type { SubjectInCrop } from './cut-scene.ts'
import type { FormatId } from './formats.ts'
import type { Arrangement } from './layouts/layout.ts'
import { type PictureSource, picturePlaceOf } from './picture-source.ts'

export type SubjectMeasure = (arrangement: Arrangement) => SubjectInCrop | undefined

/** What of the picture's subject is seen in an arrangement; each place is measured once. */
export function createSubjectMeasure(source: PictureSource | undefined): SubjectMeasure {
  const measured = new Map<string, SubjectInCrop | undefined>()
  return (arrangement) => {
    if (source?.subjectIn === undefined || arrangement.picture === undefined) return undefined
    const place = picturePlaceOf(arrangement, arrangement.picture)
    const key = JSON.stringify(place)
    if (!measured.has(key)) measured.set(key, source.subjectIn(place))
    return measured.get(key)
  }
}

/** Copy, logo and shapes may cover so much. */
const coveredMax = 0.02
/** The crop may lose so much of a face, and of an object. */
const faceCutMax = 0.05
const cutMax = 0.1

export function isSeen(view: SubjectInCrop | undefined): boolean {
  if (view === undefined) return true
  const { cut, covered, faceCut, faceCovered } = view
  return covered <= coveredMax && faceCovered <= coveredMax && faceCut <= faceCutMax && cut <= 4 * cutMax
}

/** How well the subject is seen, 0 to 1: faces must be free. */
export function seenShare(view: SubjectInCrop | undefined): number {
  if (view === undefined) return 1
  const { cut, covered, faceCut, faceCovered } = view
  const face = faceCovered > coveredMax || faceCut > faceCutMax ? 0.1 : 1
  const free = covered > coveredMax ? Math.max(0.1, 0.5 - covered) : 1
  return face * free * Math.min(1, (1 - cut) / (1 - cutMax))
}

export const lostWarning = (layout: string, formats: readonly FormatId[]) =>
  `The layout "${layout}" does not keep the subject of the picture whole and free of copy and logo (${formats.join(', ')}): set \`focus\` to where the subject is, as fractions of width and height, or choose another layout`
