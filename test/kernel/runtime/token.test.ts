import { expect, test } from 'bun:test'
import { timingSafeEqual } from 'node:crypto'
import {
  createTokenCheck,
  digestOf,
  digestOfNothing,
  newToken,
  tokenCheck,
} from '../../../src/kernel/runtime/token.ts'

const { isTokenOf } = tokenCheck

test('a token is the 256 random bits that were drawn, in base64url', () => {
  const drawn: number[] = []
  const token = newToken((bytes) => {
    drawn.push(bytes)
    return new Uint8Array(bytes).fill(255)
  })
  expect(drawn).toEqual([32])
  expect(token).toBe(`${'_'.repeat(42)}8`)
})

test('a token matches its own digest alone', () => {
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const [one, other] = [newToken(random), newToken(random)]
  expect(isTokenOf(one, digestOf(one))).toBe(true)
  for (const wrong of [other, '', one.slice(1), `${one} `, one.toLowerCase(), digestOf(one)])
    expect(isTokenOf(wrong, digestOf(one))).toBe(false)
  for (const token of [one, '', digestOfNothing]) expect(isTokenOf(token, digestOfNothing)).toBe(false)
})

test('the comparison in constant time alone decides whether a token matches', () => {
  const [right, wrong] = ['Zk3v8mN0q1sXJ5yH7uT2wB4cD6eF8gA0iK1lM3nO5pQ', 'A'.repeat(43)]
  const compared: string[][] = []
  for (const verdict of [true, false]) {
    const check = createTokenCheck((one, other) => {
      compared.push([one, other].map((bytes) => Buffer.from(bytes).toString('hex')))
      return verdict
    })
    for (const token of [right, wrong]) expect(check.isTokenOf(token, digestOf(right))).toBe(verdict)
  }
  expect(tokenCheck.same).toBe(timingSafeEqual)
  const pairs = [right, wrong].map((token) => [digestOf(token), digestOf(right)])
  expect(compared).toEqual([...pairs, ...pairs])
})
