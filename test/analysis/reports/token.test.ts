import { expect, test } from 'bun:test'
import {
  digestOf,
  digestOfNothing,
  isTokenOf,
  newDeletionToken,
} from '../../../src/analysis/reports/token.ts'

test('a token is the 256 random bits that were drawn, in base64url', () => {
  const drawn: number[] = []
  const token = newDeletionToken((bytes) => {
    drawn.push(bytes)
    return new Uint8Array(bytes).fill(255)
  })
  expect(drawn).toEqual([32])
  expect(token).toBe(`${'_'.repeat(42)}8`)
})

test('a token opens its own digest alone', () => {
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const [one, other] = [newDeletionToken(random), newDeletionToken(random)]
  expect(isTokenOf(one, digestOf(one))).toBe(true)
  for (const wrong of [other, '', one.slice(1), `${one} `, one.toLowerCase(), digestOf(one)])
    expect(isTokenOf(wrong, digestOf(one))).toBe(false)
  for (const token of [one, '', digestOfNothing]) expect(isTokenOf(token, digestOfNothing)).toBe(false)
})

/**
 * Each kind of wrong token is tried in turns, so that whatever else the machine does meets all of them alike. The figure
 * is the median over the turns, in nanoseconds for one comparison.
 */
test('wrong tokens of the right length take the same time wherever they differ', () => {
  const token = 'Zk3v8mN0q1sXJ5yH7uT2wB4cD6eF8gA0iK1lM3nO5pQ'
  const digest = digestOf(token)
  const kinds = {
    first: `A${token.slice(1)}`,
    middle: `${token.slice(0, 21)}A${token.slice(22)}`,
    last: `${token.slice(0, -1)}A`,
    nothing: 'A'.repeat(43),
  }
  const names = ['first', 'middle', 'last', 'nothing'] as const
  const times = {
    first: [] as number[],
    middle: [] as number[],
    last: [] as number[],
    nothing: [] as number[],
  }
  for (let turn = 0; turn < 400; turn += 1) {
    for (const name of names) {
      const startedAt = performance.now()
      for (let index = 0; index < 50; index += 1)
        isTokenOf(kinds[name], name === 'nothing' ? digestOfNothing : digest)
      times[name].push(((performance.now() - startedAt) * 1e6) / 50)
    }
  }
  const medians = names.map((name) => times[name].sort((a, b) => a - b)[200] ?? 0)
  console.log(`ns for a wrong token (${names.join(', ')}): ${medians.map(Math.round).join(', ')}`)
  expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(1.5)
})
