import { type EgressReason, EgressRefused } from '../../kernel/egress/egress.ts'
import { AppError } from '../../kernel/runtime/errors.ts'
import { InvalidUrl, ScanFailed, type ScanFailure, ScannerBusy, UrlNotAllowed } from '../errors.ts'
import { ParseFailed } from './parser/parser.ts'
import { RobotsUnreachable } from './robots.ts'

/** A page that robots rules forbid, met on the way to the page that was asked for. */
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
 * Why the page that was asked for could not be read, in the terms of the answer. `late` tells whether the time of the
 * whole scan is over, which is why whatever was under way ended.
 */
export function scanError(error: unknown, late: boolean): unknown {
  if (error instanceof AppError) return error
  if (error instanceof PageDisallowed) return new UrlNotAllowed()
  if (error instanceof RobotsUnreachable) return new ScanFailed(robotsFailure(error), { cause: error })
  if (late) return new ScanFailed('timeout', { cause: error })
  if (error instanceof ParseFailed && error.reason === 'busy') return new ScannerBusy()
  if (error instanceof ParseFailed) {
    return new ScanFailed(error.reason === 'timeout' ? 'timeout' : 'too_large', { cause: error })
  }
  if (!(error instanceof EgressRefused)) return error
  const { reason } = error
  if (reason === 'invalid_url' || reason === 'not_allowed') return new UrlNotAllowed()
  if (reason === 'aborted') return error
  return new ScanFailed(failureOf[reason], { cause: error })
}

/** A site that cannot be reached at all is told as such, not by the file that was asked for first. */
function robotsFailure({ reason }: RobotsUnreachable): ScanFailure {
  return reason === 'dns' || reason === 'connect' || reason === 'tls' ? reason : 'robots_unreachable'
}

/** The URL itself is refused before anything is fetched. */
export function urlError(error: unknown): unknown {
  if (!(error instanceof EgressRefused)) return error
  return error.reason === 'invalid_url' ? new InvalidUrl() : new UrlNotAllowed()
}

/** In one word why a further page gave nothing; such pages are listed, they fail nothing. */
export function leftOutReason(error: unknown): string {
  if (error instanceof PageDisallowed) return 'disallowed'
  if (error instanceof RobotsUnreachable) return 'robots_unreachable'
  if (error instanceof ParseFailed)
    return error.reason === 'timeout' || error.reason === 'busy' ? 'timeout' : 'too_large'
  if (error instanceof ScanFailed) return String(error.extra['reason'])
  if (!(error instanceof EgressRefused)) return 'failed'
  if (error.reason === 'invalid_url' || error.reason === 'not_allowed') return 'not_allowed'
  return error.reason === 'aborted' ? 'timeout' : failureOf[error.reason]
}
