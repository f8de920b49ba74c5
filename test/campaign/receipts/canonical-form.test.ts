import { expect, test } from 'bun:test'
import canonicalize from 'canonicalize'
import { canonicalDigest } from '../../../src/kernel/runtime/canonical-digest.ts'
import vectors from './rfc8785.json'

/** Vectors of RFC 8785, appendix B, and of its authors' reference implementation. */
test.each(vectors.documents)('the document $name has its canonical form', ({ input, output }) => {
  const value: unknown = JSON.parse(input)
  expect(canonicalize(value)).toBe(output)
  expect(canonicalDigest(value)).toBe(new Bun.CryptoHasher('sha256').update(output).digest('hex'))
})

test.each(vectors.numbers)('the double %s is written %s', (bits, text) => {
  expect(canonicalize(doubleOf(bits))).toBe(text)
})

test.each(vectors.refused)('the double %s has no canonical form', (bits) => {
  expect(() => canonicalize(doubleOf(bits))).toThrow('not allowed')
})

test('a lone surrogate has no canonical form', () => {
  expect(() => canonicalize({ brief: '\ud83d' })).toThrow('surrogate')
})

function doubleOf(bits = ''): number {
  return Buffer.from(bits, 'hex').readDoubleBE()
}
