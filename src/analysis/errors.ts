import { AppError } from '../kernel/runtime/errors.ts'

export class InvalidUrl extends AppError {
  readonly status = 400
  readonly slug = 'invalid_url'
  constructor() {
    super(
      'Cannot scan this address: give a URL such as https://www.example.com/ with http or https, no user name or password, the usual port, and at most 2,048 characters',
      {
        fields: [
          { path: '/url', message: 'must be an http or https URL without credentials, on an allowed port' },
        ],
      },
    )
  }
}

/**
 * One message for private addresses, reserved names and robots rules: separate ones would reveal the network behind this
 * server.
 */
export class UrlNotAllowed extends AppError {
  readonly status = 400
  readonly slug = 'url_not_allowed'
  constructor() {
    super(
      'Cannot scan this address as it is not one that this service may read: it must be public, and its robots.txt must allow it',
      { fields: [{ path: '/url', message: 'is not allowed' }] },
    )
  }
}

const failures = {
  dns: 'its name has no address: check the spelling',
  connect: 'the site cannot be reached or does not answer in HTTP: try again later',
  tls: 'its certificate is not valid: the site has to fix that',
  timeout: 'it took too long: try again later',
  too_large: 'the page is larger than this service reads',
  not_html: 'it is not an HTML page: give the address of a page',
  http_status: 'the site answered with an error instead of a page: check the address',
  robots_unreachable:
    'its robots.txt cannot be read at the moment, which forbids reading the site: try again later',
  blocked_by_site: 'the site turns away automatic readers, which this service respects',
}
export type ScanFailure = keyof typeof failures

export class ScanFailed extends AppError {
  readonly status = 422
  readonly slug = 'scan_failed'
  constructor(reason: ScanFailure, options: { cause?: unknown } = {}) {
    super(`Cannot scan this website: ${failures[reason]}`, { ...options, extra: { reason } })
  }
}

export class ScannerBusy extends AppError {
  readonly status = 503
  readonly slug = 'busy'
  constructor() {
    super('Cannot start another scan as too many run already: try again in a few seconds', {
      retryAfterSeconds: 5,
    })
  }
}

export class TooManyScans extends AppError {
  readonly status = 429
  readonly slug = 'rate_limited'
  constructor(most: number, whose: 'of yours' | 'of your IPv6 network') {
    super(`Cannot run more than ${most} scans ${whose} at a time: wait until one of them has ended`, {
      retryAfterSeconds: 5,
      headers: { 'ratelimit-policy': `"scans-at-once";q=${most}`, ratelimit: '"scans-at-once";r=0;t=5' },
    })
  }
}

export class ScannerStopping extends AppError {
  readonly status = 503
  readonly slug = 'stopping'
  constructor() {
    super('Cannot finish this scan as the server is stopping: try again in a moment', {
      retryAfterSeconds: 2,
    })
  }
}

export class MissingSignals extends AppError {
  readonly status = 400
  readonly slug = 'missing_signals'
  constructor() {
    super(
      'Cannot recommend a product without an answer: give at least one of role, painPoints, tools and timeline',
    )
  }
}

/** The LLM is unavailable, and the catalog does not cover the question. */
export class ConciergeUnavailable extends AppError {
  readonly status = 503
  readonly slug = 'concierge_unavailable'
  constructor(options: { retryAfterSeconds: number }) {
    super('Cannot answer this question at the moment: try again later, or ask about a product', options)
  }
}
