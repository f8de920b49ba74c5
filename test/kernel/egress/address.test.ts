import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isSameAddress, judgeAddress } from '../../../src/kernel/egress/address.ts'
import { addressTable } from '../../support/address-table.ts'
import { expectLinear } from '../../support/linear.ts'
import { testSeed } from '../../support/seed.ts'

test('the table holds at least 150 addresses, each once', () => {
  expect(addressTable.length).toBeGreaterThanOrEqual(150)
  expect(new Set(addressTable.map(([address]) => address)).size).toBe(addressTable.length)
})

for (const [address, verdict, canonical = address] of addressTable) {
  test(`${JSON.stringify(address)} is judged ${verdict}`, () => {
    expect(judgeAddress(address)).toEqual(
      verdict === 'public' ? { public: true, address: canonical } : { public: false, rule: verdict },
    )
  })
}

/** The special-purpose list a second time, as plain numbers, so that a slip in the first does not hide itself. */
const notPublicIpv4: ReadonlyArray<readonly [first: number, last: number]> = [
  [0x00000000, 0x00ffffff],
  [0x0a000000, 0x0affffff],
  [0x64400000, 0x647fffff],
  [0x7f000000, 0x7fffffff],
  [0xa83f8110, 0xa83f8110],
  [0xa9fe0000, 0xa9feffff],
  [0xac100000, 0xac1fffff],
  [0xc0000000, 0xc00000ff],
  [0xc0000200, 0xc00002ff],
  [0xc01fc400, 0xc01fc4ff],
  [0xc034c100, 0xc034c1ff],
  [0xc0586300, 0xc05863ff],
  [0xc0a80000, 0xc0a8ffff],
  [0xc0af3000, 0xc0af30ff],
  [0xc6120000, 0xc613ffff],
  [0xc6336400, 0xc63364ff],
  [0xcb007100, 0xcb0071ff],
  [0xe0000000, 0xffffffff],
]
const isPublicIpv4 = (value: number) =>
  !notPublicIpv4.some(([first, last]) => value >= first && value <= last)
const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.')

const seed = testSeed('address')
const nearAnEdge = fc
  .tuple(fc.constantFrom(...notPublicIpv4.flat()), fc.integer({ min: -2, max: 2 }))
  .map(([edge, step]) => (edge + step + 2 ** 32) % 2 ** 32)
const anyIpv4 = fc.oneof(fc.nat(2 ** 32 - 1), nearAnEdge)

test('any IPv4 address is judged as a second reading of the list says, plain and mapped', () => {
  fc.assert(
    fc.property(anyIpv4, (value) => {
      const plain = judgeAddress(dotted(value))
      expect(plain.public).toBe(isPublicIpv4(value))
      expect(judgeAddress(`::ffff:${dotted(value)}`)).toEqual(plain)
      expect(judgeAddress(`::ffff:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`)).toEqual(
        plain,
      )
    }),
    { seed, numRuns: 2_000 },
  )
})

test('no IPv6 address outside 2000::/3 is public, nor one that carries an IPv4 address', () => {
  const group = fc.nat(0xffff)
  const groups = fc.array(group, { minLength: 8, maxLength: 8 })
  const isMapped = (values: readonly number[]) =>
    values[5] === 0xffff && values.slice(0, 5).every((each) => each === 0)
  const spelled = (values: readonly number[]) => values.map((value) => value.toString(16)).join(':')
  fc.assert(
    fc.property(groups, group, group, (values, high, low) => {
      const [first = 0, ...rest] = values
      if (first >> 13 !== 1 && judgeAddress(spelled(values)).public) return isMapped(values)
      const carriers = [
        [0x64, 0xff9b, 0, 0, 0, 0, high, low],
        [0x64, 0xff9b, 1, ...rest.slice(0, 3), high, low],
        [0x2002, high, low, ...rest.slice(0, 5)],
        [0x2001, 0, ...rest.slice(0, 4), high, low],
        [0x2a02, ...rest.slice(0, 3), 0, 0x5efe, high, low],
        [0x2a02, ...rest.slice(0, 3), 0x200, 0x5efe, high, low],
        [0, 0, 0, 0, 0, 0, high, low],
      ]
      return carriers.every((each) => !judgeAddress(spelled(each)).public)
    }),
    { seed, numRuns: 1_000 },
  )
})

test('judging costs little however long the text', () => {
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
