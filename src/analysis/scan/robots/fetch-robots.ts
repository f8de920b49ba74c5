import { type EgressReason, EgressRefused, type EgressSession } from '../../../kernel/egress/egress.ts'

/**
 * What asking for a robots.txt led to: the states of RFC 9309, section 2.3.1. `reason` is `http_status` or the egress's
 * own.
 */
export type RobotsFetch =
  | { state: 'found'; body: Uint8Array }
  | { state: 'unavailable' }
  | { state: 'unreachable'; reason: EgressReason | 'http_status' }

export type RobotsFetcher = (url: URL) => Promise<RobotsFetch>

/** A file larger than what is read is cut, not refused, up to here; what is larger still cannot be had. */
const bodyBytesMax = 4 * 1024 * 1024
const limits = { redirectsMax: 5, wireBytesMax: bodyBytesMax, inflatedBytesMax: bodyBytesMax }

/**
 * Fetches robots.txt files within one session, following up to five redirects, to other hosts too.
 * More redirects, or one that leads nowhere, mean that there is no file. A refusal by policy, the end of the scan itself
 * and the end of its budget say nothing about the site and are thrown.
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

/** What the asking scan has used up, its budget or its time, says nothing about the site. */
function isLimitOfScan({ rule }: EgressRefused): boolean {
  return rule.startsWith('budget') || rule === 'caller-deadline'
}
