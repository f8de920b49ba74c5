import { AppError } from '../kernel/runtime/errors.ts'

/** A request refused for its content; `field` is the member, such as `parameters.brandKitId`, and `need` what it must be. */
export abstract class CampaignError extends AppError {
  readonly field: string | undefined
  constructor(message: string, at?: { field: string; need: string }) {
    super(
      message,
      at === undefined ? {} : { fields: [{ path: `/${at.field.replaceAll('.', '/')}`, message: at.need }] },
    )
    this.field = at?.field
  }
}

export class InvalidRequest extends CampaignError {
  readonly status = 400
  readonly slug = 'invalid_request'
}

export class BrandKitRequired extends CampaignError {
  readonly status = 400
  readonly slug = 'brand_kit_required'
  constructor(demoKitId: string) {
    super(
      `Cannot run without a brand kit: send parameters.brandKitId, such as "${demoKitId}"; GET /api/brand-kits lists yours`,
      { field: 'parameters.brandKitId', need: 'must be a brand kit of yours' },
    )
  }
}

export class LogoRequired extends CampaignError {
  readonly status = 400
  readonly slug = 'logo_required'
  constructor(kitId: string) {
    super(
      `Cannot run as the brand kit "${kitId}" has no logo: send parameters.logoUrl, or write "no logo" in the command`,
      { field: 'parameters.logoUrl', need: 'must be the URL of a logo' },
    )
  }
}

export class BrandKitNotFound extends CampaignError {
  readonly status = 404
  readonly slug = 'brand_kit_not_found'
  constructor(id: string) {
    super(`Cannot find the brand kit "${id}" among yours: GET /api/brand-kits lists them`)
  }
}

export class KeyNotFound extends CampaignError {
  readonly status = 404
  readonly slug = 'key_not_found'
  constructor(id: string) {
    super(`Cannot revoke the key "${id}" as there is none with this id: GET /api/keys lists them`)
  }
}

export class ReservedCaller extends CampaignError {
  readonly status = 400
  readonly slug = 'invalid_request'
  constructor(caller: string) {
    super(`Cannot make a key for the caller "${caller}" as the name is reserved`, {
      field: 'caller',
      need: 'must not be a name that this service uses itself',
    })
  }
}

export class PhotoNotFound extends CampaignError {
  readonly status = 404
  readonly slug = 'photo_not_found'
  constructor(kitId: string) {
    super(
      `Cannot find this photo in the brand kit "${kitId}": GET /api/brand-kits/${kitId}/photos lists its photos`,
    )
  }
}

export class BrandKitVersionMismatch extends CampaignError {
  readonly status = 409
  readonly slug = 'brand_kit_version_mismatch'
  constructor(pin: { id: string; version: number }, current: number) {
    super(`Cannot use "${pin.id}@${pin.version}": the current pin is "${pin.id}@${current}"`, {
      field: 'parameters.brandKitId',
      need: 'must be the current version',
    })
  }
}

export class BrandKitNotApproved extends CampaignError {
  readonly status = 403
  readonly slug = 'brand_kit_not_approved'
  constructor(id: string) {
    super(`Cannot run the brand kit "${id}" as it is not approved: send it again with "approved": true`, {
      field: 'parameters.brandKitId',
      need: 'must be an approved brand kit',
    })
  }
}

/** The demo kit belongs to the service. */
export class BrandKitTaken extends CampaignError {
  readonly status = 403
  readonly slug = 'brand_kit_taken'
  constructor(id: string) {
    super(`Cannot write the brand kit "${id}" as it belongs to this service: choose another id`, {
      field: 'id',
      need: 'must not be the id of the demo kit',
    })
  }
}

export class DraftNotFound extends CampaignError {
  readonly status = 404
  readonly slug = 'draft_not_found'
  constructor() {
    super('Cannot find a draft for this id and token: it may have expired after 7 days')
  }
}

/** A draft that a run cannot revise. */
export class DraftNotRevisable extends CampaignError {
  readonly status = 409
  readonly slug = 'draft_not_revisable'
  constructor(draftId: string) {
    super(
      `Cannot revise the draft "${draftId}": it must be one of yours with changes requested, not expired, and without a later revision`,
      { field: 'parameters.revises', need: 'must be a draft of yours with changes requested' },
    )
  }
}

/** A draft with as many pins as it may have. */
export class TooManyPins extends CampaignError {
  readonly status = 409
  readonly slug = 'too_many_pins'
  constructor(pinsMax: number) {
    super(`Cannot add another pin as this draft has ${pinsMax}: remove one first`)
  }
}

export class PinNotFound extends CampaignError {
  readonly status = 404
  readonly slug = 'pin_not_found'
  constructor(number: number) {
    super(`Cannot find pin ${number} of this draft: it may have been removed`)
  }
}

/** Why a decision is refused. */
export type Refusal = 'expired' | 'not_completed' | 'already_decided' | 'revised' | 'stale_assets'

const refusals: Readonly<Record<Exclude<Refusal, 'expired' | 'already_decided'>, string>> = {
  not_completed: 'Cannot review this draft as its run has not completed: wait until `run` is "completed"',
  revised: 'Cannot review this draft as a later revision exists: open the link of that one',
  stale_assets: 'Cannot decide as `assetHash` is not the one that the draft holds: read the draft again',
}

/** A decision that the state of a draft does not allow. */
export class DecisionRefused extends CampaignError {
  readonly status = 409
  readonly slug: Exclude<Refusal, 'expired'>
  constructor(
    refusal: Exclude<Refusal, 'expired'>,
    { review, decidedAt }: { review: string; decidedAt: number | undefined },
  ) {
    super(
      refusal === 'already_decided'
        ? `Cannot review this draft as it was ${review} at ${new Date(decidedAt ?? 0).toISOString()}: that decision is final`
        : refusals[refusal],
      refusal === 'stale_assets'
        ? { field: 'assetHash', need: 'must be the `assetHash` of the draft' }
        : undefined,
    )
    this.slug = refusal
  }
}

export class ReceiptNotFound extends CampaignError {
  readonly status = 404
  readonly slug = 'receipt_not_found'
  constructor() {
    super('Cannot find this receipt: runs of the 1.5.0 endpoint return their provenanceReceiptId')
  }
}

export class IdempotencyConflict extends CampaignError {
  readonly status = 409
  readonly slug = 'idempotency_conflict'
}

export class Busy extends AppError {
  readonly status = 503
  readonly slug = 'busy'
  constructor(message: string) {
    super(message, { retryAfterSeconds: 2 })
  }
}

/** A caller with as much in flight as it may have. */
export class TooManyAtOnce extends AppError {
  readonly status = 429
  readonly slug = 'too_many_in_flight'
  constructor(most: number) {
    super(`Cannot take more than ${most} of your requests of this kind at a time: wait for one of them`, {
      retryAfterSeconds: 2,
    })
  }
}

/** What a value must be that was refused by another module, by the slug of its error. */
const needs: Readonly<Record<string, string>> = {
  brand_kit_not_found: 'must be a brand kit of yours',
  content_too_large: 'must be a smaller file',
  font_not_found: 'must be a font of yours',
  font_rejected: 'must be a font that can be used',
  image_rejected: 'must be an image that can be used',
  invalid_url: 'must be an http or https URL without user name or password, on the usual port',
  plan_limit_reached: 'must be within the limits of the plan',
  source_unreachable: 'must be the URL of an image that can be fetched',
  unsupported_media_type: 'must be a file of a supported type',
  url_not_allowed: 'must be a public URL',
}

/** An error of another module, with the request field that it concerns. */
export class FieldRefused extends CampaignError {
  readonly status: number
  readonly slug: string
  constructor(cause: AppError, field: string) {
    super(cause.message, { field, need: needs[cause.slug] ?? 'must be a value that can be used' })
    this.status = cause.status
    this.slug = cause.slug
  }
}

/** Runs `work`; its refusals are attributed to `field`, but not those of a busy or unavailable part. */
export async function concerning<Result>(field: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError && error.status !== 503 ? new FieldRefused(error, field) : error
  }
}

/** An address that cannot receive callbacks. */
export class CallbackRefused extends CampaignError {
  readonly status = 400
  readonly slug: string
  constructor(reason: string, field: string) {
    const slug = reason === 'invalid_url' ? reason : 'url_not_allowed'
    super(
      slug === 'invalid_url'
        ? 'Cannot send callbacks there: it must be an http or https URL without user name or password, on the usual port'
        : 'Cannot send callbacks there as the address is not public: send a URL that the internet can reach',
      { field, need: needs[slug] ?? '' },
    )
    this.slug = slug
  }
}

/** No payment, or one that is refused; the header says what is taken. */
export class PaymentRequired extends AppError {
  readonly status = 402
  readonly slug = 'payment_required'
  constructor(message: string, paymentRequired: string) {
    super(message, { headers: { 'payment-required': paymentRequired } })
  }
}

/** Another process works on the run that this payment pays for. */
export class PaymentInProgress extends AppError {
  readonly status = 503
  readonly slug = 'payment_in_progress'
  constructor() {
    super('Cannot answer yet as the run of this payment is in progress: send the same payment again later', {
      retryAfterSeconds: 5,
    })
  }
}

/** Whether a payment is valid, or was settled, cannot be read from the chain now. */
export class SettlementUnknown extends AppError {
  readonly status = 503
  readonly slug = 'settlement_unknown'
  constructor() {
    super('Cannot tell the state of this payment now: send the same payment again, it is charged once', {
      retryAfterSeconds: 5,
    })
  }
}
