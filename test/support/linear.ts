import { expect } from 'bun:test'

const limitMs = 30_000

/**
 * Runs work whose input is so large that linear work ends in about a second at most and quadratic work takes minutes:
 * the only clock in it is a safety limit, which the slowest machine does not reach.
 * @param what the work, as a failure names it
 */
export function expectLinear<Result>(what: string, work: () => Result): Result {
  const startedAt = performance.now()
  const result = work()
  const isLinear = performance.now() - startedAt < limitMs
  expect({ what, isLinear }).toEqual({ what, isLinear: true })
  return result
}
