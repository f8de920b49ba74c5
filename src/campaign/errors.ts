import { AppError, errorsOf } from '../kernel/runtime/app-error.ts'

/** A problem with a member of the request, such as `parameters.brandKitId`; `need` is what it must be. */
const at = (field: string, need: string) => [{ path: `/${field.replaceAll('.', '/')}`, message: need }]

const publicUrl = 'must be a public URL'
const usualUrl = 'an http or https URL without user name or password, on the usual port'

/** Every error that responses of the area name. */
export const campaignError = errorsOf({
  already_decided: (review: string, decidedAt: number | undefined) => ({
    status: 409,
    text: `Cannot review this draft as it was ${review} at ${new Date(decidedAt ?? 0).toISOString()}: that decision is final`,
  }),
  asset_not_found: { status: 404, text: 'Cannot find this file: it may have expired with its draft' },
  /** The decoded PNG differs from its parts; the asset must not be delivered. */
  asset_not_proven: (format: string, state: string) => ({
    status: 500,
    slug: 'internal',
    text: `Cannot deliver the ${format} asset as its pixels must be exact: ${state}`,
  }),
  brand_kit_not_approved: (id: string) => ({
    status: 403,
    text: `Cannot run the brand kit "${id}" as it is not approved: send it again with "approved": true`,
    fields: at('parameters.brandKitId', 'must be an approved brand kit'),
  }),
  brand_kit_not_found: (id: string) => ({
    status: 404,
    text: `Cannot find the brand kit "${id}" among yours: GET /api/brand-kits lists them`,
  }),
  brand_kit_required: (demoKitId: string) => ({
    status: 400,
    text: `Cannot run without a brand kit: send parameters.brandKitId, such as "${demoKitId}"; GET /api/brand-kits lists yours`,
    fields: at('parameters.brandKitId', 'must be a brand kit of yours'),
  }),
  /** The demo kit belongs to the service. */
  brand_kit_taken: (id: string) => ({
    status: 403,
    text: `Cannot write the brand kit "${id}" as it belongs to this service: choose another id`,
    fields: at('id', 'must not be the id of the demo kit'),
  }),
  brand_kit_version_mismatch: (pin: { id: string; version: number }, current: number) => ({
    status: 409,
    text: `Cannot use "${pin.id}@${pin.version}": the current pin is "${pin.id}@${current}"`,
    fields: at('parameters.brandKitId', 'must be the current version'),
  }),
  brand_kits_reached: ({ name, brandKits }: { name: string; brandKits: number }) => ({
    status: 403,
    slug: 'plan_limit_reached',
    text: `Cannot make another brand kit: the plan "${name}" allows ${brandKits} brand kits, and all are made; new versions of those are not limited`,
    fields: at('id', 'must be the id of a brand kit of yours'),
  }),
  brief_missing: invalid(
    'Cannot run without a brief: send "command", or "parameters"',
    at('command', 'must not be blank'),
  ),
  callback_not_allowed: (field: string) => ({
    status: 400,
    slug: 'url_not_allowed',
    text: 'Cannot send callbacks there as the address is not public: send a URL that the internet can reach',
    fields: at(field, publicUrl),
  }),
  callback_url_invalid: (field: string) => ({
    status: 400,
    slug: 'invalid_url',
    text: `Cannot send callbacks there: it must be ${usualUrl}`,
    fields: at(field, `must be ${usualUrl}`),
  }),
  caller_reserved: (caller: string) =>
    invalid(
      `Cannot make a key for the caller "${caller}" as the name is reserved`,
      at('caller', 'must not be a name that this service uses itself'),
    ),
  caller_without_key: invalid(
    'Cannot grant a plan to this caller as no key was made for it: `cairn key create` makes one',
    at('caller', 'must be a caller with a key'),
  ),
  /**
   * Copy that no layout has room for at a legible size.
   * @param alone the parts that do not even fit alone, with about how many letters each has too many
   * @param together the longest parts, where each fits alone: how many letters must go depends on which of them is shortened
   */
  copy_too_long: (alone: readonly PartLength[], together: readonly PartLength[]) => {
    const excesses = alone.map(
      ({ part, letters }) => `the ${part}${letters === undefined ? '' : ` by about ${letters} letters`}`,
    )
    const lengths = together.map(({ part, letters }) => `the ${part} (${letters} letters)`)
    return invalid(
      alone.length > 0
        ? `Cannot set the copy as no layout has room for it at a legible size in every format: shorten ${excesses.join(', ')}`
        : `Cannot set the copy as each part fits alone, but no layout has room for all of them at a legible size in every format: shorten ${lengths.join(' or ')}, or leave a part out`,
    )
  },
  cursor_malformed: invalid(
    'Cannot continue from this cursor: send `next` of the previous page',
    at('cursor', 'must be `next` of the previous page'),
  ),
  /** Every run that the plan allows on this day has been started. */
  daily_runs_reached: (
    { name, runsPerDay }: { name: string; runsPerDay: number },
    { runsLeft, secondsLeft }: { runsLeft: number; secondsLeft: number },
  ) => ({
    status: 429,
    slug: 'plan_limit_reached',
    text: `Cannot start another run: the plan "${name}" allows ${runsPerDay} runs a day, and ${runsLeft === 0 ? 'all are used' : `${runsLeft} are left for fewer variants, each of which counts as a run,`} until 00:00 UTC`,
    retryAfterSeconds: secondsLeft,
    headers: {
      'ratelimit-policy': `"runs-per-day";q=${runsPerDay};w=86400`,
      ratelimit: `"runs-per-day";r=${runsLeft};t=${secondsLeft}`,
    },
  }),
  draft_not_found: {
    status: 404,
    text: 'Cannot find a draft for this id and token: it may have expired after 7 days',
  },
  draft_not_revisable: (draftId: string) => ({
    status: 409,
    text: `Cannot revise the draft "${draftId}": it must be one of yours with changes requested, not expired, and without a later revision`,
    fields: at('parameters.revises', 'must be a draft of yours with changes requested'),
  }),
  file_missing: (field: 'font' | 'logo' | 'photo') =>
    invalid(
      `Cannot find a ${field} in this form: send it as the file \`${field}\``,
      at(field, 'must be a file'),
    ),
  /** A font that a version of a kit has. */
  font_in_use: (id: string) => ({
    status: 409,
    text: `Cannot delete the font "${id}" as a version of a brand kit has it, and versions never change: fonts that none has are deleted after 7 days`,
  }),
  font_not_found: (id: string) => ({
    status: 404,
    text: `Cannot find the font "${id}" among yours: POST /api/fonts uploads one, GET /api/fonts lists them`,
  }),
  /** `state` is what the font is, does or has, such as `has 60,000 glyphs`; `need` what to do about it. */
  font_rejected: rejected('font'),
  font_too_large: (bytesMax: number) => tooLarge('font', bytesMax),
  /** `found` is what the content is, such as `a font collection`. */
  font_unsupported: unsupported('one font as TTF, OTF or WOFF2'),
  fonts_reached: (
    { name, fonts, fontBytes }: { name: string; fonts: number; fontBytes: number },
    limit: 'fonts' | 'fontBytes',
  ) =>
    noRoom(
      'font',
      name,
      limit === 'fonts' ? `${fonts} fonts` : `${countText(fontBytes)} bytes of fonts`,
      'delete fonts that no brand kit has',
    ),
  format_not_in_plan: ({ name, formats }: { name: string; formats: readonly string[] }, format: string) => ({
    status: 403,
    slug: 'plan_limit_reached',
    text: `Cannot make the format "${format}": the plan "${name}" allows ${formats.join(' and ')}; name those alone in parameters.formats`,
    fields: at('parameters.formats', `must be of ${formats.join(' and ')}`),
  }),
  idempotency_conflict: {
    status: 409,
    text: 'Cannot use this Idempotency-Key as it was sent with another request',
  },
  idempotency_in_progress: {
    status: 409,
    retryAfterSeconds: 2,
    text: 'Cannot answer yet as the first request with this Idempotency-Key is being worked on: try again later',
  },
  idempotency_key_malformed: invalid(
    'Cannot use this Idempotency-Key: it must be 1 to 255 printable ASCII characters without spaces',
  ),
  /** `state` is what the image is, does or has, such as `has 2 pages`; `need` what to do about it. */
  image_rejected: rejected('image'),
  image_too_large: (bytesMax: number) => tooLarge('image', bytesMax),
  /** `found` is what the content is, such as `a GIF image`. */
  image_unsupported: unsupported('a PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG image'),
  image_url_invalid: {
    status: 400,
    slug: 'invalid_url',
    text: `Cannot fetch this image: give ${usualUrl}`,
  },
  /** One message for all reasons: separate ones would reveal the network behind this server. */
  image_url_not_allowed: {
    status: 400,
    slug: 'url_not_allowed',
    text: 'Cannot fetch this image as its URL does not lead to a public website: use a public URL',
  },
  key_not_found: (id: string) => ({
    status: 404,
    text: `Cannot revoke the key "${id}" as there is none with this id: GET /api/keys lists them`,
  }),
  key_required_for_url: {
    status: 401,
    slug: 'unauthorized',
    text: 'Cannot fetch this URL for a caller without a key: send Authorization: Bearer with one, or the file itself as `asset` of a form',
    headers: { 'www-authenticate': 'Bearer' },
  },
  licence_missing: invalid(
    'Cannot store a font without the text of its licence: send `licence`',
    at('licence', 'must be the text of the licence'),
  ),
  logo_required: (kitId: string) => ({
    status: 400,
    text: `Cannot run as the brand kit "${kitId}" has no logo: send parameters.logoUrl, or write "no logo" in the command`,
    fields: at('parameters.logoUrl', 'must be the URL of a logo'),
  }),
  logos_reached: ({ name, logoBytes }: { name: string; logoBytes: number }) =>
    noRoom(
      'logo',
      name,
      `${countText(logoBytes)} bytes of logos`,
      'those that no brand kit has are removed after seven days',
    ),
  not_completed: {
    status: 409,
    text: 'Cannot review this draft as its run has not completed: wait until `run` is "completed"',
  },
  /** Another process works on the run that this payment pays for. */
  payment_in_progress: {
    status: 503,
    text: 'Cannot answer yet as the run of this payment is in progress: send the same payment again later',
    retryAfterSeconds: 5,
  },
  /** No payment, or one that is refused; the header says what is taken. */
  payment_required: (text: string, header: string) => ({
    status: 402,
    text,
    headers: { 'payment-required': header },
  }),
  photo_not_found: (kitId: string) => ({
    status: 404,
    text: `Cannot find this photo in the brand kit "${kitId}": GET /api/brand-kits/${kitId}/photos lists its photos`,
  }),
  photos_reached: (
    { name, photosPerKit, photoBytes }: { name: string; photosPerKit: number; photoBytes: number },
    limit: 'photosPerKit' | 'photoBytes',
  ) =>
    noRoom(
      'photo',
      name,
      limit === 'photosPerKit'
        ? `${photosPerKit} photos in a brand kit`
        : `${countText(photoBytes)} bytes of photos`,
      'delete photos',
    ),
  pin_not_found: (number: number) => ({
    status: 404,
    text: `Cannot find pin ${number} of this draft: it may have been removed`,
  }),
  pin_without_asset: invalid(
    'Cannot pin a note there as the draft has no such asset',
    at('format', 'must be a format of the draft, with `variant` where it has several'),
  ),
  previews_busy: busy('Cannot make this preview as too many jobs are queued: try again later'),
  product_on_base_image: invalid(
    'Cannot set a product on a base image: send "productUrl" alone for a stage, or a base image that shows the product',
    at('parameters.productUrl', 'must not be sent with baseImageUrl'),
  ),
  receipt_malformed: invalid(
    'Cannot read "receipt": it must be a JSON object',
    at('receipt', 'must be a JSON object'),
  ),
  receipt_missing: invalid(
    'Cannot verify without one receipt: send "receiptId", or "receipt"',
    at('receiptId', 'must be sent where `receipt` is not, and only there'),
  ),
  receipt_not_found: {
    status: 404,
    text: 'Cannot find this receipt: runs of the 1.5.0 endpoint return their provenanceReceiptId',
  },
  revised: {
    status: 409,
    text: 'Cannot review this draft as a later revision exists: open the link of that one',
  },
  revision_without_change: invalid(
    'Cannot revise without a change: send `text`, `layout` or `placement`',
    at('text', 'must be there where `layout` and `placement` are not'),
  ),
  runs_busy: busy('Cannot start another run as the queue is full: try again later'),
  /** Copy in a script or with a character that no bundled font has; `example` is a grapheme that cannot be drawn. */
  script_unsupported: (example: string, script: string | undefined) => {
    const characters = Array.from(
      example,
      (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
    return {
      ...invalid(
        `Cannot set "${example}" (${characters.slice(0, 4).join(' ')}${script === undefined ? '' : `, script ${script}`}) as no font here has it: copy may use Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Japanese, Korean, Simplified Chinese and emoji`,
      ),
      extra: { script: script ?? null, example },
    }
  },
  /** Whether a payment is valid, or was settled, cannot be read from the chain now. */
  settlement_unknown: {
    status: 503,
    text: 'Cannot tell the state of this payment now: send the same payment again, it is charged once',
    retryAfterSeconds: 5,
  },
  /** `state` is what its server does, such as `answers with status 404`. */
  source_unreachable: (state: string, cause?: unknown) => ({
    status: 502,
    text: `Cannot fetch this image as its server ${state}: check the URL or try again later`,
    cause,
  }),
  stale_assets: {
    status: 409,
    text: 'Cannot decide as `assetHash` is not the one that the draft holds: read the draft again',
    fields: at('assetHash', 'must be the `assetHash` of the draft'),
  },
  tags_malformed: (tagsMax: number, charsMax: number) =>
    invalid(
      `Cannot use these tags: send at most ${tagsMax} of ${charsMax} characters each, separated by commas`,
      at('tags', `must be at most ${tagsMax} tags of ${charsMax} characters`),
    ),
  /** A caller with as many requests in flight as it may have. */
  too_many_at_once: (most: number) => ({
    status: 429,
    slug: 'too_many_in_flight',
    text: `Cannot take more than ${most} of your requests of this kind at a time: wait for one of them`,
    retryAfterSeconds: 2,
  }),
  too_many_in_flight: ({ name, runsInFlight }: { name: string; runsInFlight: number }) => ({
    status: 429,
    text: `Cannot start another run: the plan "${name}" allows ${runsInFlight} runs in flight, and all are: wait for one of them`,
    retryAfterSeconds: 1,
    headers: {
      'ratelimit-policy': `"runs-in-flight";q=${runsInFlight}`,
      ratelimit: '"runs-in-flight";r=0;t=1',
    },
  }),
  too_many_pins: (pinsMax: number) => ({
    status: 409,
    text: `Cannot add another pin as this draft has ${pinsMax}: remove one first`,
  }),
  variant_invalid: (variant: number | undefined, count: number) =>
    invalid(
      variant === undefined
        ? `Cannot approve this draft without a choice of its ${count} variants: send "variant", from 1 to ${count}`
        : `Cannot use the variant ${variant}: the draft has ${count === 1 ? 'one variant' : `the variants 1 to ${count}`}`,
      at('variant', `must be a number from 1 to ${count}`),
    ),
})

/** `state` is what the image is, does or has, such as `has 2 pages`; `need` what to do about it. */
export const imageRejected = (state: string, need: string, ...cause: [cause?: unknown]) =>
  campaignError('image_rejected', state, need, ...cause)

/** A part with its letters: those that it has too many where it does not fit alone, else all. */
export interface PartLength {
  part: string
  letters: number | undefined
}

function invalid(text: string, fields: ReturnType<typeof at> = []) {
  return { status: 400, slug: 'invalid_request', text, fields }
}

function busy(text: string) {
  return { status: 503, slug: 'busy', text, retryAfterSeconds: 2 }
}

function rejected(kind: 'font' | 'image') {
  return (state: string, need: string, cause?: unknown) => ({
    status: 422,
    text: `Cannot use this ${kind} as it ${state}: ${need}`,
    cause,
  })
}

function unsupported(wanted: string) {
  return (found: string) => ({
    status: 415,
    slug: 'unsupported_media_type',
    text: `Cannot use this file as it is ${found}: send ${wanted}`,
  })
}

function tooLarge(file: string, bytesMax: number) {
  const text = `Cannot use this ${file} as it is too large: at most ${countText(bytesMax)} bytes are read`
  return { status: 413, slug: 'content_too_large', text }
}

function noRoom(file: string, plan: string, allowed: string, remedy: string) {
  const text = `Cannot store another ${file}: the plan "${plan}" allows ${allowed}; ${remedy}, or ask the operator for another plan`
  return { status: 403, slug: 'plan_limit_reached', text, fields: at(file, `must be within ${allowed}`) }
}

/** A count with separators for thousands, as messages have it. */
export function countText(count: number): string {
  return count.toLocaleString('en-US')
}

/** What a value must be that was refused by another module, by the slug of its error. */
const needs: Readonly<Record<string, string>> = {
  brand_kit_not_found: 'must be a brand kit of yours',
  content_too_large: 'must be a smaller file',
  font_not_found: 'must be a font of yours',
  font_rejected: 'must be a font that can be used',
  image_rejected: 'must be an image that can be used',
  invalid_url: `must be ${usualUrl}`,
  plan_limit_reached: 'must be within the limits of the plan',
  source_unreachable: 'must be the URL of an image that can be fetched',
  unsupported_media_type: 'must be a file of a supported type',
  url_not_allowed: publicUrl,
}

/** An error of another module, with the request field that it concerns. */
export function concerningField({ status, slug, message }: AppError, field: string): AppError {
  const fields = at(field, needs[slug] ?? 'must be a value that can be used')
  return new AppError(slug, { status, text: message, fields })
}

/** Runs `work`; its refusals are attributed to `field`, but not those of a busy or unavailable part. */
export async function concerning<Result>(field: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError && error.status !== 503 ? concerningField(error, field) : error
  }
}
