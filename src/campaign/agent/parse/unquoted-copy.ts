import { find, is } from './rules.ts'
import type { Item } from './tokenize.ts'

const itemsMax = 120

/**
 * Makes the text after `Headline:` a quotation: up to the end of its line in a brief of lines, else up to the end of the
 * sentence or the next instruction.
 */
export function quoteCopy(text: string, items: readonly Item[]): void {
  const hasLines = text.includes('\n')
  for (const [at, item] of items.entries()) {
    const first = items[at + 2]
    if (!is(item, 'copyCue') || items[at + 1]?.value !== ':' || first === undefined) continue
    const isLine = hasLines && (at === 0 || items[at - 1]?.value === '\n')
    let to = at + 2
    while (to < at + 2 + itemsMax && !endsCopy(items, to, isLine)) to += 1
    const copy = items.slice(at + 2, to)
    const isCopy = copy.some((one) => is(one, 'scene')) && copy.length < itemsMax
    if (!isCopy || is(items[to], 'quotes')) continue
    const mark = /^[!?]$/.test(items[to]?.value ?? '') ? items[to] : undefined
    const end = mark?.end ?? copy.at(-1)?.end ?? first.end
    for (const one of mark === undefined ? copy : [...copy, mark]) one.kind = 'used'
    Object.assign(first, { kind: 'quote', value: text.slice(first.start, end).trim(), end })
  }
}

function endsCopy(items: readonly Item[], at: number, isLine: boolean): boolean {
  const item = items[at]
  if (item === undefined || item.value === '\n' || is(item, 'quotes')) return true
  return (item.kind === 'stop' && !isLine) || find(items, at - 1, 1, 'nextInstruction') !== undefined
}
