import type { Box } from '../../images/raster.ts'
import { overlapOf } from '../boxes.ts'
import { runFaceNetwork } from './face-network.ts'

export interface Face {
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
