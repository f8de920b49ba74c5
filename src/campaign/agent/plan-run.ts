import { type ParsedBrief, parseBrief } from '../brief/parse.ts'
import {
  type ChosenWords,
  type Controls,
  type CopyControls,
  defaultControls,
  defaultCopy,
  type Focus,
  type FullCopy,
  type LayoutName,
  type OverlayMode,
  presetLayouts,
  type Tone,
} from '../compose/controls.ts'
import { type CopyParts, type PartName, partNames, partsOf } from '../compose/copy/parts.ts'
import { type FormatId, formatIds, type Sizes, sizes } from '../compose/formats.ts'
import { campaignError } from '../errors.ts'
import { choosePhoto } from '../photos/choose-photo.ts'
import type { StoredPhoto } from '../photos/photos.ts'
import type { Kit } from '../requests/kit.ts'
import type { AgentRequest } from '../requests/request.ts'

/** All inputs of a run, after merging explicit parameters, the brief, the kit and the defaults. */
export interface RunPlan {
  /** The command as received. */
  brief: string
  /** What the scene shows. */
  prompt: string
  logoUrl: string | undefined
  /** The brief asks for no logo at all. */
  noLogo: boolean
  baseImageUrl: string | undefined
  /** A product without its background. */
  productUrl: string | undefined
  /** The subject of the base image, as fractions of its sides. */
  focus: Focus | undefined
  overlayMode: OverlayMode
  /** The name of the layout that is asked for. */
  layout: LayoutName | undefined
  tone: Tone | undefined
  copy: FullCopy
  /** Parts of the copy that the request does not name, if a sentence of the brief was taken as the headline. */
  guessed?: readonly PartName[] | undefined
  /** What a language model chose of the brief, if it became copy. */
  chosen?: readonly ChosenWords[] | undefined
  controls: Required<Controls>
  formats: readonly FormatId[]
  sizes: Sizes
  /** How many layouts the reviewer has a choice of. */
  variants: number
  /** The request named its formats. */
  formatsGiven: boolean
  palette: readonly string[]
  seed: number
  warnings: readonly string[]
}

/** A request as its draft stores it. */
export interface StoredRequest extends AgentRequest {
  /** Parts of the copy that reviewers changed; nothing else depends on them. */
  reviewed?: Pick<CopyControls, PartName>
}

/** The kit id or pin that a request names, explicitly or in its brief. */
export function kitPinOf(request: AgentRequest, parsed: ParsedBrief): string | undefined {
  return request.parameters?.brandKitId ?? parsed.parameters.brandKitId
}

/**
 * Merges a request with its kit: explicit parameters override the brief, the brief the kit, the kit the defaults.
 * @param words what a language model chose as parts of the copy; nothing but the copy depends on it
 * @throws brief_missing, product_on_base_image: there is neither a brief nor a parameter, or both a base image and a product
 */
export function planRun(
  request: StoredRequest,
  parsed: ParsedBrief,
  kit: Kit | undefined,
  words: readonly ChosenWords[] = [],
): RunPlan {
  const { command = '', parameters: explicit = {}, reviewed } = request
  if (command.trim() === '' && Object.keys(explicit).length === 0) throw campaignError('brief_missing')
  if (explicit.productUrl !== undefined && explicit.baseImageUrl !== undefined)
    throw campaignError('product_on_base_image')
  const byRequest = namedIn(explicit.text)
  const { headline, subline } = namedIn(kit?.text)
  const beside = {
    isTitled: [explicit.text, kit?.text].some((text) => text?.content === ''),
    isPictured: (explicit.baseImageUrl ?? explicit.productUrl) !== undefined,
    named: { ...(headline && { headline }), ...(subline && { subline }), ...byRequest },
  }
  const isAlone = !(beside.isTitled || beside.isPictured) && Object.keys(beside.named).length === 0
  const byRules = isAlone ? parsed : parseBrief(command, beside)
  const guessed = byRules.guessed?.filter((part) => explicit.text?.[part] === undefined)
  const usable = words.filter(({ part }) => guessed?.includes(part))
  const brief =
    usable.length === 0
      ? byRules
      : { ...parseBrief(command, { ...beside, words: usable }), prompt: byRules.prompt }
  const inBrief = brief.parameters
  const sized = formatIds.filter((format) => explicit.sizes?.[format] !== undefined)
  const named = explicit.formats ?? inBrief.formats ?? (sized.length > 0 ? sized : undefined)
  const formats = named ?? kit?.formats ?? ['square']
  const inWords = Object.entries(brief.sizes ?? {}).filter(([format]) =>
    formats.some((one) => one === format),
  )
  const sizes: Sizes = { ...Object.fromEntries(inWords), ...explicit.sizes }
  // A product needs a procedural stage, which the scene of a kit is not.
  const kitPrompt = explicit.productUrl === undefined ? kit?.prompt : undefined
  const prompt = explicit.prompt ?? firstText(brief.prompt, kitPrompt)
  const overlayMode = explicit.overlayMode ?? inBrief.overlayMode ?? kit?.overlayMode ?? 'none'
  const texts = [kit?.text, inBrief.text, reviewed ? { ...explicit.text, ...reviewed } : explicit.text]
  const plan = {
    brief: command,
    prompt,
    logoUrl: explicit.logoUrl ?? inBrief.logoUrl,
    noLogo: brief.noLogo === true && explicit.logoUrl === undefined,
    baseImageUrl:
      explicit.baseImageUrl ?? (explicit.productUrl === undefined ? inBrief.baseImageUrl : undefined),
    productUrl: explicit.productUrl,
    focus: explicit.focus,
    overlayMode,
    layout:
      explicit.layout ??
      presetLayouts[explicit.overlayMode ?? 'none'] ??
      inBrief.layout ??
      kit?.layout ??
      presetLayouts[overlayMode],
    tone: explicit.tone ?? inBrief.tone ?? kit?.tone,
    copy: texts.reduce<FullCopy>(withText, defaultCopy),
    guessed,
    chosen: brief.chosen,
    controls: { ...defaultControls, ...kit?.controls, ...inBrief.controls, ...explicit.controls },
    // Sorted, so that equal formats give equal runs.
    formats: formatIds.filter((format) => formats.includes(format)),
    formatsGiven: named !== undefined,
    sizes,
    variants: explicit.variants ?? 1,
    palette: kit?.palette ?? [],
  }
  return {
    ...plan,
    seed: explicit.seed ?? seedOf(`${kit?.id ?? ''}\n${kit?.version ?? ''}\n${prompt}\n${command}`),
    warnings: [
      ...brief.warnings,
      ...brief.unrecognized.map(notUnderstood),
      ...overridden(inBrief.text ?? {}, explicit.text ?? {}),
      ...(mayLackHeadline(plan, texts) ? [] : [noHeadline]),
      ...sized
        .filter((format) => !formats.includes(format))
        .map((format) => `The size ${sizes[format]} is not used, as the format "${format}" is not made`),
    ],
  }
}

/** The parts that a text names, empty ones too; its content is headline and subline. */
const namedIn = (text: CopyControls = {}): CopyParts => ({
  ...(text.content !== undefined && { headline: '', subline: '' }),
  ...Object.fromEntries(partNames.flatMap((part) => (text[part] === undefined ? [] : [[part, text[part]]]))),
  ...partsOf(text),
})

/** What the brief says of parts that the request names, which is not printed. */
function overridden(inBrief: CopyControls, explicit: CopyControls): string[] {
  const said = partsOf(inBrief)
  const byRequest = namedIn(explicit)
  const parts = explicit.content === '' ? [] : partNames
  return parts
    .filter((part) => said[part] !== undefined && ![undefined, said[part]].includes(byRequest[part]))
    .map(
      (part) =>
        `Left out "${said[part]}", as \`text.${explicit[part] === undefined ? 'content' : part}\` is sent`,
    )
}

const noHeadline =
  'The picture has no headline: say it in the command, such as headline "…", send `text.headline`, or say "no text"'

/** It has one, the request says that it has none, or a picture is given, which may have words of its own. */
function mayLackHeadline(
  { copy, baseImageUrl }: Pick<RunPlan, 'copy' | 'baseImageUrl'>,
  texts: readonly (CopyControls | undefined)[],
): boolean {
  const { headline, subline } = partsOf(copy)
  const isNone = texts.some((text) => text?.content === '')
  return (headline ?? subline ?? baseImageUrl) !== undefined || isNone
}

/** Text of a later source over that of an earlier one: its content stands for headline and subline, and no content for no copy. */
function withText(earlier: FullCopy, later: CopyControls = {}): FullCopy {
  const kept: FullCopy = { ...earlier }
  if (later.content !== undefined) for (const name of ['headline', 'subline'] as const) delete kept[name]
  if (later.content === '') for (const name of partNames) delete kept[name]
  if (later.headline !== undefined) kept.content = ''
  return { ...kept, ...later }
}

/** Takes the photo of a kit's library that shows what the request asks for, unless the request has a picture. */
export function withKitPhoto(
  plan: RunPlan,
  photos: readonly StoredPhoto[],
  urlOf: (photo: StoredPhoto) => string,
): RunPlan {
  if ((plan.baseImageUrl ?? plan.productUrl) !== undefined) return plan
  const choice = choosePhoto(photos, plan.prompt)
  if (choice === undefined) return plan
  const { photo, words } = choice
  const [what, parameter] = photo.hasAlpha
    ? (['product', 'productUrl'] as const)
    : (['picture', 'baseImageUrl'] as const)
  const warning = `The ${what} is the photo "${photo.name}" of the brand kit, as the command has "${words}": send \`${parameter}\` for another one`
  return { ...plan, [parameter]: urlOf(photo), warnings: [...plan.warnings, warning] }
}

/** Drops kit formats outside the caller's plan; formats of the request are refused elsewhere. */
export function withinFormats(
  plan: RunPlan,
  { name, formats: allowed }: { name: string; formats: readonly FormatId[] },
): RunPlan {
  const formats = plan.formats.filter((format) => allowed.includes(format))
  if (plan.formatsGiven || formats.length === 0 || formats.length === plan.formats.length) return plan
  const left = plan.formats.filter((format) => !allowed.includes(format)).join(', ')
  return {
    ...plan,
    formats,
    warnings: [...plan.warnings, `Formats of the kit that the plan "${name}" does not include: ${left}`],
  }
}

function firstText(...texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text.trim() !== '') ?? ''
}

function notUnderstood(part: string): string {
  const known = /\d\d\s*[x×]\s*\d\d/.test(part)
    ? `; sizes that can be made: ${Object.values(sizes).flat().join(', ')}`
    : ''
  return `This part of the command was not understood: "${part}"${known}`
}

/** Equal requests give the same scene unless their seeds differ. */
function seedOf(text: string): number {
  return new DataView(new Bun.CryptoHasher('sha256').update(text).digest().buffer).getUint32(0)
}
