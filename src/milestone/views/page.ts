import { InvalidCursor } from '../errors.ts'
import { countBefore } from '../indexer/order.ts'
import type { Position } from '../indexer/state.ts'

export interface Page<Item> {
  items: Item[]
  next: string | null
}

/**
 * Cuts one page, newest first, out of a list that is ordered oldest first. The cursor names the position of the last
 * item given, so that new items never shift a page; finding it is a binary search, whatever the length of the list.
 */
export function pageNewestFirst<Item>(
  items: readonly Item[],
  positionOf: (item: Item) => Position,
  query: { limit: number; cursor: string | undefined },
): Page<Item> {
  const before =
    query.cursor === undefined ? items.length : countBefore(items, readCursor(query.cursor), positionOf)
  const from = Math.max(0, before - query.limit)
  const page = items.slice(from, before).reverse()
  const last = page.at(-1)
  return { items: page, next: from > 0 && last !== undefined ? writeCursor(positionOf(last)) : null }
}

/** The same for a list that a filter thins out: reads back from the cursor until the page is full. */
export function filteredNewestFirst<Item>(
  items: readonly Item[],
  positionOf: (item: Item) => Position,
  query: {
    limit: number
    cursor: string | undefined
    accept: (item: Item) => boolean
  },
): Page<Item> {
  let index =
    query.cursor === undefined ? items.length : countBefore(items, readCursor(query.cursor), positionOf)
  const page: Item[] = []
  while (index > 0) {
    index -= 1
    const item = items[index]
    if (item === undefined) break
    if (!query.accept(item)) continue
    if (page.length === query.limit) {
      const last = page.at(-1)
      return { items: page, next: last === undefined ? null : writeCursor(positionOf(last)) }
    }
    page.push(item)
  }
  return { items: page, next: null }
}

export function writeCursor({ blockNumber, logIndex }: Position): string {
  return Buffer.from(`${blockNumber}.${logIndex}`).toString('base64url')
}

/** @throws InvalidCursor for anything that `writeCursor` does not make */
export function readCursor(cursor: string): Position {
  const [, blockNumber, logIndex] =
    /^(\d{1,15})\.(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (blockNumber === undefined || logIndex === undefined) throw new InvalidCursor()
  const position = { blockNumber: Number(blockNumber), logIndex: Number(logIndex) }
  if (writeCursor(position) !== cursor) throw new InvalidCursor()
  return position
}

/** A cursor into a list that only grows: how many items stand before the next page's end. */
export function writeOffset(offset: number): string {
  return writeCursor({ blockNumber: offset, logIndex: 0 })
}

/** @throws InvalidCursor for anything that `writeOffset` does not make */
export function readOffset(cursor: string): number {
  const { blockNumber, logIndex } = readCursor(cursor)
  if (logIndex !== 0) throw new InvalidCursor()
  return blockNumber
}
