import type { LogFields } from '../runtime/log.ts'
import messages from './refused.json'

/** One text per reason, so that a message reveals nothing of this server's network. */
export type EgressReason = keyof typeof messages

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
