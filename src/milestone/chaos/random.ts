/**
 * A number from 0 to below 1 that depends on nothing but the seed and the text: no order of calls, no clock, no random
 * source. Equal texts fall alike, texts that differ in one letter fall independently.
 */
export function roll(seed: number, text: string): number {
  return hash53(seed, text) / 2 ** 53
}

/** The 53-bit hash behind it (cyrb53: two multiplying lanes, mixed at the end). */
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

/** The choice that a number from 0 to below 1 falls on. */
export function pick<Choice>(choices: readonly [Choice, ...Choice[]], rolled: number): Choice {
  return choices[Math.floor(rolled * choices.length)] ?? choices[0]
}
