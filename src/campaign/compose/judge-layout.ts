import type { Box } from '../images/raster.ts'
import { type LogoMaster, logoAtSize } from '../logos/logo-at-size.ts'
import { createRandom } from '../numeric/math.ts'
import { arrangeCopy } from './arrange-copy.ts'
import { wholePixels, within } from './boxes.ts'
import { type LuminanceRange, luminanceOf, luminanceRange } from './color.ts'
import type { LayoutName, Placement } from './controls.ts'
import type { Fonts } from './copy/load-fonts.ts'
import { type CopyParts, partsOf } from './copy/parts.ts'
import { createTypesetter, type Typesetter } from './copy/set-text.ts'
import { canvasOf } from './grid.ts'
import { type GroundKind, hexOf } from './inks.ts'
import type { LayoutChoice, LayoutRequest } from './layout-choice.ts'
import { type Arrangement, type Face, type Layout, Misfit, orMisfit } from './layouts/layout.ts'
import { paintGround, shapesOf } from './layouts/paint-ground.ts'
import { type LogoTone, logoContrast, logoContrastMin, logoLegibility, logoTones } from './logo-tones.ts'
import {
  createSubjectMeasure,
  isSeen,
  lostWarning,
  type SubjectMeasure,
  seenScore,
} from './measure-subject.ts'
import { bestGamma, createSceneMeasure, onScene, type SceneMeasure, textsOn } from './measure-under-copy.ts'
import { oncePerKey } from './once-per-key.ts'
import type { PictureSource } from './picture-source.ts'
import { type Brief, readBrief } from './read-copy.ts'

/** A layout on one ground, as judged. */
export interface Option {
  choice: LayoutChoice
  score: number
  /** What of the score is how well the subject is seen, which no ground changes. */
  seen: number
  /** Every tone of the logo. */
  isLegible: boolean
}

/** What layouts are judged by. */
export interface Setting {
  fonts: Fonts
  request: LayoutRequest
  parts: CopyParts
  typesetter: Typesetter
  /** Of each variant of the logo. */
  tones: readonly (readonly LogoTone[])[]
  measure: SceneMeasure
  /** By layout, ground and variant of the logo. */
  judged: ReturnType<typeof oncePerKey<string, Promise<Option | Misfit>>>
  /** Of layouts that were judged, what does not fit; undefined where the copy does. */
  misfits: Map<LayoutName, Misfit | undefined>
  subjectIn: SubjectMeasure
  /** Of a picture that the request has. */
  lightness: number | undefined
  plain: GroundKind | undefined
  brief: Brief
}

/** Width at which a mark's tones are found. */
const toneWidth = 320

export async function settingOf(
  fonts: Fonts,
  request: LayoutRequest,
  picture: PictureSource | undefined,
): Promise<Setting> {
  const tones = await Promise.all(
    request.logos.map(async (master) => {
      const tint = tintOf(master, request.controls.color)
      return logoTones(await logoAtSize(master, Math.min(master.width, toneWidth), tint))
    }),
  )
  const parts = partsOf(request.copy)
  return {
    fonts,
    request: { ...request, palette: brandColors(request.palette, tones) },
    parts,
    typesetter: createTypesetter(fonts),
    tones,
    measure: createSceneMeasure(picture),
    subjectIn: createSubjectMeasure(picture),
    lightness: picture?.lightness,
    plain: picture?.plain,
    judged: oncePerKey(),
    misfits: new Map(),
    brief: readBrief(parts, request),
  }
}

export const tintOf = ({ isOneColor }: LogoMaster, color: string) => (isOneColor ? color : 'original')

/** The palette, or the colours of the logo. */
function brandColors(palette: readonly string[], tones: readonly (readonly LogoTone[])[]): readonly string[] {
  if (palette.length > 0) return palette
  return (tones[0] ?? []).toSorted((a, b) => b.share - a.share).map(({ color }) => hexOf(color))
}

/** A score, of a subject that is seen well, from which a ground is good enough not to try the next one. */
const goodScore = 0.3

/**
 * The layout on its best ground, with the first variant of the logo that can be read; undefined where the copy does not fit.
 * @param rate what a ground is worth, from 0 to 1
 */
export async function judgeLayout(
  setting: Setting,
  layout: Layout,
  rate: (ground: GroundKind) => number = () => 1,
): Promise<Option | undefined> {
  const variants = setting.request.logos.length === 0 ? [0] : setting.request.logos.keys().toArray()
  let best: Option | undefined
  for (const [order, ground] of groundsFor(layout, setting).entries()) {
    const preference = 0.97 ** order
    for (const logo of variants) {
      const key = `${layout.name} ${ground} ${logo}`
      const option = await setting.judged(key, () => orMisfit(judge(setting, layout, { ground, logo })))
      const { misfits } = setting
      if (!(option instanceof Misfit)) misfits.set(layout.name, undefined)
      else if (!misfits.has(layout.name)) misfits.set(layout.name, option)
      if (option instanceof Misfit || (ground === setting.plain && !option.isLegible)) continue
      const score = option.score * preference * rate(ground)
      if (score > (best?.score ?? 0)) best = { ...option, score }
      if (option.isLegible && score > goodScore * option.seen) return best
    }
    // The colour of its ground does not change what fits.
    if (best === undefined && ground !== setting.plain) return undefined
  }
  return best
}

/** Arranges the copy in every format and scores what comes out, 0 to 1. @throws Misfit */
async function judge(
  setting: Setting,
  layout: Layout,
  { ground, logo }: { ground: GroundKind; logo: number },
): Promise<Option> {
  const { request, brief, tones, measure, subjectIn } = setting
  const { opacity } = request.controls
  const logoTones = opacity < 1 ? [] : (tones[logo] ?? []).map(({ luminance }) => luminance)
  const { palette, formats, seed, controls, copy } = request
  const look = {
    ...{ layout: layout.name, ground, palette, face: faceOf(setting, layout), logo, logoTones },
    isSober: brief.isSober,
    tone: brief.tone,
    pictograms: brief.pictograms.slice(0, layout.pictogramsMax ?? 0),
  }
  const arranged = await Promise.all(formats.map((format) => arrangeCopy(setting, look, format)))
  const scenes =
    layout.picture === 'full'
      ? await Promise.all(arranged.map((each) => measure(each, shapesOf(each, { ...look, seed }))))
      : []
  const texts = arranged.flatMap((arrangement, index) => {
    const scene = scenes[index]
    return scene === undefined ? [] : textsOn(arrangement, scene)
  })
  const gamma = bestGamma(texts)
  const isOnShapes = controls.placement !== 'auto' && layout.picture !== 'full'
  const ranges = await Promise.all(
    arranged.map(async (arrangement, index): Promise<LuminanceRange | undefined> => {
      const { logo: place } = arrangement
      if (place?.on === undefined) return place && scenes[index]?.(place.clearBox, gamma)
      if (isOnShapes)
        return rangeOnShapes(arrangement, shapesOf(arrangement, { ...look, seed }), place.clearBox)
      return { low: luminanceOf(place.on), high: luminanceOf(place.on) }
    }),
  )
  const onGround = ranges.flatMap((range) =>
    range === undefined ? [] : [{ tones: tones[logo] ?? [], range }],
  )
  const legible = Math.min(1, ...onGround.map(({ tones, range }) => logoLegibility(tones, range, opacity)))
  const isLegible = onGround.every(
    ({ tones, range }) => logoContrast(tones, range, opacity) >= logoContrastMin,
  )
  const { position } = copy
  const placed = arranged.filter((arrangement) => standsAt(position, arrangement)).length / arranged.length
  const warnings =
    placed > 0.5
      ? []
      : [`The copy does not stand at "${position}", as the layout "${layout.name}" has it elsewhere`]
  const views = arranged.map(subjectIn)
  const seen = seenScore(views)
  const lost = request.formats.filter((_, index) => !isSeen(views[index]))
  if (lost.length > 0) warnings.push(lostWarning(layout.name, lost))
  return {
    choice: { ...look, gamma, warnings },
    score:
      Math.min(...arranged.map(fitOf)) *
      veilOf(setting, layout, arranged) *
      legible *
      onScene(texts, gamma) *
      (0.4 + 0.6 * placed) *
      seen,
    seen,
    isLegible,
  }
}

/** What is behind a logo that the request has placed: the layout's shapes do not leave room for it. */
async function rangeOnShapes({ grid, inks }: Arrangement, drawn: string, box: Box): Promise<LuminanceRange> {
  if (drawn === '') return { low: luminanceOf(inks.ground), high: luminanceOf(inks.ground) }
  const { left, top, width, height } = within(canvasOf(grid), wholePixels(box))
  const shapes = `<g transform="translate(${-left} ${-top})">${drawn}</g>`
  const size = { width, height }
  const ground = await paintGround({ size, color: inks.ground, picture: undefined, shapes })
  return luminanceRange(ground, { left: 0, top: 0, ...size })
}

/** Whether the first text stands in the wanted part of the canvas, by the middle of its box. */
function standsAt(position: Placement, { texts, grid }: Arrangement): boolean {
  const canvas = canvasOf(grid)
  const box = (texts.find(({ part }) => part === 'headline') ?? texts[0])?.box
  if (position === 'auto' || box === undefined) return true
  const [x, y] = [(box.left + box.width / 2) / canvas.width, (box.top + box.height / 2) / canvas.height]
  const wanted = new Set(position.split('-'))
  const isAt = (share: number, low: string, high: string) =>
    (!wanted.has(low) || share < 0.5) && (!wanted.has(high) || share > 0.5)
  const isCentred = !wanted.has('center') || (Math.abs(x - 0.5) < 0.2 && Math.abs(y - 0.5) < 0.2)
  return isAt(x, 'left', 'right') && isAt(y, 'top', 'bottom') && isCentred
}

/** A ground over a picture that is about as light as it is hardly seen; one that is unlike it is fog. */
function veilOf({ lightness = 0.5 }: Setting, layout: Layout, [first]: readonly Arrangement[]): number {
  if (first === undefined || !(layout.veils || layout.isTypeOnPicture)) return 1
  const ground = first.inks.ground.reduce((sum, channel) => sum + channel, 0) / 3 / 255
  return Math.abs(ground - lightness) > veilDistanceMax ? 0.3 : 1
}

const veilDistanceMax = 0.4

function fitOf({ stepsLost, breakCost, isLogoOnCopy }: Arrangement): number {
  return 0.8 ** stepsLost * Math.max(0.3, 1 - 0.5 * breakCost) * (isLogoOnCopy ? 0.1 : 1)
}

export function faceOf({ request, brief }: Setting, layout: Layout): Face {
  const { copy, seed } = request
  const { topics, tone, facts } = brief
  if (copy.style !== 'auto') return copy.style === 'serif' ? 'serif' : 'sans'
  if (tone === 'bold' && layout.face !== 'serif') return 'heavy'
  if (layout.face !== 'any') return layout.face
  if (tone !== undefined) return tone === 'calm' || tone === 'premium' ? 'serif' : 'sans'
  if (facts['elegant'] === true || topics.has('elegance')) return 'serif'
  if (topics.has('technology') || topics.has('speed')) return 'sans'
  // A serif suits pictures and culture; of a trade's notice it makes a magazine.
  const maySerif = request.hasPicture || topics.has('culture') || topics.has('care')
  return maySerif && seed % 5 < 2 ? 'serif' : 'sans'
}

/** Means of pictures that are dark, as of a night, and light, as of a studio. */
const darkMax = 0.32
const lightMin = 0.72

/** Of the grounds of a layout without a picture, how many may be the first one. */
const startsMax = 3

/**
 * The dark ground comes first where the brief asks for it or the picture is dark, a light one beside a light picture; grounds
 * full of colour in a bold campaign without a picture, and last in a quiet one. Of others, the seed chooses the first one.
 */
function groundsFor(
  { grounds, picture }: { grounds: readonly GroundKind[]; picture: Layout['picture'] },
  { request: { seed }, brief: { tone, isDark }, lightness = 0.5, plain }: Setting,
): readonly GroundKind[] {
  // No seam is seen where a picture goes on in its own ground.
  if (plain !== undefined && picture !== 'none') return [plain, ...grounds]
  const first: readonly GroundKind[] =
    isDark || lightness < darkMax ? ['deep'] : lightness > lightMin ? ['paper', 'white', 'tint'] : []
  if (first.length > 0)
    return [...new Set([...first.filter((ground) => grounds.includes(ground)), ...grounds])]
  if (picture !== 'none') return grounds
  if (tone === undefined || tone === 'playful') {
    const from = createRandom(seed, 'ground').int(0, Math.min(startsMax, grounds.length) - 1)
    return [...grounds.slice(from), ...grounds.slice(0, from)]
  }
  const isBold = tone === 'bold'
  const all = isBold ? [...new Set<GroundKind>(['accent', ...grounds, 'brand'])] : grounds
  const isFull = (ground: GroundKind) => ground === 'brand' || ground.startsWith('accent')
  return all.toSorted((a, b) => (isBold ? 1 : -1) * (Number(isFull(b)) - Number(isFull(a))))
}
