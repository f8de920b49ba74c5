import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { milestoneError } from '../../../src/milestone/errors.ts'
import type { Position } from '../../../src/milestone/indexer/state.ts'
import {
  pageNewestFirst,
  readCursor,
  readOffset,
  writeCursor,
  writeOffset,
} from '../../../src/milestone/views/page.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'

const seed = testSeed('page')

const positions = fc.record({ blockNumber: fc.nat(40), logIndex: fc.nat(6) })
/** A list as the model keeps it: oldest first, no position twice. */
const lists = fc
  .uniqueArray(positions, {
    maxLength: 60,
    selector: ({ blockNumber, logIndex }) => `${blockNumber}.${logIndex}`,
  })
  .map((list) => list.sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex))
const limits = fc.integer({ min: 1, max: 20 })
const self = (position: Position) => position
type Read = (cursor: string | undefined) => { items: Position[]; next: string | null }

/** Follows `next` from the first page to the last. */
function readAll(read: Read): Position[][] {
  const pages: Position[][] = []
  let cursor: string | undefined
  do {
    const page = read(cursor)
    pages.push(page.items)
    cursor = page.next ?? undefined
  } while (cursor !== undefined && pages.length < 200)
  return pages
}

test('following `next` gives every item once, newest first, in full pages and then null', () => {
  fc.assert(
    fc.property(lists, limits, (list, limit) => {
      const pages = readAll((cursor) => pageNewestFirst(list, self, { limit, cursor }))
      expect(pages.flat()).toEqual(list.toReversed())
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true)
      expect(pages.length).toBe(Math.max(1, Math.ceil(list.length / limit)))
    }),
    { seed },
  )
})

test('items that arrive between two pages neither repeat nor hide an older one', () => {
  fc.assert(
    fc.property(lists, fc.nat(20), limits, (list, arrived, limit) => {
      const first = pageNewestFirst(list, self, { limit, cursor: undefined })
      const newer = Array.from({ length: arrived }, (_, index) => ({ blockNumber: 100 + index, logIndex: 0 }))
      const grown = [...list, ...newer]
      const rest = readAll((cursor) =>
        pageNewestFirst(grown, self, { limit, cursor: cursor ?? first.next ?? undefined }),
      )
      if (first.next !== null) expect([...first.items, ...rest.flat()]).toEqual(list.toReversed())
    }),
    { seed },
  )
})

test('a cursor whose item was undone goes on with what is older', () => {
  const list = [1, 2, 4, 5].map((blockNumber) => ({ blockNumber, logIndex: 0 }))
  const cursor = writeCursor({ blockNumber: 3, logIndex: 7 })
  expect(
    pageNewestFirst(list, self, { limit: 9, cursor }).items.map(({ blockNumber }) => blockNumber),
  ).toEqual([2, 1])
})

test('a cursor that was written reads back as the same position', () => {
  const any = fc.record({ blockNumber: fc.nat(999_999_999_999_999), logIndex: fc.nat(999_999_999) })
  fc.assert(
    fc.property(any, (position) => {
      const cursor = writeCursor(position)
      expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(readCursor(cursor)).toEqual(position)
    }),
    { seed },
  )
})

test('any text that was not written as a cursor is refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
      let position: Position | undefined
      try {
        position = readCursor(text)
      } catch (error) {
        expect(error).toMatchObject({ key: 'invalid_cursor' })
        return
      }
      expect(writeCursor(position)).toBe(text)
    }),
    { seed, numRuns: sizeOf({ short: 300, soak: 5_000 }) },
  )
})

const base64 = (text: string) => Buffer.from(text).toString('base64url')

test.each([
  ['empty', ''],
  ['a plain number', base64('12')],
  ['signs', base64('-1.2')],
  ['leading zeros', base64('01.2')],
  ['more digits than a block has', base64(`${'9'.repeat(16)}.1`)],
  ['an exponent', base64('1e3.1')],
  ['a line break after it', base64('12.3\n')],
  ['padding', `${base64('12.34')}=`],
  ['the other base64 alphabet', `${base64('12.34')}+/`],
  ['ten thousand characters', 'M'.repeat(10_000)],
])('%s is not a cursor', (_, cursor) => {
  expect(() => readCursor(cursor)).toThrow(milestoneError('invalid_cursor'))
})

test('a cursor of another list is not an offset', () => {
  expect(readOffset(writeOffset(7))).toBe(7)
  expect(() => readOffset(writeCursor({ blockNumber: 7, logIndex: 1 }))).toThrow(
    milestoneError('invalid_cursor'),
  )
})
