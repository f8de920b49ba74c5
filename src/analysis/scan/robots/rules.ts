import robotsParser from 'robots-parser'
import { cutText, plainText } from '../../text/clean-text.ts'
import { comparable, type OctetReading } from './octets.ts'
import { readRecord, splitLines } from './own-group.ts'

export interface RobotsVerdict {
  allowed: boolean
  /** The deciding line as written, cleaned, at most 200 characters. Absent when no rule matched. */
  line?: string
  /** Counted from 1. */
  lineNumber?: number
}

/** The records of a robots.txt other than path rules. */
export interface RobotsHead {
  /** Between 0 and 2,000; longer delays would exceed the deadline of a scan. */
  readonly crawlDelayMs: number
  /** As written, at most 10. */
  readonly sitemaps: readonly string[]
}

/** The compiled rules of a robots.txt. */
export interface CompiledRules extends RobotsHead {
  /** `rules`: the file was read. `unavailable`: there is no file, so everything is allowed. */
  readonly state: 'rules' | 'unavailable'
  /** Upper bound on the steps of a verdict: path length for each rule and each character of wildcard patterns. */
  workFor(url: URL): number
  verdict(url: URL): RobotsVerdict
}

const crawlDelayMsMax = 2_000
const lineLengthMax = 200

/** Longer paths are forbidden when there is any rule: the site sets the cost of matching them. */
const pathLengthMax = 8_192
const patternLengthMax = 2_048
/**
 * Rules beyond these limits are read strictly: an `Allow` is left out, a `Disallow` ends at its first wildcard or at
 * the length limit.
 */
const wildcardRulesMax = 1_000

interface Rule {
  allow: boolean
  patterns: Readonly<Record<OctetReading, string>>
  line: string
  lineNumber: number
}

export const unavailableRobots: CompiledRules = {
  state: 'unavailable',
  crawlDelayMs: 0,
  sitemaps: [],
  workFor: () => 0,
  verdict: () => ({ allowed: true }),
}

/** The library compares origins too; the rules of a file apply to the origin that it was fetched from. */
const origin = 'http://robots.invalid'

/**
 * Compiles the text returned by `selectGroup`. The longest matching rule decides, `Allow` wins a tie, and `/robots.txt`
 * itself is always allowed.
 * @see RFC 9309, section 2.2.2
 */
export function compileRules(groupText: string, sitemaps: readonly string[]): CompiledRules {
  const { rules, crawlDelayMs } = readRules(groupText)
  const wildcardLength = rules
    .map(({ patterns: { plain } }) => (hasWildcard(plain) ? plain.length : 0))
    .reduce((sum, length) => sum + length, 0)
  const askPlain = createMatcher(rules, 'plain')
  const askMeant = rules.every(isSameInBothReadings) ? askPlain : createMatcher(rules, 'meant')
  return {
    state: 'rules',
    crawlDelayMs,
    sitemaps,
    workFor: ({ pathname, search }) => (rules.length + wildcardLength) * (pathname.length + search.length),
    verdict: (url) => {
      if (rules.length === 0 || url.pathname === '/robots.txt') return { allowed: true }
      const path = url.pathname + url.search
      if (path.length > pathLengthMax) return { allowed: false }
      const plain = comparable(path, 'plain')
      const meant = comparable(path, 'meant')
      const again = plain !== meant || askPlain !== askMeant
      const [rule] = [...askPlain(plain), ...(again ? askMeant(meant) : [])].sort(bySpecificity)
      if (rule === undefined) return { allowed: true }
      return { allowed: rule.allow, line: cited(rule.line), lineNumber: rule.lineNumber }
    },
  }
}

/** Returns a function that finds the deciding rule of a path. */
function createMatcher(rules: readonly Rule[], reading: OctetReading): (path: string) => readonly Rule[] {
  const lines = rules.map(({ allow, patterns }) => `${allow ? 'allow' : 'disallow'}: ${patterns[reading]}`)
  const parser = robotsParser(`${origin}/robots.txt`, ['user-agent: *', ...lines].join('\n'))
  return (path) => {
    const lineNumber = parser.getMatchingLineNumber(origin + path) ?? 0
    // The rules begin on the second line.
    return lineNumber < 2 ? [] : rules.slice(lineNumber - 2, lineNumber - 1)
  }
}

function isSameInBothReadings({ patterns: { plain, meant } }: Rule): boolean {
  return plain === meant
}

function bySpecificity(a: Rule, b: Rule): number {
  return b.patterns.plain.length - a.patterns.plain.length || Number(b.allow) - Number(a.allow)
}

/** In file order, without duplicates. An empty rule matches nothing. */
function readRules(groupText: string): { rules: readonly Rule[]; crawlDelayMs: number } {
  const rules = new Map<string, Rule>()
  let crawlDelayMs = 0
  let wildcardRules = 0
  for (const [index, line] of splitLines(groupText).entries()) {
    const { field, value = '' } = readRecord(line) ?? {}
    if (field === 'crawl-delay') crawlDelayMs = Math.max(crawlDelayMs, delayMs(value))
    const name = `${field} ${value}`
    if ((field !== 'allow' && field !== 'disallow') || value === '' || rules.has(name)) continue
    const allow = field === 'allow'
    const read = (reading: OctetReading) => readPattern(value, reading, wildcardRules >= wildcardRulesMax)
    const plain = read('plain')
    if (allow && plain.isCut) continue
    if (hasWildcard(plain.pattern)) wildcardRules += 1
    const patterns = { plain: plain.pattern, meant: read('meant').pattern }
    rules.set(name, { allow, patterns, line, lineNumber: index + 1 })
  }
  return { rules: [...rules.values()], crawlDelayMs }
}

function readPattern(value: string, reading: OctetReading, wildcardsSpent: boolean) {
  const anchor = value.endsWith('$') ? '$' : ''
  const rooted = '/*$'.includes(value.charAt(0)) ? value : `/${value}`
  const path = comparable(anchor ? rooted.slice(0, -1) : rooted, reading, true)
  const whole = path + anchor
  const part = path.slice(0, patternLengthMax)
  const cut = wildcardsSpent && hasWildcard(whole) ? part.split('*', 1)[0] || '/' : part
  return cut === path ? { pattern: whole, isCut: false } : { pattern: cut, isCut: true }
}

/** A trailing wildcard does not change the match. */
function hasWildcard(pattern: string): boolean {
  return /\*[^*]/.test(pattern)
}

const decimal = /^\d{1,9}(?:\.\d{0,9})?$/

/** Seconds as decimal digits; negative, infinite and malformed values count as 0. */
function delayMs(value: string): number {
  return decimal.test(value) ? Math.min(crawlDelayMsMax, Math.ceil(Number(value) * 1_000)) : 0
}

function cited(line: string): string {
  return cutText(plainText(line.slice(0, 40 * lineLengthMax)), lineLengthMax)
}
