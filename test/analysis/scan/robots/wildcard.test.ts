import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { matchesPath } from '../../../../src/analysis/scan/robots/wildcard.ts'
import { testSeed } from '../../../support/seed.ts'

const seed = testSeed('wildcard.test.ts')

test('a pattern matches exactly where the regular expression of the same meaning does', () => {
  const letters = (maxLength: number) =>
    fc.array(fc.constantFrom('a', 'b'), { maxLength }).map((text) => text.join(''))
  const literals = fc.array(letters(4), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(literals, fc.boolean(), letters(14), (parts, anchored, path) => {
      const expression = new RegExp(`^${parts.join('.*')}${anchored ? '$' : ''}`)
      expect(matchesPath({ literals: parts, anchored }, path)).toBe(expression.test(path))
    }),
    { seed, numRuns: 20_000 },
  )
})
