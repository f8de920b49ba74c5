import type { Box } from '../../images/raster.ts'
import { around, grown, overlapOf, within } from '../boxes.ts'
import { runFaceNetwork } from './face-network.ts'
import { type ForegroundMap, type FoundObject, findObject } from './find-object.ts'
import { settings } from './object-network.json'
import type { Thing } from './object-network.ts'

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
 * The persons of a small picture, or else the things that it is about, or else what stands out in it.
 * @param rgb 3 bytes a pixel
 * @param map of the same picture
 * @param things found in it
 */
export function findSubject(
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  map: ForegroundMap,
  things: readonly Thing[],
): Subject | undefined {
  const found = Math.min(width, height) < sideMin ? [] : foregroundOf(findFaces(data, width, height))
  const object = mainThings(things) ?? findObject(map)
  if (found.length === 0) return object && { ...object, faces: [] }
  const inPicture = (box: Box) => within({ width, height }, box)
  const part = ({ left, top, ...size }: Box) => ({
    left: left / width,
    top: top / height,
    width: size.width / width,
    height: size.height / height,
  })
  const faces = found.map(({ box }) => part(inPicture(box)))
  const box = found.map((face) => part(inPicture(bustOf(face.box)))).reduce(around)
  const bodies = things
    .filter(
      ({ name, box }) => name === person && faces.some((face) => overlapOf(face, box) > 0.5 * areaOf(face)),
    )
    .map((thing) => thing.box)
  const { isSure = true } = object ?? {}
  if (bodies.length === 0 && object !== undefined && isSure && overlapOf(object.box, box) > 0)
    bodies.push(object.whole)
  return { box, whole: bodies.reduce(around, box), faces, isSure }
}

const person = 'person'
/** A thing that is the subject scores at least so much, and has so much of the picture. */
const thingMin = { score: 0.45, area: 0.02 }
/** The same of furniture and plants. */
const settingMin = { score: 0.6, area: 0.08 }
/** So much less do furniture and plants count. */
const settingShare = 0.3
/** Things of one name are the subject together from this part of the largest. */
const togetherMin = 0.4

/** The most prominent thing with those that are like it; undefined where none is certain. */
function mainThings(things: readonly Thing[]): FoundObject | undefined {
  const isSetting = ({ name }: Thing) => settings.includes(name)
  const prominence = (thing: Thing) => {
    const { left, top, width, height } = thing.box
    const off = Math.hypot(left + width / 2 - 0.5, top + height / 2 - 0.5)
    return thing.score * Math.sqrt(width * height) * (1 - off) * (isSetting(thing) ? settingShare : 1)
  }
  const [main] = things
    .filter((thing) => {
      const least = isSetting(thing) ? settingMin : thingMin
      return thing.score >= least.score && areaOf(thing.box) >= least.area
    })
    .sort((a, b) => prominence(b) - prominence(a))
  if (main === undefined) return undefined
  const like = things.filter(
    ({ name, box }) => name === main.name && areaOf(box) >= togetherMin * areaOf(main.box),
  )
  const box = like.map(({ name, box }) => (name === person ? withoutChest(box) : box)).reduce(around)
  return { box, whole: widened(box), isSure: true }
}

/** Edges of boxes that the network finds are true up to about this part of the longer side. */
const edgeShare = 0.03
function widened(box: Box): Box {
  const wide = grown(box, edgeShare * Math.max(box.width, box.height))
  const [left, top] = [Math.max(0, wide.left), Math.max(0, wide.top)]
  return {
    left,
    top,
    width: Math.min(1, wide.left + wide.width) - left,
    height: Math.min(1, wide.top + wide.height) - top,
  }
}

/** Of a body whose head is outside of the picture, the lower part: what its hands or feet do. */
const lowerShare = 0.6

function withoutChest({ left, top, width, height }: Box): Box {
  const isHeadless = top < edgeShare
  return isHeadless
    ? { left, top: top + (1 - lowerShare) * height, width, height: lowerShare * height }
    : { left, top, width, height }
}

const areaOf = ({ width, height }: Box) => width * height

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
