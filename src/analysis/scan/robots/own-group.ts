export type RobotsField = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap'

export interface RobotsGroup {
  /** The file with every line outside of our group emptied; line numbers are preserved for citations. */
  text: string
  /** As written, at most 10; valid for all groups. */
  sitemaps: readonly string[]
}

const lineEnd = /\r\n|\r|\n/
const fieldAndColon = /^[\t\v\f ]*([a-z]+(?:[ -][a-z]+)?)[\t\v\f ]*:/i
/** `disallow /path` counts as a rule; with more than two words it may be prose. */
const fieldAndWord = /^[\t\v\f ]*([a-z-]+)[\t\v\f ]+(?=[^\t\v\f ]+[\t\v\f ]*$)/i
/** Field names with the misspellings that large crawlers accept. */
const fieldNames: readonly [RobotsField, RegExp][] = [
  ['user-agent', /^user[ -]?agent$/i],
  ['disallow', /^(?:diss?all?ow|diasllow|disallaw)$/i],
  ['allow', /^allow$/i],
  ['crawl-delay', /^crawl-?delay$/i],
  ['sitemap', /^site-?map$/i],
]
const agentToken = /^(?:\*(?=[\t ]|$)|[a-z_-]*)/i
const sitemapsMax = 10
const sitemapLengthMax = 2_048

export const splitLines = (text: string): string[] => text.split(lineEnd)

/** The record of one line; undefined for comments, empty lines and other fields. */
export function readRecord(line: string): { field: RobotsField; value: string } | undefined {
  const text = line.split('#', 1)[0] ?? ''
  const match = (text.includes(':') ? fieldAndColon : fieldAndWord).exec(text)
  const field = match && fieldNames.find(([, name]) => name.test(match[1] ?? ''))?.[0]
  return field ? { field, value: text.slice(match[0].length).trim() } : undefined
}

/**
 * The lines that `token` must obey: those of all groups that name it, else those of all groups for `*`, else none. Only
 * `Allow` and `Disallow` end a list of user agents; other records and empty lines do not. Linear.
 * @see RFC 9309, section 2.2.1
 */
export function selectGroup(text: string, token: string): RobotsGroup {
  const lines = splitLines(text)
  const own = new Set<number>()
  const everyone = new Set<number>()
  const current = new Set<Set<number>>()
  const sitemaps: string[] = []
  let inAgents = false
  for (const [index, line] of lines.entries()) {
    const record = readRecord(line)
    if (record?.field === 'sitemap') {
      if (record.value !== '' && record.value.length <= sitemapLengthMax) sitemaps.push(record.value)
    } else if (record?.field === 'user-agent') {
      if (!inAgents) current.clear()
      inAgents = true
      // A version, a trailing `*` or a second word after the product token is ignored.
      const agent = agentToken.exec(record.value)?.[0].toLowerCase()
      if (agent === token.toLowerCase()) current.add(own.add(index))
      if (agent === '*') current.add(everyone.add(index))
    } else if (record !== undefined) {
      if (record.field !== 'crawl-delay') inAgents = false
      for (const group of current) group.add(index)
    }
  }
  const groupLines = own.size > 0 ? own : everyone
  const last = [...groupLines].at(-1) ?? -1
  const group = lines.slice(0, last + 1).map((line, index) => (groupLines.has(index) ? line : ''))
  return { text: group.join('\n'), sitemaps: sitemaps.slice(0, sitemapsMax) }
}
