export type RobotsField = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap'

export interface RobotsRecord {
  field: RobotsField
  value: string
}

/** Names that files use, with the misspellings that big crawlers forgive. Everything else is no record of ours. */
const fields: ReadonlyMap<string, RobotsField> = new Map([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
])
const fieldLengthMax = 11

const lineEnd = /\r\n|\r|\n/

export function splitLines(text: string): string[] {
  return text.split(lineEnd)
}

/** The record of one line; undefined for a comment, an empty line and everything that is no record of ours. */
export function readRecord(line: string): RobotsRecord | undefined {
  const comment = line.indexOf('#')
  const end = comment === -1 ? line.length : comment
  const start = skipBlanks(line, 0, end)
  if (start === end) return undefined
  const colon = line.indexOf(':', start)
  if (colon === -1 || colon >= end) return readWithoutColon(line.slice(start, end))
  const field = fieldNamed(line, start, colon)
  return field === undefined ? undefined : { field, value: trimBlanks(line.slice(colon + 1, end)) }
}

/** `disallow /path` is plainly meant as a rule; with more words than two it might be prose. */
function readWithoutColon(text: string): RobotsRecord | undefined {
  let gap = 0
  while (gap < text.length && !isBlank(text.charCodeAt(gap))) gap += 1
  const field = fieldNamed(text, 0, gap)
  const value = trimBlanks(text.slice(gap))
  if (field === undefined || value === '' || hasBlank(value)) return undefined
  return { field, value }
}

function fieldNamed(line: string, from: number, to: number): RobotsField | undefined {
  let end = to
  while (end > from && isBlank(line.charCodeAt(end - 1))) end -= 1
  return end - from > fieldLengthMax ? undefined : fields.get(line.slice(from, end).toLowerCase())
}

/** Only ASCII blanks: a byte order mark in the middle of a file makes its line unreadable, as it does elsewhere. */
function trimBlanks(text: string): string {
  let end = text.length
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(skipBlanks(text, 0, end), end)
}

function skipBlanks(text: string, from: number, to: number): number {
  let at = from
  while (at < to && isBlank(text.charCodeAt(at))) at += 1
  return at
}

function hasBlank(text: string): boolean {
  return text.includes(' ') || text.includes('\t')
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0b || unit === 0x0c
}
