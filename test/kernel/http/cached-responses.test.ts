import { expect, test } from 'bun:test'
import { createAnswers, serialise } from '../../../src/kernel/http/cached-responses.ts'

const text = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body)

/** Answers over two counters, and how often a view was made. */
function open() {
  const revisions = [0, 0]
  let views = 0
  const answers = createAnswers([() => revisions[0] ?? 0, () => revisions[1] ?? 0])
  const keep = (address: string, value: unknown = { address }) =>
    answers.keep(address, '/route', () => {
      views += 1
      return value
    })
  return { answers, revisions, keep, views: () => views }
}

test('a view is made once per address while nothing has changed', () => {
  const { answers, keep, views } = open()
  const first = keep('/a?x=1')
  expect(keep('/a?x=1')).toBe(first)
  expect(answers.find('/a?x=1')).toBe(first)
  expect(answers.find('/a')).toBeUndefined()
  expect(text(first)).toBe('{"address":"/a?x=1"}')
  expect(first.route).toBe('/route')
  keep('/a')
  expect(views()).toBe(2)
})

test.each([0, 1])('a change of what an answer was made from makes it anew (counter %p)', (counter) => {
  const { answers, revisions, keep, views } = open()
  keep('/a')
  revisions[counter] = 5
  expect(answers.find('/a')).toBeUndefined()
  keep('/a')
  expect(answers.find('/a')).toBeDefined()
  expect(views()).toBe(2)
})

test('a counter that goes back is a change too', () => {
  const { answers, revisions, keep } = open()
  revisions[0] = 7
  keep('/a')
  revisions[0] = 6
  expect(answers.find('/a')).toBeUndefined()
})

test('a view that throws is kept by nobody', () => {
  const { answers } = open()
  const fail = () =>
    answers.keep('/a', '/route', () => {
      throw new Error('no such milestone')
    })
  expect(fail).toThrow('no such milestone')
  expect(answers.find('/a')).toBeUndefined()
  expect(fail).toThrow('no such milestone')
})

test('a stranger who asks for ever new addresses makes the server keep 16 MB and a bit, not more', () => {
  const { answers, keep } = open()
  const large = { text: 'a'.repeat(1_000_000) }
  const addresses = Array.from({ length: 60 }, (_, index) => `/a?${index}`)
  for (const address of addresses) {
    keep(address, large)
    expect(addresses.filter((known) => answers.find(known) !== undefined).length).toBeLessThanOrEqual(17)
  }
})

test('the same value has the same validator, and any other value another one', () => {
  const { etag } = serialise('/a', { a: 1 })
  expect(serialise('/b', { a: 1 }).etag).toBe(etag)
  expect(serialise('/a', { a: 2 }).etag).not.toBe(etag)
  expect(etag).toMatch(/^"[A-Za-z0-9_-]{27}"$/)
})

test('an answer is UTF-8 JSON', () => {
  expect(text(serialise('/a', { text: 'grün 😀' }))).toBe('{"text":"grün 😀"}')
})
