import { milestoneError } from '../errors.ts'
import { countBefore } from '../indexer/order.ts'
import type { Position } from '../indexer/state.ts'
import type { PageQuery } from './snapshot.ts'

interface Page<Item> {
  items: Item[]
  next: string | null
}

/**
 * Cuts one page, newest first, out of a list that is ordered oldest first. The cursor names the position of the last item
 * given, so that new items never shift a page; finding it is a binary search, for any length of the list.
 */
export function pageNewestFirst<Item>(
  items: readonly Item[],
  positionOf: (item: Item) => Position,
  { limit, cursor }: PageQuery,
): Page<Item> {
  const end = cursor === undefined ? items.length : countBefore(items, readCursor(cursor), positionOf)
  const start = Math.max(0, end - limit)
  const page = items.slice(start, end).reverse()
  const last = page.at(-1)
  return { items: page, next: start === 0 || last === undefined ? null : writeCursor(positionOf(last)) }
}

export function writeCursor({ blockNumber, logIndex }: Position): string {
  return Buffer.from(`${blockNumber}.${logIndex}`).toString('base64url')
}

/** @throws invalid_cursor unless `writeCursor` made it */
export function readCursor(cursor: string): Position {
  const [, blockNumber, logIndex] =
    /^(\d{1,15})\.(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (blockNumber === undefined || logIndex === undefined) throw milestoneError('invalid_cursor')
  const position = { blockNumber: Number(blockNumber), logIndex: Number(logIndex) }
  if (writeCursor(position) !== cursor) throw milestoneError('invalid_cursor')
  return position
}

/** A cursor into a list that only grows: how many items come before the next page's end. */
export function writeOffset(offset: number): string {
  return writeCursor({ blockNumber: offset, logIndex: 0 })
}

/** @throws invalid_cursor unless `writeOffset` made it */
export function readOffset(cursor: string): number {
  const { blockNumber, logIndex } = readCursor(cursor)
  if (logIndex !== 0) throw milestoneError('invalid_cursor')
  return blockNumber
}
