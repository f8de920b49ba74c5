import { type EgressReason, EgressRefused } from '../../kernel/egress/egress.ts'
import { AppError } from '../../kernel/runtime/app-error.ts'
import { analysisError, type ScanFailure } from '../errors.ts'
import { ParseFailed } from './parser/parser.ts'
import { RobotsUnreachable } from './robots.ts'

/** robots rules forbid a page on the way to the requested page. */
export class PageDisallowed extends Error {
  override readonly name = 'PageDisallowed'
  readonly url: string
  constructor(url: string) {
    super('Cannot fetch the page as its robots.txt forbids it')
    this.url = url
  }
}

const failureOf: Readonly<
  Record<Exclude<EgressReason, 'invalid_url' | 'not_allowed' | 'aborted'>, ScanFailure>
> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  timeout: 'timeout',
  too_large: 'too_large',
  protocol: 'connect',
  redirects: 'http_status',
}

/**
 * The API error of a scan that could not read the requested page. With `late` the deadline of the whole scan has
 * passed, which is then the cause.
 */
export function scanError(error: unknown, late: boolean): unknown {
  if (error instanceof AppError) return error
  if (error instanceof PageDisallowed) return analysisError('url_not_allowed')
  if (error instanceof RobotsUnreachable) return analysisError('scan_failed', robotsFailure(error), error)
  if (late) return analysisError('scan_failed', 'timeout', error)
  if (error instanceof ParseFailed && error.reason === 'busy') return analysisError('busy')
  const reason = failureIn(error)
  if (reason === 'not_allowed') return analysisError('url_not_allowed')
  if (reason === undefined) return error
  const isLoop = error instanceof EgressRefused && error.reason === 'redirects'
  return analysisError('scan_failed', reason, error, isLoop ? 'redirects' : undefined)
}

/** Why a page was not parsed or fetched; undefined for other errors, and where the scan was aborted. */
function failureIn(error: unknown): ScanFailure | 'not_allowed' | undefined {
  if (error instanceof ParseFailed) return error.reason === 'timeout' ? 'timeout' : 'too_large'
  if (!(error instanceof EgressRefused) || error.reason === 'aborted') return undefined
  const { reason } = error
  return reason === 'invalid_url' || reason === 'not_allowed' ? 'not_allowed' : failureOf[reason]
}

/** An unreachable site is reported as such, not as an unreachable robots.txt. */
function robotsFailure({ reason }: RobotsUnreachable): ScanFailure {
  return reason === 'dns' || reason === 'connect' || reason === 'tls' ? reason : 'robots_unreachable'
}

/** The URL is refused before any request. */
export function urlError(error: unknown): unknown {
  if (!(error instanceof EgressRefused)) return error
  // A name of one label is judged by its form alone, so that this reveals nothing of the network.
  const isForm = error.reason === 'invalid_url' || error.rule === 'single-label'
  return isForm ? analysisError('invalid_url') : analysisError('url_not_allowed')
}

/** The reason why a further page was not read, as one word for the list of pages. */
export function leftOutReason(error: unknown): string {
  if (error instanceof PageDisallowed) return 'disallowed'
  if (error instanceof RobotsUnreachable) return 'robots_unreachable'
  if (error instanceof ParseFailed && error.reason === 'busy') return 'timeout'
  if (analysisError.is(error, 'scan_failed')) return String(error.extra['reason'])
  return failureIn(error) ?? (error instanceof EgressRefused ? 'timeout' : 'failed')
}
