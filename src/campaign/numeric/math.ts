export const clamp01 = (x: number) => Math.min(1, Math.max(0, x))

export const clamp = (x: number, low: number, high: number) => Math.min(high, Math.max(low, x))

export const mix = (from: number, to: number, share: number) => from + (to - from) * share

/** 0 up to `low`, 1 from `high`, a cubic between; `low` may be the greater one. */
export function smoothstep(low: number, high: number, x: number): number {
  const t = clamp01((x - low) / (high - low))
  return t * t * (3 - 2 * t)
}

/** Several times faster than Math.hypot, which guards against overflow that pictures never meet. */
export const length = (x: number, y: number) => Math.sqrt(x * x + y * y)

/** The item of a list at a share of its length. @param share from 0 to below 1 */
export function pickOf<Item>(list: readonly Item[], share: number): Item {
  const item = list[Math.floor(share * list.length)]
  if (item === undefined) throw new RangeError('Cannot pick from an empty list')
  return item
}

export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Uniform in [from, to). */
  range(from: number, to: number): number
  /** A uniform integer, both ends included. */
  int(from: number, to: number): number
  pick<const T>(list: readonly [T, ...T[]]): T
  /** Roughly normal: mean 0, deviation about 0.7, never beyond 2.4. */
  gauss(): number
  /** An independent generator that does not depend on how much was drawn from this one. */
  fork(name: string): Random
}

/**
 * A seeded generator (sfc32). The same seed and stream name give the same numbers in every process.
 * @param seed unsigned 32-bit
 */
export function createRandom(seed: number, stream: string): Random {
  let a = hash(`${seed}/${stream}/a`)
  let b = hash(`${seed}/${stream}/b`)
  let c = hash(`${seed}/${stream}/c`)
  let counter = 1

  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  for (let i = 0; i < 12; i++) next()

  const range = (from: number, to: number) => from + (to - from) * next()
  return {
    next,
    range,
    int: (from, to) => Math.floor(range(from, to + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    gauss: () => (next() + next() + next() + next() - 2) * 1.2,
    fork: (name) => createRandom(seed, `${stream}/${name}`),
  }
}

/** A number in [0, 1) that belongs to a cell of a grid: for details that are never listed, such as lit windows. */
export function randomAt(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 1274126177)
  h = Math.imul(h ^ (h >>> 15), 2246822519)
  h = Math.imul(h ^ (h >>> 13), 3266489917)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** FNV-1a with the finalizer of MurmurHash3. */
function hash(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  h = Math.imul(h ^ (h >>> 16), 2246822507)
  h = Math.imul(h ^ (h >>> 13), 3266489909)
  return (h ^ (h >>> 16)) >>> 0
}
