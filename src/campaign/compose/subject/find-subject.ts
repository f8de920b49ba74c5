import type { Box } from '../../images/raster.ts'
import { around, overlapOf, within } from '../boxes.ts'
import { runFaceNetwork } from './face-network.ts'
import { type ForegroundMap, type FoundObject, findObject } from './find-object.ts'

/** Persons, or an object; of persons the box is around hair and shoulders, and the whole has the bodies. */
export interface Subject extends FoundObject {
  /** From the forehead to the chin, of all persons that the picture is about. */
  faces: readonly Box[]
}

/** Faces of at least this share of the greatest height are of the foreground. */
const foreground = 0.5
const facesMax = 8
/** The network finds nothing in pictures of fewer pixels at a side. */
const sideMin = 32

/**
 * The persons of a small picture, or else the object that stands out in it.
 * @param rgb 3 bytes a pixel
 * @param map of the same picture
 */
export function findSubject(
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  map: ForegroundMap,
): Subject | undefined {
  const found = Math.min(width, height) < sideMin ? [] : foregroundOf(findFaces(data, width, height))
  const object = findObject(map)
  if (found.length === 0) return object && { ...object, faces: [] }
  const inPicture = (box: Box) => within({ width, height }, box)
  const part = ({ left, top, ...size }: Box) => ({
    left: left / width,
    top: top / height,
    width: size.width / width,
    height: size.height / height,
  })
  const boxes = found.map(({ box }) => box)
  const box = part(boxes.map((face) => inPicture(bustOf(face))).reduce(around))
  const { isSure = true } = object ?? {}
  const hasBody = object !== undefined && isSure && overlapOf(object.box, box) > 0
  return {
    box,
    whole: hasBody ? around(box, object.whole) : box,
    faces: boxes.map((face) => part(inPicture(face))),
    isSure,
  }
}

function foregroundOf(faces: readonly Face[]): Face[] {
  const tallest = Math.max(0, ...faces.map(({ box }) => box.height))
  return faces.filter(({ box }) => box.height >= foreground * tallest).slice(0, facesMax)
}

/** Hair, ears, neck and the upper part of the shoulders around a face. */
function bustOf({ left, top, width, height }: Box): Box {
  return { left: left - 0.3 * width, top: top - 0.4 * height, width: 1.6 * width, height: 1.9 * height }
}

/** Side of the subject around a point that the request names, as a fraction of each side. */
const focusSide = 0.24

/** The subject at a point of the picture: what was found there, else a box around it. */
export function subjectAt(subject: Subject | undefined, { x, y }: { x: number; y: number }): Subject {
  const holds = ({ left, top, width, height }: Box) =>
    x >= left && y >= top && x <= left + width && y <= top + height
  const faces = subject?.faces.filter(holds) ?? []
  if (faces.length > 0) return subjectOf(faces.reduce(around), faces)
  if (subject?.isSure === true && subject.faces.length === 0 && holds(subject.box)) return subject
  const start = (at: number) => Math.max(0, at - focusSide / 2)
  const [left, top] = [start(x), start(y)]
  const end = (at: number) => Math.min(1, at + focusSide / 2)
  return subjectOf({ left, top, width: end(x) - left, height: end(y) - top })
}

const subjectOf = (box: Box, faces: readonly Box[] = []): Subject => ({
  box,
  whole: box,
  faces,
  isSure: true,
})

interface Face {
  /** From the forehead to the chin, in pixels of the picture. */
  box: Box
  /** 0 to 1. */
  score: number
}

/** Faces of animals score up to about this, and so do few things that are none. */
const scoreMin = 0.7

/**
 * Finds the faces in a small picture, the most certain first: those from about 10 pixels on.
 * @param rgb 3 bytes a pixel
 */
export function findFaces(rgb: Uint8Array, width: number, height: number): Face[] {
  const found: Face[] = []
  for (const { stride, width: columns, face, object, box } of runFaceNetwork(rgb, width, height)) {
    for (let cell = 0; cell < face.length; cell += 1) {
      const score = Math.sqrt(sigmoid(face[cell] ?? 0) * sigmoid(object[cell] ?? 0))
      if (score < scoreMin) continue
      const [x = 0, y = 0, w = 0, h = 0] = box.subarray(4 * cell, 4 * cell + 4)
      const size = { width: stride * Math.exp(w), height: stride * Math.exp(h) }
      const left = stride * ((cell % columns) + x) - size.width / 2
      const top = stride * (Math.floor(cell / columns) + y) - size.height / 2
      found.push({ box: { left, top, ...size }, score })
    }
  }
  const faces: Face[] = []
  for (const face of found.sort((a, b) => b.score - a.score))
    if (!faces.some((other) => isSame(face.box, other.box))) faces.push(face)
  return faces
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))

/** Boxes of one face overlap by about half of the smaller one. */
function isSame(one: Box, other: Box): boolean {
  const smaller = Math.min(one.width * one.height, other.width * other.height)
  return overlapOf(one, other) > 0.5 * smaller
}
