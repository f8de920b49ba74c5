import type { Box } from '../../images/raster.ts'

/** The largest boxes inside `area` that touch none of `taken`; they may overlap each other. */
export function freeBoxes(area: Box, taken: readonly Box[]): Box[] {
  let free = [area]
  for (const obstacle of taken) {
    const pieces = free.flatMap((box) => (overlap(box, obstacle) ? around(box, obstacle) : [box]))
    free = pieces.filter(
      (box, index) =>
        box.width > 0 &&
        box.height > 0 &&
        !pieces.some(
          (other, place) =>
            place !== index && contains(other, box) && (place < index || !contains(box, other)),
        ),
    )
  }
  return free.filter(({ width, height }) => width > 0 && height > 0)
}

export function overlap(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  )
}

export function inflate({ left, top, width, height }: Box, by: number): Box {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by }
}

export function intersect(a: Box, b: Box): Box {
  const left = Math.max(a.left, b.left)
  const top = Math.max(a.top, b.top)
  return {
    left,
    top,
    width: Math.min(a.left + a.width, b.left + b.width) - left,
    height: Math.min(a.top + a.height, b.top + b.height) - top,
  }
}

/** The parts of a box left of, right of, above and below an obstacle. */
function around(box: Box, obstacle: Box): Box[] {
  const right = obstacle.left + obstacle.width
  const bottom = obstacle.top + obstacle.height
  return [
    { ...box, width: obstacle.left - box.left },
    { ...box, left: right, width: box.left + box.width - right },
    { ...box, height: obstacle.top - box.top },
    { ...box, top: bottom, height: box.top + box.height - bottom },
  ]
}

function contains(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.left + outer.width >= inner.left + inner.width &&
    outer.top + outer.height >= inner.top + inner.height
  )
}
