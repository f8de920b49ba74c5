export interface Vector {
  x: number
  y: number
  z: number
}

export function cross(a: Vector, b: Vector): Vector {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

export const dot = (a: Vector, b: Vector) => a.x * b.x + a.y * b.y + a.z * b.z

export function normalized({ x, y, z }: Vector): Vector {
  const length = Math.sqrt(x * x + y * y + z * z)
  return { x: x / length, y: y / length, z: z / length }
}

/** `from + along * distance` */
export function moved(from: Vector, along: Vector, distance: number): Vector {
  return { x: from.x + along.x * distance, y: from.y + along.y * distance, z: from.z + along.z * distance }
}
