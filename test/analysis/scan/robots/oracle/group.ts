import { readRecord, splitLines } from './lines.ts'

export interface RobotsGroup {
  /**
   * The file with every line emptied that is not of our group. Line numbers stay, so that a kept copy can still cite
   * the file; selecting from it again changes nothing.
   */
  text: string
  /** As written, at most 10: these lines belong to no group. */
  sitemaps: readonly string[]
}

/** RFC 9309, section 2.5: at least 500 KiB must be read. */
export const robotsBytesMax = 500 * 1024
const sitemapsMax = 10
const sitemapLengthMax = 2_048

/**
 * The text of a robots.txt, cut to 500 KiB. A line that the cut goes through is left out: half an `Allow: /a/b` would
 * allow more than its author did.
 */
export function decodeRobots(bytes: Uint8Array, bytesMax = robotsBytesMax): string {
  const cut = bytes.length > bytesMax
  const [first, second] = bytes
  const utf16 =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined
  const text = new TextDecoder(utf16 ?? 'utf-8').decode(cut ? bytes.subarray(0, bytesMax) : bytes)
  const whole = cut ? text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) : text
  return withoutMark(whole).replaceAll('\0', '\ufffd')
}

/** Also half a mark, which decodes as one or two replacement characters. */
function withoutMark(text: string): string {
  let start = 0
  while (start < 2 && (text[start] === '\ufeff' || text[start] === '\ufffd')) start += 1
  return text.slice(start)
}

/**
 * The lines that `token` must obey: those of all groups that name it, else those of all groups for `*`, else none.
 * Only `Allow` and `Disallow` end a list of user agents; other records and empty lines never do. Linear.
 * @see RFC 9309, section 2.2.1
 */
export function selectGroup(text: string, token: string): RobotsGroup {
  const wanted = token.toLowerCase()
  const lines = splitLines(text)
  const own: number[] = []
  const everyone: number[] = []
  const sitemaps: string[] = []
  let named = false
  let inOwn = false
  let inEveryone = false
  let listOfAgents = false

  for (const [index, line] of lines.entries()) {
    const record = line === '' ? undefined : readRecord(line)
    if (record === undefined) continue
    if (record.field === 'sitemap') {
      const { value } = record
      if (sitemaps.length < sitemapsMax && value !== '' && value.length <= sitemapLengthMax)
        sitemaps.push(value)
    } else if (record.field === 'user-agent') {
      if (!listOfAgents) inOwn = inEveryone = false
      listOfAgents = true
      const agent = agentOf(record.value)
      if (agent === wanted) {
        named = inOwn = true
        own.push(index)
      } else if (agent === '*') {
        inEveryone = true
        everyone.push(index)
      }
    } else {
      if (record.field !== 'crawl-delay') listOfAgents = false
      if (inOwn) own.push(index)
      if (inEveryone) everyone.push(index)
    }
  }
  return { text: onlyLines(lines, named ? own : everyone), sitemaps }
}

/**
 * The product token that a user-agent line names, in lower case: its leading letters, `_` and `-`. A version, a
 * trailing `*` or a second word says nothing more.
 */
function agentOf(value: string): string {
  if (value === '*' || value.startsWith('* ') || value.startsWith('*\t')) return '*'
  let end = 0
  while (end < value.length && isTokenUnit(value.charCodeAt(end))) end += 1
  return value.slice(0, end).toLowerCase()
}

function isTokenUnit(unit: number): boolean {
  const letter = unit | 0x20
  return (letter >= 0x61 && letter <= 0x7a) || unit === 0x2d || unit === 0x5f
}

function onlyLines(lines: readonly string[], kept: readonly number[]): string {
  const last = kept.at(-1)
  if (last === undefined) return ''
  const text: string[] = new Array(last + 1).fill('')
  for (const index of kept) text[index] = lines[index] ?? ''
  return text.join('\n')
}
