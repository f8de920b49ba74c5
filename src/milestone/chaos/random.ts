/**
 * A number from 0 to below 1 that depends on the seed and the text alone, not on the order of calls. Texts that differ
 * in one character give independent numbers.
 */
export function sample(seed: number, text: string): number {
  return hash53(seed, text) / 2 ** 53
}

/** The 53-bit hash cyrb53: two multiplying lanes, mixed at the end. */
export function hash53(seed: number, text: string): number {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ Math.floor(seed / 2 ** 32) ^ Math.imul(seed, 0x9e3779b1)
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = mix(high, low)
  low = mix(low, high)
  return 2 ** 32 * (0x1fffff & low) + (high >>> 0)
}

function mix(lane: number, other: number): number {
  return Math.imul(lane ^ (lane >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
}

/** The choice for a number from 0 to below 1. */
export function pick<Choice>(choices: readonly [Choice, ...Choice[]], sampled: number): Choice {
  return choices[Math.floor(sampled * choices.length)] ?? choices[0]
}
