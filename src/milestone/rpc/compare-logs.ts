import { logKey } from './check-logs.ts'

/** Two endpoints' answers to one question for logs, after each was checked by itself. */
export type LogsComparison = 'same' | 'first lacks' | 'second lacks' | 'differ'

/** A gap leaves logs out and adds none; everything else is another chain, or one that moved in between. */
export function compareLogs(first: unknown, second: unknown): LogsComparison {
  const one = keysOf(first)
  const two = keysOf(second)
  const hasAll = (all: ReadonlySet<string>, some: ReadonlySet<string>) => some.isSubsetOf(all)
  if (one.size === two.size) return hasAll(one, two) ? 'same' : 'differ'
  if (one.size > two.size) return hasAll(one, two) ? 'second lacks' : 'differ'
  return hasAll(two, one) ? 'first lacks' : 'differ'
}

function keysOf(logs: unknown): Set<string> {
  return new Set(Array.isArray(logs) ? logs.map(logKey) : [])
}
