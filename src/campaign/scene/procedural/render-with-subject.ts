import type { Box, Raster } from '../../images/raster.ts'
import { families } from './families/families.ts'
import type { ComposedScene, ScenePlan, Size } from './families/family.ts'

/** A picture is drawn out by no more than this to move its subject. */
const stretchMax = 1.5

/**
 * Renders a plan with its subject where a layout has room for it: the family composes a larger picture, of which the
 * part is painted that has the subject there.
 */
export async function renderWithSubject(
  plan: ScenePlan,
  size: Size,
  subject: Box | undefined,
): Promise<{ pixels: Raster }> {
  const composed = composeProcedural(plan, size)
  const { focal } = composed
  if (subject === undefined || isInside(focal, subject, size)) return { pixels: await composed.paint() }
  const wanted = {
    x: (subject.left + subject.width / 2) / size.width,
    y: (subject.top + subject.height / 2) / size.height,
  }
  const whole = {
    width: Math.round(size.width * stretch(focal.x, wanted.x)),
    height: Math.round(size.height * stretch(focal.y, wanted.y)),
  }
  const larger = composeProcedural(plan, whole)
  const part = {
    left: offset(larger.focal.x * whole.width - wanted.x * size.width, whole.width - size.width),
    top: offset(larger.focal.y * whole.height - wanted.y * size.height, whole.height - size.height),
    width: size.width,
    height: size.height,
  }
  return { pixels: await larger.paint(part) }
}

/** How much longer a side must be for its part to have the focal point at another place. */
function stretch(from: number, to: number): number {
  const needed = from < to ? to / Math.max(from, 0.01) : (1 - to) / Math.max(1 - from, 0.01)
  return Math.min(stretchMax, Math.max(1, needed))
}

const offset = (wanted: number, most: number) => Math.max(0, Math.min(most, Math.round(wanted)))

/** In the middle half of the box. */
function isInside({ x, y }: { x: number; y: number }, box: Box, { width, height }: Size): boolean {
  const dx = Math.abs(x * width - box.left - box.width / 2)
  const dy = Math.abs(y * height - box.top - box.height / 2)
  return dx <= box.width / 4 && dy <= box.height / 4
}

/**
 * Composes a plan at one size. The same plan and size give the same bytes in every process on one machine;
 * the sizes of a plan show one world, composed for each frame.
 */
export function composeProcedural(plan: ScenePlan, size: Size): ComposedScene {
  const family = families.find(({ name }) => name === plan.family)
  if (!family) {
    const names = families.map(({ name }) => name).join(', ')
    throw new RangeError(`Cannot render a scene of family "${plan.family}": the families are ${names}`)
  }
  return family.compose(plan, size)
}
