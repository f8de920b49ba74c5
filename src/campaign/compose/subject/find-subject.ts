import type { Box } from '../../images/raster.ts'
import { around } from '../boxes.ts'
import { type Face, findFaces } from './find-faces.ts'
import { findObject, type SaliencyMap } from './find-object.ts'

/** What a picture shows, in fractions of it. */
export interface Subject {
  box: Box
  /** Heads in the box, from the hair to the chin: those of all persons that the picture is about. */
  heads: readonly Box[]
}

/** Faces of at least this share of the greatest height are of the foreground. */
const foreground = 0.5
const headsMax = 8
/** The network finds nothing in pictures of fewer pixels at a side. */
const sideMin = 32

/**
 * The persons of a small picture, or else the object that stands out in it.
 * @param rgb 3 bytes a pixel
 * @param map of the same picture
 */
export function findSubject(
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  map: SaliencyMap,
): Subject | undefined {
  const faces = Math.min(width, height) < sideMin ? [] : findFaces(data, width, height)
  const heads = foregroundOf(faces).map(({ box }) => headOf(box, width, height))
  if (heads.length === 0) {
    const box = findObject(map)
    return box && { box, heads: [] }
  }
  const all = heads.reduce(around)
  // Neck and shoulders belong to a person.
  const tall = Math.min(1 - all.top, all.height + 0.5 * Math.max(...heads.map((head) => head.height)))
  return { box: { ...all, height: tall }, heads }
}

function foregroundOf(faces: readonly Face[]): Face[] {
  const tallest = Math.max(0, ...faces.map(({ box }) => box.height))
  return faces.filter(({ box }) => box.height >= foreground * tallest).slice(0, headsMax)
}

/** With hair, ears and chin. */
function headOf({ left, top, width, height }: Box, across: number, down: number): Box {
  const x = (value: number) => Math.max(0, Math.min(1, value / across))
  const y = (value: number) => Math.max(0, Math.min(1, value / down))
  const [from, to] = [x(left - 0.2 * width), x(left + 1.2 * width)]
  const [upper, lower] = [y(top - 0.4 * height), y(top + 1.1 * height)]
  return { left: from, top: upper, width: to - from, height: lower - upper }
}

/** Side of the subject around a point that the request names, as a fraction of each side. */
const focusSide = 0.24

/** The subject at a point of the picture: what was found there, else a box around it. */
export function subjectAt(subject: Subject | undefined, { x, y }: { x: number; y: number }): Subject {
  const holds = ({ left, top, width, height }: Box) =>
    x >= left && y >= top && x <= left + width && y <= top + height
  const heads = subject?.heads.filter(holds) ?? []
  if (heads.length > 0) return { box: heads.reduce(around), heads }
  if (subject !== undefined && subject.heads.length === 0 && holds(subject.box)) return subject
  const start = (at: number) => Math.max(0, at - focusSide / 2)
  const [left, top] = [start(x), start(y)]
  const end = (at: number) => Math.min(1, at + focusSide / 2)
  return { box: { left, top, width: end(x) - left, height: end(y) - top }, heads: [] }
}
