import { length } from '../../../../numeric/math.ts'
import { createFloatRaster, type FloatRaster, fillRaster, sampleRaster } from '../../core/float-raster.ts'
import { addInto, putColor } from '../../core/pixels.ts'
import { createTiles } from '../../core/tiles.ts'
import type { Prop } from './set.ts'
import { createShader, type StudioScene } from './shader.ts'
import { createHit, traceCove, traceProps } from './trace.ts'
import { aim, type View } from './view.ts'

/** The cove behind everything, then the props. */
export function paintStudio(raster: FloatRaster, scene: StudioScene): void {
  paintCove(raster, scene)
  paintProps(raster, scene)
}

const reduce = 3

/** Floor and wall as if no prop hid them: their light is soft, so a third of the resolution is enough. */
function paintCove(raster: FloatRaster, scene: StudioScene): void {
  const small = createFloatRaster(Math.ceil(raster.width / reduce) + 1, Math.ceil(raster.height / reduce) + 1)
  const ray = { x: 0, y: 0, z: 1 }
  const hit = createHit()
  const shade = createShader(scene)
  fillRaster(small, (x, y, into) => {
    aim(scene.view, x * reduce + 0.5, y * reduce + 0.5, ray)
    traceCove(scene.view.eye, ray, hit)
    shade(ray, hit, into)
  })
  fillRaster(raster, (x, y, into) => sampleRaster(small, x / reduce, y / reduce, into))
}

/** Props in front of the cove, which is exact beside them; pixels on their edges take nine samples. */
function paintProps(raster: FloatRaster, scene: StudioScene): void {
  const { width, height, data } = raster
  const { props, view } = scene
  const ray = { x: 0, y: 0, z: 1 }
  const hit = createHit()
  const color = { r: 0, g: 0, b: 0 }
  const shade = createShader(scene)
  const faces = new Uint8Array(width * height)
  const candidatesAt = createTiles(
    props.map((prop, item) => ({ item, ...circleAround(prop, view) })),
    raster,
  )
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const candidates = candidatesAt(x, y)
      if (candidates.length === 0) continue
      aim(view, x + 0.5, y + 0.5, ray)
      if (!traceProps(props, candidates, view.eye, ray, hit)) continue
      faces[i] = 1 + hit.prop * 2 + hit.face
      shade(ray, hit, color)
      putColor(data, i * 3, color)
    }
  }

  // What is dark under a prop would show beside it in steps of the reduced picture.
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (faces[i] !== 0 || candidatesAt(x, y).length === 0) continue
      if (!isBesideProp(faces, raster, x, y)) continue
      aim(view, x + 0.5, y + 0.5, ray)
      traceCove(view.eye, ray, hit)
      shade(ray, hit, color)
      putColor(data, i * 3, color)
    }
  }

  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      const face = faces[i] ?? 0
      if (
        face === faces[i - 1] &&
        face === faces[i + 1] &&
        face === faces[i - width] &&
        face === faces[i + width]
      ) {
        continue
      }
      const sum = { r: 0, g: 0, b: 0 }
      for (let sample = 0; sample < 9; sample++) {
        aim(view, x + ((sample % 3) + 0.5) / 3, y + (Math.floor(sample / 3) + 0.5) / 3, ray)
        if (!traceProps(props, candidatesAt(x, y), view.eye, ray, hit)) traceCove(view.eye, ray, hit)
        shade(ray, hit, color)
        addInto(sum, color, 1)
      }
      putColor(data, i * 3, { r: sum.r / 9, g: sum.g / 9, b: sum.b / 9 })
    }
  }
}

const fringe = reduce + 1

/** Whether a prop is as near as a cell of the reduced picture. */
function isBesideProp(
  faces: Uint8Array,
  { width, height }: { width: number; height: number },
  x: number,
  y: number,
): boolean {
  for (let dy = -fringe; dy <= fringe; dy += fringe) {
    const row = Math.min(height - 1, Math.max(0, y + dy)) * width
    for (let dx = -fringe; dx <= fringe; dx += fringe)
      if (faces[row + Math.min(width - 1, Math.max(0, x + dx))] !== 0) return true
  }
  return false
}

/** A circle of the picture, in pixels, that holds a prop and its edges. */
function circleAround(prop: Prop, view: View): { x: number; y: number; radius: number } {
  const low = prop.shape === 'cylinder' ? prop.bottom : prop.shape === 'ball' ? prop.y - prop.radius : 0
  const high =
    prop.shape === 'cylinder' ? prop.top : prop.shape === 'ball' ? prop.y + prop.radius : 2.6 + prop.reach
  const breadth = prop.shape === 'slab' ? prop.reach : prop.radius
  const reach = prop.shape === 'ball' ? prop.radius : length(breadth, (high - low) / 2) + 0.05
  const depth = prop.z - view.eye.z
  const scale = view.focal / depth
  return {
    x: view.centerX + (prop.x - view.eye.x) * scale,
    y: view.centerY - ((low + high) / 2 - view.eye.y) * scale,
    radius: (reach * view.focal) / (depth - reach) + 4,
  }
}
