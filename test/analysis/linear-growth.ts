import { isSoak } from '../support/soak.ts'

/** The first larger input is so many times the first, and each further one twice the one before. */
const firstFactor = 8
const tries = 3

export interface GrowingWork {
  /** Of the first input. */
  size: number
  /** Prepares an input of a size, and answers the work on it. */
  workOn: (size: number) => () => unknown
  /** The largest input is so many times the first. */
  factorMax?: number
  /** A safety limit for the work on one input: linear work is far below it on the slowest machine. */
  limitMs?: number
  /** Milliseconds; processor time when left out, as what else runs on the machine does not add to it. */
  now?: () => number
}

/**
 * Fails when work takes more than linear time: its input grows up to 128 times, where quadratic work does not end within
 * 30 s. That limit alone decides. Times are also compared with that of the first input, but only to end early
 * when they grow as linear work does: what a busy machine adds makes the input larger, and never fails a test.
 * @param what the work, as the failure names it
 */
export function expectLinearGrowth(
  what: string,
  { size, workOn, factorMax = 128, limitMs = 30_000, now = processorMs }: GrowingWork,
): void {
  const msOf = (work: () => unknown) => {
    const from = now()
    work()
    return now() - from
  }
  const first = workOn(size)
  let best = msOf(first)
  // Below this, even quadratic work on the largest input would end before the limit.
  const negligibleMs = limitMs / factorMax ** 2
  const measureFirst = () => {
    for (let run = 0; run < tries && best > negligibleMs; run += 1) best = Math.min(best, msOf(first))
  }
  measureFirst()
  for (let factor = firstFactor; factor <= factorMax && best > negligibleMs; factor *= 2) {
    const ms = msOf(workOn(size * factor))
    if (ms > limitMs)
      throw new Error(
        `Not linear: ${what}: ${best.toFixed(1)} ms for ${size}, ${ms.toFixed(0)} ms for ${factor} times as much`,
      )
    // Again, as it may have been compiled meanwhile.
    measureFirst()
    if (ms < best * factor ** 1.5) return
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A text of at least so many characters. */
export type TextOf = (chars: number) => string

/** For each seed, the seed repeated between each start and end. */
export function repeatedTexts(
  seeds: readonly string[],
  around: readonly (readonly [start: string, end: string])[] = [['', '']],
): { seed: string; textOf: TextOf }[] {
  return seeds.flatMap((seed) =>
    around.map(([start, end]) => ({
      seed,
      textOf: (chars: number) => `${start}${seed.repeat(Math.ceil(chars / seed.length))}${end}`,
    })),
  )
}

/** In the test command each pattern meets every third text, and each text every third pattern; in the soak all meet. */
const everyNth = isSoak ? 1 : 3

/** A check that fails when a pattern takes more than linear time on any of the texts. */
export function createPatternCheck(
  texts: readonly { seed: string; textOf: TextOf }[],
  { firstChars = 10_000, limitMs }: { firstChars?: number; limitMs?: number } = {},
) {
  const firsts = texts.map(({ seed, textOf }) => ({ seed, textOf, first: textOf(firstChars) }))
  let patterns = 0
  return function expectLinearPattern(what: string, pattern: RegExp): void {
    const start = patterns++ % everyNth
    const shown = firsts.length < everyNth ? firsts : firsts.filter((_, at) => at % everyNth === start)
    for (const { seed, textOf, first } of shown) {
      expectLinearGrowth(`${what} ${pattern} on ${JSON.stringify(seed)}`, {
        size: firstChars,
        ...(limitMs === undefined ? {} : { limitMs }),
        workOn: (chars) => {
          const text = chars === firstChars ? first : textOf(chars)
          return () => search(pattern, text)
        },
      })
    }
  }
}

/** Searches the whole text. */
function search(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0
  if (pattern.global) text.replace(pattern, '')
  else pattern.test(text)
}
