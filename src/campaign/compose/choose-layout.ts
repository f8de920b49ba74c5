import type { AppError } from '../../kernel/runtime/app-error.ts'
import { campaignError, type PartLength } from '../errors.ts'
import { createRandom } from '../numeric/math.ts'
import { arrangeCopy, inksOf } from './arrange-copy.ts'
import { luminanceOf } from './color.ts'
import { missingIn } from './copy/choose-faces.ts'
import { type Fonts, fontUses } from './copy/load-fonts.ts'
import { type CopyParts, partNames } from './copy/parts.ts'
import { contrastOf, type GroundKind } from './inks.ts'
import { faceOf, judgeLayout, type Option, type Setting, settingOf } from './judge-layout.ts'
import type { LayoutChoice, LayoutRequest } from './layout-choice.ts'
import { type Layout, Misfit, orMisfit } from './layouts/layout.ts'
import { layouts } from './layouts/layouts.ts'
import { suitability } from './layouts/suitability.ts'
import type { PictureSource } from './picture-source.ts'

/**
 * Chooses the layouts of a campaign, the best first: those with the best products of scores over all formats, each unlike
 * the ones before it. A layout that the request names is the first if the copy fits it at all.
 * @returns fewer than `variants` where no more layouts have room for the copy
 * @throws copy_too_long, script_unsupported
 */
export async function chooseLayouts(
  fonts: Fonts,
  request: LayoutRequest,
  picture: PictureSource | undefined,
): Promise<[LayoutChoice, ...LayoutChoice[]]> {
  const setting = await settingOf(fonts, request, picture)
  const { brief } = setting
  const named = request.layout && layouts[request.layout]
  const isEmpty = named?.needsPictogram === true && brief.pictograms.length === 0
  const asked = named && !isEmpty ? await judgeLayout(setting, named) : undefined
  const candidates = Object.values(layouts)
    .map((layout) => ({
      layout,
      suits:
        suitability(layout, brief.facts) *
        variation(request.seed, layout) *
        suitability(commonRules, {
          ...brief.facts,
          [layout.picture]: 1,
          draws: layout.pictogramsMax ?? 0,
          offTone:
            (brief.tone !== undefined && !layout.tones.includes(brief.tone)) ||
            (brief.isDark && !layout.grounds.includes('deep')),
          asked: request.isSceneAsked === true,
        }),
    }))
    .filter(({ layout, suits }) => suits > 0 && layout !== named)
    .sort((a, b) => b.suits - a.suits)
  const { variants = 1 } = request
  const choices = asked === undefined ? [] : [asked.choice]
  while (choices.length < variants) {
    const next = await bestOf(setting, candidates, choices)
    if (next === undefined) break
    choices.push(next)
  }
  const [first, ...others] = choices
  // The seed may have chosen a serif, which takes more room than the other face.
  if (first === undefined && request.copy.style === 'auto')
    return await chooseLayouts(fonts, { ...request, copy: { ...request.copy, style: 'bold' } }, picture)
  if (first === undefined)
    throw await tooLong(
      setting,
      candidates.map(({ layout }) => layout),
    )
  const warnings = [...brandWarnings(fonts, setting.parts), ...first.warnings]
  if (named !== undefined && asked === undefined)
    warnings.unshift(
      `${isEmpty ? `No pictogram shows what the campaign is about, which the layout "${named.name}" draws` : misfitText(named, setting.misfits.get(named.name))}, so the layout is "${first.layout}"`,
    )
  if (named === undefined && isSceneWithoutRoom(setting, first))
    warnings.push(
      'The scene is not shown, as no layout with a picture has room for the copy: shorten the copy, or leave a part out',
    )
  if (setting.brief.isDark && isLight(request, first))
    warnings.push(
      'The ground is not dark as the brief asks for, as logo or layout do not allow it: add a light variant of the logo to the kit, or name a layout with a dark ground',
    )
  if (choices.length < variants)
    warnings.push(
      `There ${choices.length === 1 ? 'is 1 variant' : `are ${choices.length} variants`} instead of ${variants}, as no other layout has room for the copy`,
    )
  return [{ ...first, warnings }, ...others]
}

/** What is under the copy is not dark. */
const isLight = (request: LayoutRequest, { layout, ground }: LayoutChoice) =>
  layouts[layout].picture !== 'full' && luminanceOf(inksOf(request, ground).ground) > darkMax

/** Luminance that a dark ground has at most. */
const darkMax = 0.1

/** What of the copy a layout has no room for. */
function misfitText({ name }: Layout, misfit: Misfit | undefined): string {
  const why = misfit?.excess === undefined ? 'has no room' : `is too long by about ${misfit.excess} letters`
  return `The copy does not fit the layout "${name}"${misfit === undefined ? '' : ` as its ${misfit.part} ${why}`}`
}

/** The layout has no picture because the copy does not fit those that have one. */
function isSceneWithoutRoom({ request, misfits }: Setting, { layout }: LayoutChoice): boolean {
  if (!request.hasPicture || request.isPictureGiven === true || layouts[layout].picture !== 'none')
    return false
  const pictured = [...misfits].filter(([name]) => layouts[name].picture !== 'none')
  return pictured.length > 0 && pictured.every(([, misfit]) => misfit !== undefined)
}

interface Candidate {
  layout: Layout
  suits: number
}

/** The best of the candidates that are not chosen yet, in the order of `suits`. */
async function bestOf(
  setting: Setting,
  candidates: readonly Candidate[],
  chosen: readonly LayoutChoice[],
): Promise<LayoutChoice | undefined> {
  let best: Option | undefined
  for (const { layout, suits } of candidates) {
    // No layout scores more than it suits.
    if (best !== undefined && best.score >= suits) break
    if (chosen.some((choice) => choice.layout === layout.name)) continue
    const option = await judgeLayout(setting, layout, (ground) =>
      novelty(setting.request, chosen, { layout, ground }),
    )
    const score = (option?.score ?? 0) * suits
    if (option !== undefined && score > (best?.score ?? 0)) best = { ...option, score }
  }
  return best?.choice
}

/** How unlike the chosen layouts another one is, by its ground and its use of the picture: from 0 to 1. */
function novelty(
  request: LayoutRequest,
  chosen: readonly LayoutChoice[],
  { layout, ground }: { layout: Layout; ground: GroundKind },
): number {
  const color = inksOf(request, ground).ground
  const factors = chosen.map((choice) => {
    const isLike = layouts[choice.layout].picture === layout.picture
    const isSameGround =
      contrastOf(inksOf(request, choice.ground, choice.logoTones).ground, color) < groundContrastMin
    return isLike && isSameGround ? 0.5 : isLike || isSameGround ? 0.8 : 1
  })
  // A campaign with a picture should show it in every variant.
  const isBare = chosen.length > 0 && request.hasPicture && layout.picture === 'none'
  return Math.min(1, ...factors) * (isBare ? 0.1 : 1)
}

/** Grounds of less contrast look the same. */
const groundContrastMin = 1.3

const commonRules: Parameters<typeof suitability>[0] = {
  suits: [
    // The layout has not the tone, or not the dark ground, that is asked for.
    [[0.4, 'offTone']],
    // The subject is not seen.
    [[0.5, 'none !draws !generic']],
    // A scene shows a place, but not what is sold.
    [[0.05, '!none family thing !asked !given !family:mesh']],
    // Beside a picture without words, what a layout keeps for them stays empty.
    [[0.3, 'picture !full words<=0']],
    // A picture that is given is left out only where its layouts have no room for the copy, a scene that the brief asks for
    // where the copy is much better without it.
    [
      [0.01, 'none picture given !quote'],
      [0.5, 'none picture !quote'],
    ],
  ],
}

/** Seeds decide between layouts that serve about as well; more of those without a picture do. */
function variation(seed: number, { name, picture }: Layout): number {
  const spread = picture === 'none' ? 0.6 : 0.34
  return 1 + spread * (createRandom(seed, `layout ${name}`).next() - 0.5)
}

/** The error of a copy that fits none of the layouts: which parts are too long alone, and by how much. */
async function tooLong(setting: Setting, candidates: readonly Layout[]): Promise<AppError> {
  const { parts } = setting
  const alone: PartLength[] = []
  for (const part of partNames) {
    if (parts[part] === undefined) continue
    const letters = await excessAlone({ ...setting, parts: { [part]: parts[part] } }, candidates)
    if (letters > 0) alone.push({ part, letters: Number.isFinite(letters) ? letters : undefined })
  }
  const lengths = partNames.map((part) => ({ part, letters: parts[part]?.length ?? 0 }))
  return campaignError(
    'copy_too_long',
    alone,
    lengths.toSorted((a, b) => b.letters - a.letters).slice(0, longestCount),
  )
}

/** How many parts an error names where all of them together are too long. */
const longestCount = 3

const excessOf = ({ excess }: Misfit) => excess ?? Number.POSITIVE_INFINITY

/** How many letters a copy of one part has too many in the worst format of the layout with most room; 0 where it fits. */
async function excessAlone(setting: Setting, candidates: readonly Layout[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (const layout of candidates) {
    const [ground] = layout.grounds
    if (ground === undefined) continue
    let worst = 0
    for (const format of setting.request.formats) {
      const { palette } = setting.request
      const look = {
        layout: layout.name,
        ground,
        palette,
        face: faceOf(setting, layout),
        logo: 0,
        logoTones: [],
      }
      const misfit = await orMisfit(arrangeCopy(setting, look, format))
      if (misfit instanceof Misfit) worst = Math.max(worst, excessOf(misfit))
      if (worst >= least) break
    }
    least = Math.min(least, worst)
    if (least === 0) break
  }
  return least
}

const shownMax = 6

/** Which characters of a copy the brand's own fonts lack. */
function brandWarnings({ brand, buffer }: Fonts, parts: CopyParts): string[] {
  return fontUses.flatMap((use) => {
    const face = brand?.(use, 'sans-800', 'latin')
    if (face === undefined) return []
    const names = partNames.filter((name) => (name === 'headline') === (use === 'headline'))
    const missing = missingIn(
      face,
      names.flatMap((name) => parts[name]?.split('\n') ?? []),
      buffer,
    )
    if (missing.length === 0) return []
    const shown = missing.slice(0, shownMax).map((character) => `"${character}"`)
    const more = missing.length > shownMax ? ` and ${missing.length - shownMax} more` : ''
    return [
      `The ${use} font "${face.family}" lacks ${shown.join(', ')}${more}: a font of this service sets them, with the rest of their script`,
    ]
  })
}
