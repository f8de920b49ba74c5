import type { SubjectInCrop } from './cut/choose-crop.ts'
import type { FormatId } from './formats.ts'
import type { Arrangement } from './layouts/layout.ts'
import { oncePerKey } from './once-per-key.ts'
import { type PictureSource, picturePlaceOf } from './picture-source.ts'

export type SubjectMeasure = (arrangement: Arrangement) => SubjectInCrop | undefined

/** What of the picture's subject is seen in an arrangement; each place is measured once. */
export function createSubjectMeasure(source: PictureSource | undefined): SubjectMeasure {
  const measured = oncePerKey<string, SubjectInCrop | undefined>()
  return (arrangement) => {
    const place = picturePlaceOf(arrangement)
    return place && measured(JSON.stringify(place), () => source?.subjectIn?.(place))
  }
}

/** Copy, logo and shapes may cover so much of a face or an object. */
const coveredMax = 0.02
/** A button may stand on the body of a person, a badge is larger. */
const bodyCoveredMax = 0.1
/** The crop may lose so much of a face. */
const faceCutMax = 0.05
/** The crop may lose so much of an object, which has no sharp bounds, without a warning. */
const cutMax = 0.3

/** Of persons the faces count; nothing is said of a picture that is full of things. */
export function isSeen(view: SubjectInCrop | undefined): boolean {
  if (view === undefined) return true
  if (view.hasFaces) return view.faceCovered <= coveredMax && view.faceCut <= faceCutMax
  return !view.isSure || (view.covered <= coveredMax && view.cut <= cutMax)
}

/** How well the subject is seen in all formats, 0 to 1: the worst counts, and how many are like it. */
export function seenScore(views: readonly (SubjectInCrop | undefined)[]): number {
  const shares = views.map(seenShare)
  return (Math.min(...shares) * shares.reduce((total, share) => total + share, 0)) / shares.length
}

function seenShare(view: SubjectInCrop | undefined): number {
  if (view === undefined) return 1
  // A fifth of an object lost looks like a mistake; a person without the legs is still one.
  const whole = view.hasFaces
    ? 1 - 0.4 * view.cut
    : Math.min(1, (1 - view.cut) / 0.95) ** (view.isSure ? 4 : 1)
  const most = view.hasFaces && view.isSure ? bodyCoveredMax : coveredMax
  // What fills a picture may be under copy in part.
  const isFull = !view.isSure && !view.hasFaces
  const free = isFull ? 1 - 0.4 * view.covered : view.covered > most ? Math.max(0.05, 0.3 - view.covered) : 1
  if (view.hasFaces && !isSeen(view)) return 0.1 + 0.05 * (1 - Math.max(view.faceCut, view.faceCovered))
  return whole * free
}

export const lostWarning = (layout: string, formats: readonly FormatId[]) =>
  `The layout "${layout}" does not keep the subject of the picture whole and free of copy and logo (${formats.join(', ')}): set \`focus\` to where the subject is, as fractions of width and height, or choose another layout`
