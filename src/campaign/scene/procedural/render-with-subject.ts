import sharp from 'sharp'
import type { Box, Raster, SceneImage } from '../../images/raster.ts'
import { families } from './families/families.ts'
import type { ScenePlan, Size } from './families/family.ts'

/** Shorter side of the rendering that is measured first. */
const probeSide = 110
/** A picture is drawn out by no more than this to move its subject. */
const stretchMax = 1.5

/**
 * Renders a plan with its subject where a layout has room for it: the family composes a larger picture, of which the
 * part is taken that has the subject there.
 */
export async function renderWithSubject(
  plan: ScenePlan,
  size: Size,
  subject: Box | undefined,
): Promise<{ pixels: Raster }> {
  if (subject === undefined) return await renderProcedural(plan, size)
  const { focal } = await renderProcedural(plan, probeOf(size))
  if (isInside(focal, subject, size)) return await renderProcedural(plan, size)
  const wanted = {
    x: (subject.left + subject.width / 2) / size.width,
    y: (subject.top + subject.height / 2) / size.height,
  }
  const whole = {
    width: Math.round(size.width * stretch(focal.x, wanted.x)),
    height: Math.round(size.height * stretch(focal.y, wanted.y)),
  }
  const { focal: moved } = await renderProcedural(plan, probeOf(whole))
  const { pixels } = await renderProcedural(plan, whole)
  const region = {
    left: offset(moved.x * whole.width - wanted.x * size.width, whole.width - size.width),
    top: offset(moved.y * whole.height - wanted.y * size.height, whole.height - size.height),
    width: size.width,
    height: size.height,
  }
  const data = await sharp(pixels.data, { raw: { width: whole.width, height: whole.height, channels: 3 } })
    .extract(region)
    .raw()
    .toBuffer()
  return { pixels: { width: size.width, height: size.height, channels: 3, data } }
}

/** How much longer a side must be for its part to have the focal point at another place. */
function stretch(from: number, to: number): number {
  const needed = from < to ? to / Math.max(from, 0.01) : (1 - to) / Math.max(1 - from, 0.01)
  return Math.min(stretchMax, Math.max(1, needed))
}

const offset = (wanted: number, most: number) => Math.max(0, Math.min(most, Math.round(wanted)))

function probeOf({ width, height }: Size): Size {
  const scale = Math.min(1, probeSide / Math.min(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** In the middle half of the box. */
function isInside({ x, y }: { x: number; y: number }, box: Box, { width, height }: Size): boolean {
  const dx = Math.abs(x * width - box.left - box.width / 2)
  const dy = Math.abs(y * height - box.top - box.height / 2)
  return dx <= box.width / 4 && dy <= box.height / 4
}

/**
 * Renders a plan at one size. The same plan and size give the same bytes in every process on one machine;
 * the sizes of a plan show one world, composed for each frame.
 */
export async function renderProcedural(plan: ScenePlan, size: Size): Promise<SceneImage> {
  const family = families.find(({ name }) => name === plan.family)
  if (!family) {
    const names = families.map(({ name }) => name).join(', ')
    throw new RangeError(`Cannot render a scene of family "${plan.family}": the families are ${names}`)
  }
  return family.render(plan, size)
}
