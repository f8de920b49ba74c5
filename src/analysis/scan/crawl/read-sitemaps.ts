import { EgressRefused, type EgressSession } from '../../../kernel/egress/egress.ts'
import { ParseFailed, type Parser } from '../parser/parser.ts'
import type { RobotsRules } from '../robots/rules-of-scan.ts'
import type { Pace } from './pace.ts'
import { isSameSite } from './same-site.ts'
import type { Sitemap } from './sitemap.ts'

const filesMax = 2
const bytesMax = 2 * 1024 * 1024
const limits = { wireBytesMax: bytesMax, inflatedBytesMax: bytesMax, redirectsMax: 2, requestMs: 4_000 }

/**
 * The page URLs of a site's sitemaps: of the given files, and of the first ones listed by an index; two files in all.
 * Sitemaps are optional: unreadable or late ones are skipped.
 */
export async function readSitemaps(options: {
  session: EgressSession
  parser: Parser
  /** Sitemap URLs, from robots.txt or the default path. */
  files: readonly string[]
  rules: RobotsRules
  home: URL
  pace: Pace
  signal: AbortSignal
}): Promise<string[]> {
  const { rules, home, pace, signal } = options
  const waiting = [...options.files]
  const seen = new Set<string>()
  const pages = new Set<string>()
  while (waiting.length > 0 && seen.size < filesMax) {
    const file = waiting.shift() ?? ''
    if (seen.has(file) || !(await mayBeRead(file, home, rules))) continue
    seen.add(file)
    const inTime = await pace(signal).then(
      () => true,
      () => false,
    )
    if (!inTime) break
    const sitemap = await readSitemap(new URL(file), options)
    if (sitemap === undefined) continue
    const { kind, urls } = sitemap
    if (kind === 'index') waiting.push(...urls)
    else for (const url of urls) pages.add(url)
  }
  return [...pages]
}

async function mayBeRead(file: string, home: URL, rules: RobotsRules): Promise<boolean> {
  if (!URL.canParse(file)) return false
  const url = new URL(file)
  // Rules of other hosts are not loaded for a sitemap.
  return url.host === home.host && (await rules.verdict(url)).allowed
}

async function readSitemap(
  url: URL,
  {
    session,
    parser,
    home,
    signal,
  }: { session: EgressSession; parser: Parser; home: URL; signal: AbortSignal },
): Promise<Sitemap | undefined> {
  try {
    const { status, body, headers } = await session.get(url, {
      accept: 'application/xml,text/xml,text/plain;q=0.5',
      limits,
      signal,
      beforeHop: (next) => {
        if (!isSameSite(next, home)) throw new EgressRefused('redirects', 'sitemap-elsewhere')
      },
    })
    if (status !== 200) return undefined
    const contentType = headers.find(([name]) => name === 'content-type')?.[1]
    return await parser.sitemap({ body, contentType }, signal)
  } catch (error) {
    if (signal.aborted || error instanceof EgressRefused || error instanceof ParseFailed) return undefined
    throw error
  }
}
