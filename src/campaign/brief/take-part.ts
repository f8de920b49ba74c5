import { type Brief, is } from './rules.ts'

export const clauseMarks = ['.', '!', '?', ';', '\n']

/** Whether no part of the text is copy or an instruction already; a percentage of its own is not. */
export function isOpen(items: Brief['items'], { start, end }: { start: number; end: number }): boolean {
  return !items.some(
    (item) => item.start < end && item.end > start && is(item, 'notScene') && item.kind !== 'percent',
  )
}

/** Makes a part of the text from `valueStart` on, unless it is copy already. */
export function take(
  { text, items, settings }: Brief,
  path: string,
  { start, end }: { start: number; end: number },
  valueStart: number,
): void {
  if (!isOpen(items, { start, end })) return
  const value = text.slice(valueStart, end)
  const isLine = path !== 'copy.badge'
  settings.push({ path, value: isLine ? value.charAt(0).toUpperCase() + value.slice(1) : value })
  for (const item of items) if (item.start < end && item.end > start) item.kind = 'used'
}

export function clauseBefore(text: string, end: number, ends: readonly string[] = clauseMarks): string {
  const marks = ends.map((mark) => text.lastIndexOf(mark, end - 1))
  return text.slice(Math.max(-1, ...marks) + 1, end)
}
