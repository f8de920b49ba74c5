import type { Span } from '../../document/page.ts'
import { firstFrom } from '../../first-from.ts'

/** Returns a check, by binary search, whether a span is within one of many. */
export function createRangeCheck(spans: readonly Span[]): (span: Span) => boolean {
  const merged: Span[] = []
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return (span) => {
    const before = merged[firstFrom(merged, ({ start }) => start > span.start) - 1]
    return before !== undefined && span.end <= before.end
  }
}
