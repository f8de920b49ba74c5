/** Sums of everything above and to the left of each grid point of a map: one row and column larger than the map. */
export interface IntegralImage {
  width: number
  height: number
  sums: Float64Array
}

export function integrate(values: ArrayLike<number>, width: number, height: number): IntegralImage {
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += values[y * width + x] ?? 0
      const at = (y + 1) * stride + x + 1
      sums[at] = (sums[at - stride] ?? 0) + row
    }
  }
  return { width, height, sums }
}

/** Sum over `left <= x < right`, `top <= y < bottom`, cut to the map. */
export function sumWithin(
  { width, height, sums }: IntegralImage,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  const stride = width + 1
  const x0 = Math.max(0, left)
  const x1 = Math.min(width, right)
  const upper = Math.max(0, top) * stride
  const lower = Math.min(height, bottom) * stride
  return (sums[lower + x1] ?? 0) - (sums[upper + x1] ?? 0) - (sums[lower + x0] ?? 0) + (sums[upper + x0] ?? 0)
}
