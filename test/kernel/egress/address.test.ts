import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isSameAddress, judgeAddress } from '../../../src/kernel/egress/address.ts'
import { addressTable, edges, spelled, verdictOf } from '../../support/address-table.ts'
import { expectLinear } from '../../support/linear.ts'
import { testSeed } from '../../support/seed.ts'

for (const [address, verdict, canonical = address] of addressTable) {
  test(`${JSON.stringify(address)} is judged ${verdict}`, () => {
    expect(judgeAddress(address)).toEqual(
      verdict === 'public' ? { public: true, address: canonical } : { public: false, rule: verdict },
    )
  })
}

const seed = testSeed('address')
const digitsOf = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length })
/** Under any prefix, the interface ids of ISATAP and some that resemble them. */
const isatap = fc
  .tuple(digitsOf(12), fc.constantFrom('0000', '0100', '0200', '0300'), digitsOf(8))
  .map(([prefix, flags, ipv4]) => `2a02${prefix}${flags}5efe${ipv4}`)

test('any address has the verdict of a second reading of the registries, an IPv4 address also when mapped', () => {
  fc.assert(
    fc.property(fc.oneof(digitsOf(8), digitsOf(32), isatap, fc.constantFrom(...edges)), (digits) => {
      const verdict = judgeAddress(spelled(digits))
      expect(verdict.public ? 'public' : verdict.rule).toBe(verdictOf(digits))
      if (digits.length === 32) return
      expect(judgeAddress(`::ffff:${spelled(digits)}`)).toEqual(verdict)
      expect(judgeAddress(`::ffff:${digits.slice(0, 4)}:${digits.slice(4)}`)).toEqual(verdict)
    }),
    { seed, numRuns: 3_000 },
  )
})

test('judging takes linear time, however long the text', () => {
  for (const piece of ['1', ':', '1.', 'f', '0:']) {
    for (const start of ['', '::']) {
      const text = start + piece.repeat(2_000_000)
      const verdict = expectLinear(`judging ${start} and many ${piece}`, () => judgeAddress(text))
      expect(verdict).toEqual({ public: false, rule: 'malformed' })
    }
  }
})

test('two spellings of one address are the same, and nothing else is', () => {
  expect(isSameAddress('::1', '0:0:0:0:0:0:0:1')).toBe(true)
  expect(isSameAddress('127.0.0.1', '::ffff:7f00:1')).toBe(true)
  expect(isSameAddress('::ffff:127.0.0.1', '127.0.0.1')).toBe(true)
  expect(isSameAddress('2001:DB8::1', '2001:db8:0:0::1')).toBe(true)
  expect(isSameAddress('::127.0.0.1', '127.0.0.1')).toBe(false)
  expect(isSameAddress('127.0.0.1', '127.0.0.2')).toBe(false)
  expect(isSameAddress('', '')).toBe(false)
  expect(isSameAddress('localhost', 'localhost')).toBe(false)
})
