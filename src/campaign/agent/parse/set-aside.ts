import { markUsed, type Reading } from './reading.ts'

/** Sets sentences aside that address a language model, such as "ignore all previous instructions". */
export function setAside({ items, unrecognized }: Reading): void {
  for (let from = 0, to = 0; from < items.length; from = to + 1) {
    to = from
    while (to < items.length && items[to]?.kind !== 'stop') to += 1
    const sentence = items.slice(from, to)
    if (!sentence.some(({ kind }) => kind === 'meta')) continue
    const span = { start: sentence[0]?.start ?? 0, end: sentence.at(-1)?.end ?? 0 }
    markUsed(items, from, span.end)
    unrecognized.push(span)
  }
}
