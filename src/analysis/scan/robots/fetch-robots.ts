import { type EgressReason, EgressRefused, type EgressSession } from '../../../kernel/egress/egress.ts'

/**
 * The result of fetching a robots.txt: the states of RFC 9309, section 2.3.1. `reason` is `http_status` or that of the
 * egress.
 */
export type RobotsFetch =
  | { state: 'found'; body: Uint8Array }
  | { state: 'unavailable' }
  | { state: 'unreachable'; reason: EgressReason | 'http_status' }

export type RobotsFetcher = (url: URL) => Promise<RobotsFetch>

/** A file larger than `robotsBytesMax` is cut; above this size it counts as unreachable. */
const bodyBytesMax = 4 * 1024 * 1024
const limits = { redirectsMax: 5, wireBytesMax: bodyBytesMax, inflatedBytesMax: bodyBytesMax }

/**
 * Fetches robots.txt files within one session, following up to five redirects, to other hosts too. More redirects or a
 * broken one count as a missing file. Refusals by policy, aborts and an exhausted budget of the scan are thrown, as
 * they do not depend on the site.
 */
export function robotsFetcher(session: Pick<EgressSession, 'get'>, signal?: AbortSignal): RobotsFetcher {
  return async (url) => {
    try {
      const options = { accept: 'text/plain,*/*;q=0.5', limits, ...(signal && { signal }) }
      const { status, body } = await session.get(url, options)
      if (status >= 200 && status < 300) return { state: 'found', body }
      if (status >= 300 && status < 500) return { state: 'unavailable' }
      return { state: 'unreachable', reason: 'http_status' }
    } catch (error) {
      if (!(error instanceof EgressRefused)) throw error
      if (error.reason === 'redirects') return { state: 'unavailable' }
      if (error.reason === 'not_allowed' || error.reason === 'aborted' || isLimitOfScan(error)) throw error
      return { state: 'unreachable', reason: error.reason }
    }
  }
}

/** The scan's exhausted budget or deadline does not make the site unreachable. */
function isLimitOfScan({ rule }: EgressRefused): boolean {
  return rule.startsWith('budget') || rule === 'caller-deadline'
}
