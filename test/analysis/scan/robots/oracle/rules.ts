import { plainText } from '../../../../../src/analysis/scan/document/clean-text.ts'
import { readRecord, splitLines } from './lines.ts'
import { comparablePath, comparablePattern, type OctetReading } from './octets.ts'
import { matchesPath, type PathPattern } from './wildcard.ts'

export interface RobotsVerdict {
  allowed: boolean
  /** The deciding line as written, cleaned, at most 200 characters. Without a line no rule matched. */
  line?: string
  /** Counted from 1. */
  lineNumber?: number
}

/** The records of a robots.txt that are not rules for paths. */
export interface RobotsHead {
  /** Between 0 and 2,000: what a site asks for beyond that, a scan of six pages cannot wait. */
  readonly crawlDelayMs: number
  /** As written, at most 10. */
  readonly sitemaps: readonly string[]
}

/** What a site's robots.txt says to us. */
export interface CompiledRules extends RobotsHead {
  /** `rules`: the file was read. `unavailable`: there is none for us, so everything is allowed. */
  readonly state: 'rules' | 'unavailable'
  /** Upper bound on the steps of a verdict: rules with wildcards times the length of the path, and one for each rule. */
  workFor(url: URL): number
  verdict(url: URL): RobotsVerdict
}

const crawlDelayMsMax = 2_000
const lineLengthMax = 200

/** Longer paths are not asked for wherever there is any rule: matching them is the one cost that is not ours to set. */
const pathLengthMax = 8_192
const patternLengthMax = 2_048
/**
 * Each costs one pass over the path. What a file has beyond these numbers is read strictly: an `Allow` is left out, a
 * `Disallow` ends at its first wildcard or at the longest length.
 */
const wildcardRulesMax = 1_000

interface Rule {
  allow: boolean
  patterns: Readonly<Record<OctetReading, PathPattern>>
  /** Octets of the path as written, wildcards included. */
  specificity: number
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

/**
 * The rules of a text that `selectGroup` answered. The longest matching rule decides, `Allow` wins a tie, and
 * `/robots.txt` itself is always allowed. A verdict takes time linear in the path.
 * @see RFC 9309, section 2.2.2
 */
export function compileRules(groupText: string, sitemaps: readonly string[]): CompiledRules {
  const { rules, crawlDelayMs } = readRules(groupText)
  const wildcardRules = rules.filter(({ patterns }) => patterns.plain.literals.length > 1).length
  return {
    state: 'rules',
    crawlDelayMs,
    sitemaps,
    workFor: ({ pathname, search }) => rules.length + wildcardRules * (pathname.length + search.length),
    verdict: (url) => {
      if (rules.length === 0 || url.pathname === '/robots.txt') return { allowed: true }
      const path = url.pathname + url.search
      if (path.length > pathLengthMax) return { allowed: false }
      const plain = comparablePath(path, 'plain')
      const meant = comparablePath(path, 'meant')
      const rule = rules.find(({ patterns }) => {
        if (matchesPath(patterns.meant, meant)) return true
        const different = plain !== meant || patterns.plain !== patterns.meant
        return different && matchesPath(patterns.plain, plain)
      })
      if (rule === undefined) return { allowed: true }
      return { allowed: rule.allow, line: cited(rule.line), lineNumber: rule.lineNumber }
    },
  }
}

/** Most specific first, so that the first match decides. */
function readRules(groupText: string): { rules: readonly Rule[]; crawlDelayMs: number } {
  const rules = new Map<string, Rule>()
  let crawlDelayMs = 0
  let wildcardRules = 0
  for (const [index, line] of splitLines(groupText).entries()) {
    const record = line === '' ? undefined : readRecord(line)
    if (record === undefined) continue
    if (record.field === 'crawl-delay') crawlDelayMs = Math.max(crawlDelayMs, delayMs(record.value))
    if (record.field !== 'allow' && record.field !== 'disallow') continue
    // An empty rule matches nothing: as a rule of no octets it would lose to any other and to "allowed" alike.
    if (record.value === '') continue
    const name = `${record.field} ${record.value}`
    if (rules.has(name)) continue
    const allow = record.field === 'allow'
    const pattern = readPattern(record.value, allow, wildcardRules >= wildcardRulesMax)
    if (pattern === undefined) continue
    if (pattern.patterns.plain.literals.length > 1) wildcardRules += 1
    rules.set(name, { allow, ...pattern, line, lineNumber: index + 1 })
  }
  const sorted = [...rules.values()].sort(
    (a, b) =>
      b.specificity - a.specificity || Number(b.allow) - Number(a.allow) || a.lineNumber - b.lineNumber,
  )
  return { rules: sorted, crawlDelayMs }
}

function readPattern(
  value: string,
  allow: boolean,
  wildcardsSpent: boolean,
): Pick<Rule, 'patterns' | 'specificity'> | undefined {
  const anchored = value.endsWith('$')
  const rooted = '/*$'.includes(value.charAt(0)) ? value : `/${value}`
  const path = anchored ? rooted.slice(0, -1) : rooted
  const plain = comparablePattern(path, 'plain')
  const meant = path.includes('%') ? comparablePattern(path, 'meant') : plain
  const tooLong = plain.length > patternLengthMax
  const tooMany = wildcardsSpent && literalsOf(plain, anchored).length > 1
  if (allow && (tooLong || tooMany)) return undefined
  const read = (text: string): PathPattern => {
    if (!tooLong && !tooMany) return { literals: literalsOf(text, anchored), anchored }
    const literals = literalsOf(text.slice(0, patternLengthMax), false)
    return { literals: tooMany ? literals.slice(0, 1) : literals, anchored: false }
  }
  const pattern = read(plain)
  const patterns = { plain: pattern, meant: meant === plain ? pattern : read(meant) }
  return { patterns, specificity: plain.length + (anchored ? 1 : 0) }
}

/** A wildcard at the end says nothing that the end of the pattern does not say. */
function literalsOf(path: string, anchored: boolean): string[] {
  const literals = path.split('*')
  while (!anchored && literals.length > 1 && literals.at(-1) === '') literals.pop()
  return literals
}

const decimal = /^\d{1,9}(?:\.\d{0,9})?$/

/** Seconds as decimal digits; negative, infinite and all other numbers are no delay. */
function delayMs(value: string): number {
  return decimal.test(value) ? Math.min(crawlDelayMsMax, Math.ceil(Number(value) * 1_000)) : 0
}

function cited(line: string): string {
  const clean = plainText(line.slice(0, 40 * lineLengthMax))
  if (clean.length <= lineLengthMax) return clean
  const cut = clean.slice(0, lineLengthMax - 1)
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}
