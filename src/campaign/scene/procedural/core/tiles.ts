import type { Size } from '../families/family.ts'

/** A thing and the circle of the frame that it may cover, in pixels. */
interface Placed<Item> {
  item: Item
  x: number
  y: number
  radius: number
}

const side = 24

/** Which things may cover a point of the frame: rays are then tried against few of them. */
export function createTiles<Item>(
  placed: readonly Placed<Item>[],
  { width, height }: Size,
): (x: number, y: number) => readonly Item[] {
  const across = Math.ceil(width / side)
  const down = Math.ceil(height / side)
  const lists = Array.from({ length: across * down }, (_, i) => {
    const left = (i % across) * side
    const top = Math.floor(i / across) * side
    return placed
      .filter(({ x, y, radius }) => {
        const dx = Math.max(left - x, x - left - side, 0)
        const dy = Math.max(top - y, y - top - side, 0)
        return dx * dx + dy * dy < radius * radius
      })
      .map(({ item }) => item)
  })
  const none: readonly Item[] = []
  return (x, y) =>
    lists[Math.min(down - 1, Math.floor(y / side)) * across + Math.min(across - 1, Math.floor(x / side))] ??
    none
}
