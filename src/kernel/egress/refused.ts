import type { LogFields } from '../runtime/log.ts'

export type EgressReason =
  | 'invalid_url'
  | 'not_allowed'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too_large'
  | 'protocol'
  | 'redirects'
  | 'aborted'

/** One text per reason, so that a message reveals nothing of this server's network. */
const messages: Record<EgressReason, string> = {
  invalid_url: 'Cannot use the URL as it must be http or https, without credentials, on an allowed port',
  not_allowed: 'Cannot fetch the URL as it does not lead to a public website',
  dns: 'Cannot fetch the URL as its name does not resolve',
  connect: 'Cannot fetch the URL as its server cannot be reached',
  tls: 'Cannot fetch the URL as its server offers no valid TLS connection',
  timeout: 'Cannot fetch the URL as its server takes too long',
  too_large: 'Cannot fetch the URL as the answer is larger than allowed',
  protocol: 'Cannot fetch the URL as the answer is broken',
  redirects: 'Cannot fetch the URL as it redirects too often',
  aborted: 'Cannot finish the request as it was cancelled',
}

/**
 * A request that was not sent or not finished. `reason` and the message are for callers; `rule` and `details` are for the
 * operator's log alone.
 */
export class EgressRefused extends Error {
  readonly reason: EgressReason
  readonly rule: string
  readonly details: LogFields

  constructor(reason: EgressReason, rule: string, details: LogFields = {}) {
    super(messages[reason])
    this.name = 'EgressRefused'
    this.reason = reason
    this.rule = rule
    this.details = details
  }
}
