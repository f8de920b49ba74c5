import { errorsOf } from '../kernel/runtime/app-error.ts'

const failures = {
  dns: 'its name has no address: check the spelling',
  connect: 'the site cannot be reached or does not answer in HTTP: try again later',
  tls: 'its certificate is not valid: the site has to fix that',
  timeout: 'it took too long: try again later',
  too_large: 'the page is larger than this service reads: give the address of another page of the site',
  not_html: 'it is not an HTML page: give the address of a page',
  http_status: 'the site answered with an error instead of a page: check the address',
  robots_unreachable:
    'its robots.txt cannot be read at the moment, which forbids reading the site: try again later',
  blocked_by_site: 'the site turns away automatic readers, which this service respects',
}
export type ScanFailure = keyof typeof failures

/** What an answer of the site means. */
const answers: Readonly<Record<number, string>> = {
  401: ', as the page is behind a login: give a public page',
  404: ', as it has no such page: check the address',
  410: ', as the page is gone: check the address',
  429: ', too many requests: try again in some minutes',
}

/** What happened, more exactly where the answer of the site is known, and what to do next. */
function textOf(reason: ScanFailure, answer: number | 'redirects' | undefined): string {
  if (answer === 'redirects')
    return 'its redirects lead in a circle or never end at a page: give the address of the page itself'
  if (answer === undefined || answer === 403) return failures[reason]
  const other =
    answer >= 500 ? ', an error on its side: try again later' : ' instead of a page: check the address'
  return `the site answered ${answer}${answers[answer] ?? other}`
}

/** Every error that responses of the area name. */
export const analysisError = errorsOf({
  busy: {
    status: 503,
    text: 'Cannot start another scan as too many run already: try again in a few seconds',
    retryAfterSeconds: 5,
  },
  /** The LLM is unavailable, and the catalog does not cover the question. */
  concierge_unavailable: (retryAfterSeconds: number) => ({
    status: 503,
    text: 'Cannot answer this question at the moment: try again later, or ask about a product',
    retryAfterSeconds,
  }),
  /** The same as for a body that does not fit its schema. */
  invalid_report: (path: string, message: string) => ({
    status: 400,
    slug: 'invalid_request',
    text: `Cannot use the body of this request: ${path} ${message}`,
    fields: [{ path, message }],
  }),
  invalid_url: {
    status: 400,
    text: 'Cannot scan this address: give a whole one such as https://www.example.com/, with http or https, no user name or password, the usual port, and at most 2,048 characters',
    fields: [
      { path: '/url', message: 'must be an http or https URL without credentials, on an allowed port' },
    ],
  },
  missing_signals: {
    status: 400,
    text: 'Cannot recommend a product without an answer: give at least one of role, painPoints, tools and timeline',
  },
  rate_limited: (most: number, whose: 'of yours' | 'of your IPv6 network') => ({
    status: 429,
    text: `Cannot run more than ${most} scans ${whose} at a time: wait until one of them has ended`,
    retryAfterSeconds: 5,
    headers: { 'ratelimit-policy': `"scans-at-once";q=${most}`, ratelimit: '"scans-at-once";r=0;t=5' },
  }),
  /** One message for unknown, deleted and expired reports and wrong tokens: separate ones would confirm a guess. */
  report_not_found: {
    status: 404,
    text: 'Cannot find this report: it was deleted, it has expired, or the address or the deletion token is wrong; POST /api/reports saves a new one',
  },
  report_too_large: (bytes: number, bytesMax: number) => ({
    status: 413,
    slug: 'content_too_large',
    text: `Cannot keep a report of more than ${kib(bytesMax)} KiB: this one has ${kib(bytes)} KiB, so leave out the facts and long texts that matter least`,
  }),
  /** `answer`: the HTTP status of the site's answer, or that it only redirects. */
  scan_failed: (reason: ScanFailure, cause?: unknown, answer?: number | 'redirects') => ({
    status: 422,
    text: `Cannot scan this website: ${textOf(reason, answer)}`,
    extra: { reason },
    cause,
  }),
  stopping: {
    status: 503,
    text: 'Cannot finish this scan as the server is stopping: try again in a moment',
    retryAfterSeconds: 2,
  },
  /** One message for private addresses, reserved names and robots rules: separate ones would reveal the network here. */
  url_not_allowed: {
    status: 400,
    text: 'Cannot scan this address as it is not one that this service may read: it must be public, and its robots.txt must allow it',
    fields: [{ path: '/url', message: 'is not allowed' }],
  },
})

function kib(bytes: number): number {
  return Math.ceil((bytes / 1024) * 10) / 10
}
