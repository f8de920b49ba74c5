import type { HeaderPairs } from './headers.ts'
import { EgressRefused } from './refused.ts'
import { type EgressPolicy, parseTarget, type Target } from './target.ts'

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The Location of a redirect as written; undefined for other responses. @throws EgressRefused for two different ones */
export function locationOf(status: number, headers: HeaderPairs): string | undefined {
  if (!redirectStatuses.has(status)) return undefined
  const locations = new Set(headers.filter(([name]) => name === 'location').map(([, value]) => value))
  if (locations.size > 1) throw new EgressRefused('protocol', 'two-locations')
  return locations.values().next().value
}

/**
 * Parses and judges a redirect like a caller's URL, but refuses every problem as `not_allowed`: the caller's own URL was
 * valid.
 * @throws EgressRefused `not_allowed`
 */
export function redirectTarget(location: string, from: URL, policy: EgressPolicy): Target {
  const url = URL.canParse(location, from.href) ? new URL(location, from).href : undefined
  if (url === undefined) throw new EgressRefused('not_allowed', 'redirect:url-malformed')
  const target = parsed(url, policy)
  // Only the caller may name an exception: another site must not redirect into it.
  if (target.exception && target.url.origin !== from.origin) {
    throw new EgressRefused('not_allowed', 'redirect:exception')
  }
  return target
}

function parsed(url: string, policy: EgressPolicy): Target {
  try {
    return parseTarget(url, policy)
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error
    throw new EgressRefused('not_allowed', `redirect:${error.rule}`, error.details)
  }
}
