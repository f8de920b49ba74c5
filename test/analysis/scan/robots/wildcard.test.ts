import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { testSeed } from '../../../support/seed.ts'
import { allows, forFooBot } from './ask.ts'

const seed = testSeed('wildcard.test.ts')

test('a rule matches exactly where the regular expression of the same meaning does', () => {
  const letters = (maxLength: number) =>
    fc.array(fc.constantFrom('a', 'b'), { maxLength }).map((text) => text.join(''))
  const literals = fc.array(letters(4), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(literals, fc.boolean(), letters(14), (parts, anchored, path) => {
      const end = anchored ? '$' : ''
      const rule = `disallow: /${parts.join('*')}${end}`
      expect(allows(forFooBot(rule), `/${path}`)).toBe(!new RegExp(`^${parts.join('.*')}${end}`).test(path))
    }),
    { seed, numRuns: 5_000 },
  )
})
