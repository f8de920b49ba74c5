import { keccak256, stringToHex } from 'viem'

/** Plausible measurements, reproducible by key. */
export interface Numbers {
  /** Evenly between `from` and `to`, with that many decimals. */
  between(from: number, to: number, decimals?: number): string
  /** `count` values around `mean`, each within `spread` of it. */
  series(count: number, mean: number, spread: number, decimals?: number): string[]
  /** Hexadecimal digits, such as a commit's. */
  digits(count: number): string
}

export function createNumbers(key: string): Numbers {
  let counter = 0
  const digits = (count: number) => {
    counter += 1
    return keccak256(stringToHex(`${key}:${counter}`)).slice(2, 2 + count)
  }
  const fraction = () => Number.parseInt(digits(12), 16) / 2 ** 48
  return {
    digits,
    between: (from, to, decimals = 0) => (from + (to - from) * fraction()).toFixed(decimals),
    series: (count, mean, spread, decimals = 1) => {
      let offset = 0
      return Array.from({ length: count }, () => {
        offset = 0.7 * offset + 0.3 * spread * (2 * fraction() - 1)
        return (mean + offset).toFixed(decimals)
      })
    },
  }
}
