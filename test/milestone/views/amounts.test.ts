import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Hex, parseEther, parseUnits, stringToHex } from 'viem'
import { etherText, labelText, usdcNumber } from '../../../src/milestone/views/amounts.ts'
import { testSeed } from '../../support/seed.ts'

const seed = testSeed('amounts')
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test.each([
  [0n, '0.0000'],
  [1n, '0.000000000000000001'],
  [10n ** 14n, '0.0001'],
  [25n * 10n ** 17n, '2.5000'],
  [10n ** 18n, '1.0000'],
  [123_456_700n * 10n ** 12n, '123.4567'],
  [2n ** 256n - 1n, '115792089237316195423570985008687907853269984665640564039457.584007913129639935'],
])('%p wei reads as %p ETH', (wei, text) => {
  expect(etherText(wei)).toBe(text)
})

test('any amount of wei survives being written as ETH, with 4 to 18 decimals', () => {
  fc.assert(
    fc.property(uint256, (wei) => {
      const text = etherText(wei)
      expect(text).toMatch(/^(0|[1-9][0-9]*)\.[0-9]{4,18}$/)
      expect(parseEther(text)).toBe(wei)
    }),
    { seed },
  )
})

test.each([
  [0n, 0],
  [1n, 0.000001],
  [41_250_000n, 41.25],
  [-1_500_000n, -1.5],
  [300_000n, 0.3],
])('%p units read as %p USDC', (units, number) => {
  expect(usdcNumber(units)).toBe(number)
})

test('every amount of USDC under a thousand million is exact to the unit as a number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n - 10n ** 15n, max: 10n ** 15n - 1n }), (units) => {
      expect(parseUnits(usdcNumber(units).toFixed(6), 6)).toBe(units)
    }),
    { seed },
  )
})

test('a label is text when all of it is printable ASCII, and the bytes otherwise', () => {
  const label = (text: string): Hex => stringToHex(text, { size: 32 })
  expect(labelText(label('solar-pump'))).toBe('solar-pump')
  expect(labelText(label('32 characters are all that fits.'))).toBe('32 characters are all that fits.')
  const others = [
    label(''),
    label('é'),
    label('line\nbreak'),
    `0x${'ff'.repeat(32)}`,
    `0x00${'61'.repeat(31)}`,
  ] as const
  expect(others.map((bytes) => labelText(bytes))).toEqual([...others])
})

test('the text of a label always comes from exactly these bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const hex: Hex = `0x${Buffer.from(bytes).toString('hex')}`
      const text = labelText(hex)
      expect(text === hex ? hex : stringToHex(text, { size: 32 })).toBe(hex)
    }),
    { seed },
  )
})
