import { type Brief, is } from './rules.ts'

/** A part of the text. */
export interface Span {
  start: number
  end: number
}

export const overlaps = (one: Span, other: Span) => one.start < other.end && one.end > other.start

export const clauseMarks = ['.', '!', '?', ';', '\n']

/** Whether no part of the text is copy or an instruction already; a percentage of its own is not. */
export const isOpen = (items: Brief['items'], span: Span): boolean =>
  !items.some((item) => overlaps(item, span) && is(item, 'notScene') && item.kind !== 'percent')

/** Makes a value a part of the copy, and the words that it comes from used. */
export function takeAs(brief: Brief, path: string, span: Span, value: string): void {
  brief.settings.push({ path, value })
  brief.taken.push({ path, start: span.start, end: span.end })
  use(brief, span)
}

/** Takes words out of the scene. */
export function use({ items }: Brief, span: Span): void {
  for (const item of items) if (overlaps(item, span)) item.kind = 'used'
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function clauseBefore(text: string, end: number, ends: readonly string[] = clauseMarks): string {
  const marks = ends.map((mark) => text.lastIndexOf(mark, end - 1))
  return text.slice(Math.max(-1, ...marks) + 1, end)
}

export const isFree = ({ settings }: Brief, part: string) =>
  settings.every(({ path }) => path !== `copy.${part}`)

/** All texts of the copy so far, one a line. */
export const copyOf = ({ settings }: Brief) =>
  settings.flatMap(({ path, value }) => (path.startsWith('copy.') ? [`${value}`] : [])).join('\n')

export const isSaid = (brief: Brief, text: string) => copyOf(brief).toLowerCase().includes(text.toLowerCase())
