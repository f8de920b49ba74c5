import { AppError, type ErrorFacts, errorsOf } from '../kernel/runtime/app-error.ts'
import errors from './errors.json' with { type: 'json' }

/** A problem with a member of the request, such as `parameters.brandKitId`; `need` is what it must be. */
const at = (field: string, need: string) => [{ path: `/${field.replaceAll('.', '/')}`, message: need }]

const publicUrl = 'must be a public URL'
const usualUrl = 'an http or https URL without user name or password, on the usual port'

interface PlanValues {
  name: string
  brandKits: number
  runsInFlight: number
  formats: readonly string[]
}

/** The values that texts of `errors.json` have places for; the members of an object have their own names. */
interface PlacedValues {
  /** The decoded PNG differs from its parts; the asset must not be delivered. */
  asset_not_proven: [format: string, state: string]
  brand_kit_not_approved: [id: string]
  brand_kit_not_found: [id: string]
  brand_kit_required: [demoKitId: string]
  /** The demo kit belongs to the service. */
  brand_kit_taken: [id: string]
  brand_kit_version_mismatch: [pin: { id: string; version: number }, current: number]
  brand_kits_reached: [plan: PlanValues]
  caller_reserved: [caller: string]
  draft_not_revisable: [draftId: string]
  file_missing: [field: 'font' | 'logo' | 'photo']
  /** A font that a version of a kit has. */
  font_in_use: [id: string]
  font_not_found: [id: string]
  format_not_in_plan: [plan: PlanValues, format: string]
  key_not_found: [id: string]
  logo_required: [kitId: string]
  photo_not_found: [kitId: string]
  pin_not_found: [number: number]
  tags_malformed: [tagsMax: number, charsMax: number]
  /** A caller with as many requests in flight as it may have. */
  too_many_at_once: [most: number]
  too_many_in_flight: [plan: PlanValues]
  too_many_pins: [pinsMax: number]
}

/**
 * Every error that responses of the area name. The table has those that say the same each time: `image_url_not_allowed` is
 * one for all reasons, as separate ones would reveal the network behind this server.
 */
export const campaignError = errorsOf({
  ...errors,
  ...placed(errors),
  already_decided: (review: string, decidedAt: number | undefined) => ({
    status: 409,
    text: `Cannot review this draft as it was ${review} at ${new Date(decidedAt ?? 0).toISOString()}: that decision is final`,
  }),
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
  /**
   * Copy that no layout has room for at a legible size.
   * @param alone the parts that do not even fit alone, with about how many letters each has too many
   * @param together the longest parts, where each fits alone: how many letters must go depends on which of them is shortened
   */
  copy_too_long: (alone: readonly PartLength[], together: readonly PartLength[]) => {
    const excesses = alone.map(
      ({ part, letters }) => `the ${part}${letters === undefined ? '' : ` by about ${letters} letters`}`,
    )
    const [first, ...others] = alone
    const field = first === undefined || others.length > 0 ? 'text' : `text.${first.part}`
    const lengths = together.map(({ part, letters }) => `the ${part} (${letters} letters)`)
    return invalid(
      alone.length > 0
        ? `Cannot set the copy as no layout has room for it at a legible size in every format: shorten ${excesses.join(', ')}`
        : `Cannot set the copy as each part fits alone, but no layout has room for all of them at a legible size in every format: shorten ${lengths.join(' or ')}, or leave a part out`,
      at(`parameters.${field}`, 'must be shorter'),
    )
  },
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
  /** `state` is what the image is, does or has, such as `has 2 pages`; `need` what to do about it. */
  image_rejected: rejected('image'),
  image_too_large: (bytesMax: number) => tooLarge('image', bytesMax),
  /** `found` is what the content is, such as `a GIF image`. */
  image_unsupported: unsupported('a PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG image'),
  logos_reached: ({ name, logoBytes }: { name: string; logoBytes: number }) =>
    noRoom(
      'logo',
      name,
      `${countText(logoBytes)} bytes of logos`,
      'those that no brand kit has are removed after seven days',
    ),
  /** No payment, or one that is refused; the header says what is taken. */
  payment_required: (text: string, header: string) => ({
    status: 402,
    text,
    headers: { 'payment-required': header },
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
  /** `state` is what its server does, such as `answers with status 404`. */
  source_unreachable: (state: string, cause?: unknown) => ({
    status: 502,
    text: `Cannot fetch this image as its server ${state}: check the URL or try again later`,
    cause,
  }),
  variant_invalid: (variant: number | undefined, count: number) =>
    invalid(
      variant === undefined
        ? `Cannot approve this draft without a choice of its ${count} variants: send "variant", from 1 to ${count}`
        : `Cannot use the variant ${variant}: the draft has ${count === 1 ? 'one variant' : `the variants 1 to ${count}`}`,
      at('variant', `must be a number from 1 to ${count}`),
    ),
})

/** The entries of a table whose texts have places for values. */
function placed(table: Readonly<Record<keyof PlacedValues, ErrorFacts & Places>>): {
  [Slug in keyof PlacedValues]: (...values: PlacedValues[Slug]) => ErrorFacts
}
function placed(
  table: Readonly<Record<string, ErrorFacts & Partial<Places>>>,
): Record<string, (...values: never[]) => ErrorFacts> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([slug, { values: names, ...facts }]) =>
      names === undefined ? [] : [[slug, (...values: unknown[]) => filled(facts, names, values)]],
    ),
  )
}

interface Places {
  values: readonly string[]
}

function filled(facts: ErrorFacts, names: readonly string[], values: readonly unknown[]): ErrorFacts {
  const known: Record<string, unknown> = Object.assign(
    {},
    ...values.map((value, at) => (typeof value === 'object' ? value : { [names[at] ?? '']: value })),
  )
  const textOf = (value: unknown) => (Array.isArray(value) ? value.join(' and ') : String(value))
  return JSON.parse(
    JSON.stringify(facts).replaceAll(/\{(\w+)\}/g, (_, name) =>
      JSON.stringify(textOf(known[name])).slice(1, -1),
    ),
  )
}

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
  asset_not_found: 'must be the URL of a file that this service stores',
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

/** An error of another module, with the request field that it concerns. A file's field has why it is refused. */
export function concerningField({ status, slug, message }: AppError, field: string): AppError {
  const need = needs[slug] ?? 'must be a value that can be used'
  const [, reason] = slug.endsWith('_rejected') ? message.split(' as it ', 2) : []
  const fields = at(field, reason === undefined ? need : `${need}; this one ${reason}`)
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
