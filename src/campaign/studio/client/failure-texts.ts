import type { Draft } from '../../drafts/draft.ts'
import type { Failure } from './api.ts'
import notFound from './failure-texts.json' with { type: 'json' }
import { dateText, decisionTexts } from './texts.ts'

/** Explanation of a failed request, and the remedy. */
export interface FailureText {
  title: string
  text: string
  /** Whether the same request may succeed later. */
  canRetry: boolean
}

/** A draft that cannot be shown. @param credential what was sent to read it */
export function unreadableText(failure: Failure, credential: keyof typeof notFound): FailureText {
  return failure.status === 404
    ? { ...notFound[credential], canRetry: false }
    : { title: 'The draft cannot be loaded', text: troubleText(failure), canRetry: true }
}

/** A request that may succeed when it is sent again. */
export function troubleText({ status, detail, retryAfterSeconds }: Failure): string {
  if (status === 0) return 'Cannot reach the server. Check the connection, then try again.'
  if (status === 429)
    return `Too many requests. Try again in ${Math.max(1, Math.ceil(retryAfterSeconds ?? 60))} seconds.`
  return `${detail}.`.replace(/\.\.$/, '.')
}

/** A decision that failed and can be sent again. */
export function unsentText(failure: Failure): string {
  const isKnown = failure.status !== 0 && failure.status < 500
  return `The decision ${isKnown ? 'was not' : 'may not have been'} recorded. ${troubleText(failure)}`
}

/** Why a decision was not recorded, after the draft was read again. */
export function refusedText({ code, detail }: Failure, draft: Draft): string {
  const last = draft.decisions.at(-1)
  if (code === 'already_decided' && last !== undefined)
    return `Your decision was not recorded: the draft was already ${decisionTexts[last.decision].done.toLowerCase()} on ${dateText(last.decidedAt)}. That decision is final.`
  if (code === 'revised')
    return 'Your decision was not recorded: a later revision exists. Decide on that one, by its own link.'
  if (code === 'stale_assets')
    return 'Your decision was not recorded: the assets have changed. The current ones are shown now: look at them, then decide again.'
  return `Your decision was not recorded. ${detail}.`
}
