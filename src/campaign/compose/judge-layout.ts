import type { Box } from '../images/raster.ts'
import { type LogoMaster, logoAtSize } from '../logos/logo-at-size.ts'
import { arrangeCopy, inksOf } from './arrange-copy.ts'
import { wholePixels, within } from './boxes.ts'
import { type LuminanceRange, luminanceOf, luminanceRange } from './color.ts'
import type { Controls, FullCopy, LayoutName, Placement, Tone } from './controls.ts'
import type { Fonts } from './copy/load-fonts.ts'
import { type CopyParts, partsOf } from './copy/parts.ts'
import { createTypesetter, type Typesetter } from './copy/set-text.ts'
import type { FormatId, Sizes } from './formats.ts'
import { canvasOf, gridOf } from './grid.ts'
import { type GroundKind, hexOf } from './inks.ts'
import { type Arrangement, type Brief, type Face, type Layout, Misfit, orMisfit } from './layouts/layout.ts'
import { paintGround, shapesOf } from './layouts/paint-ground.ts'
import { type LogoTone, logoContrast, logoContrastMin, logoLegibility, logoTones } from './logo-tones.ts'
import {
  createSubjectMeasure,
  isSeen,
  lostWarning,
  type SubjectMeasure,
  seenScore,
} from './measure-subject.ts'
import { bestGamma, createSceneMeasure, onScene, type SceneMeasure } from './measure-under-copy.ts'
import { pictogramsOf } from './pictograms/pictogram.ts'
import type { PictureSource } from './picture-source.ts'
import { readBrief } from './read-copy.ts'

/** What all assets of a campaign have in common. */
export interface LayoutChoice {
  layout: LayoutName
  ground: GroundKind
  /** Hex colours of the brand: the palette, or the colours of the logo. */
  palette: readonly string[]
  /** How the picture is graded as a whole under copy: below 1 lighter, above 1 darker. */
  gamma: number
  face: Face
  /** Index of the logo variant. */
  logo: number
  /** Luminances of its tones. */
  logoTones: readonly number[]
  /** Emoji of what the campaign is about, which the layout draws. */
  pictograms: readonly string[]
  warnings: readonly string[]
}

export interface LayoutRequest {
  copy: FullCopy
  controls: Required<Controls>
  palette: readonly string[]
  formats: readonly FormatId[]
  sizes?: Sizes
  /** Variants of one mark; the first is preferred. */
  logos: readonly LogoMaster[]
  hasPicture: boolean
  /** The request has a picture, so that layouts without one come last. */
  isPictureGiven?: boolean
  tone: Tone | undefined
  /** The brief in the caller's words. */
  about: string
  /** The family of a procedural scene. */
  family: string | undefined
  /** A name that the request gives. */
  layout: LayoutName | undefined
  seed: number
  /** How many layouts to choose; one if absent. */
  variants?: number
}

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
  judged: Map<string, Option | undefined>
  subjectIn: SubjectMeasure
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
    judged: new Map(),
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
  for (const [order, ground] of groundsFor(layout, setting.brief).entries()) {
    const preference = 0.97 ** order
    for (const logo of variants) {
      const option = await judgeOnce(setting, layout, { ground, logo })
      const score = (option?.score ?? 0) * preference * rate(ground)
      if (option !== undefined && score > (best?.score ?? 0)) best = { ...option, score }
      if (option?.isLegible === true && score > goodScore * option.seen) return best
    }
    // The colour of its ground does not change what fits.
    if (best === undefined) return undefined
  }
  return best
}

/** Undefined where the copy does not fit. */
async function judgeOnce(
  setting: Setting,
  layout: Layout,
  on: { ground: GroundKind; logo: number },
): Promise<Option | undefined> {
  const key = `${layout.name} ${on.ground} ${on.logo}`
  if (setting.judged.has(key)) return setting.judged.get(key)
  const judged = await orMisfit(judge(setting, layout, on))
  const option = judged instanceof Misfit ? undefined : judged
  setting.judged.set(key, option)
  return option
}

/** Arranges the copy in every format and scores what comes out, 0 to 1. @throws Misfit */
async function judge(
  setting: Setting,
  layout: Layout,
  { ground, logo }: { ground: GroundKind; logo: number },
): Promise<Option> {
  const { request, brief, parts, typesetter, tones, measure, subjectIn } = setting
  const pictograms = brief.pictograms.slice(0, layout.pictogramsMax ?? 0)
  const { opacity } = request.controls
  const logoTones = opacity < 1 ? [] : (tones[logo] ?? []).map(({ luminance }) => luminance)
  const inks = inksOf(request, ground, logoTones)
  const face = faceOf(setting, layout)
  const grids = request.formats.map((format) => gridOf(format, request.sizes))
  const arranged = await Promise.all(
    request.formats.map((format) =>
      arrangeCopy(typesetter, parts, { ...request, layout, inks, face, format, logo: request.logos[logo] }),
    ),
  )
  const scenes = layout.picture === 'full' ? await Promise.all(arranged.map(measure)) : []
  const gamma = bestGamma(arranged, scenes)
  const isOnShapes = request.controls.placement !== 'auto' && layout.picture !== 'full'
  const ranges = await Promise.all(
    arranged.map(async ({ logo: place, isMirrored, field }, index): Promise<LuminanceRange | undefined> => {
      if (place?.on === undefined) return place && scenes[index]?.range(place.clearBox, gamma)
      const [grid, shown] = [
        grids[index],
        { pictograms: pictogramsOf(pictograms), hasBadge: brief.hasBadge, field },
      ]
      if (isOnShapes && grid !== undefined)
        return rangeOnShapes(layout, { grid, inks, seed: request.seed, isMirrored, ...shown }, place.clearBox)
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
  const { position } = request.copy
  const inPlace = arranged.filter((arrangement, index) => {
    const grid = grids[index]
    return grid !== undefined && standsAt(position, arrangement, canvasOf(grid))
  })
  const placed = inPlace.length / arranged.length
  const warnings =
    placed > 0.5
      ? []
      : [`The copy does not stand at "${position}", as the layout "${layout.name}" has it elsewhere`]
  const views = arranged.map(subjectIn)
  const seen = seenScore(views)
  const lost = request.formats.filter((_, index) => !isSeen(views[index]))
  if (lost.length > 0) warnings.push(lostWarning(layout.name, lost))
  return {
    choice: {
      layout: layout.name,
      ground,
      palette: request.palette,
      gamma,
      face,
      logo,
      logoTones,
      pictograms,
      warnings,
    },
    score:
      Math.min(...arranged.map(fitOf)) *
      legible *
      onScene(arranged, scenes, gamma) *
      (0.4 + 0.6 * placed) *
      seen,
    seen,
    isLegible,
  }
}

/** What is behind a logo that the request has placed: the layout's shapes do not leave room for it. */
async function rangeOnShapes(
  layout: Layout,
  options: Parameters<typeof shapesOf>[1],
  box: Box,
): Promise<LuminanceRange> {
  const { grid, inks } = options
  const drawn = shapesOf(layout, options)
  if (drawn === '') return { low: luminanceOf(inks.ground), high: luminanceOf(inks.ground) }
  const { left, top, width, height } = within(canvasOf(grid), wholePixels(box))
  const shapes = `<g transform="translate(${-left} ${-top})">${drawn}</g>`
  const size = { width, height }
  const ground = await paintGround({ size, color: inks.ground, picture: undefined, shapes })
  return luminanceRange(ground, { left: 0, top: 0, ...size })
}

/** Whether the first text stands in the wanted part of the canvas, by the middle of its box. */
function standsAt(
  position: Placement,
  { texts }: Arrangement,
  canvas: { width: number; height: number },
): boolean {
  const box = (texts.find(({ part }) => part === 'headline') ?? texts[0])?.box
  if (position === 'auto' || box === undefined) return true
  const [x, y] = [(box.left + box.width / 2) / canvas.width, (box.top + box.height / 2) / canvas.height]
  const wanted = new Set(position.split('-'))
  const isAt = (share: number, low: string, high: string) =>
    (!wanted.has(low) || share < 0.5) && (!wanted.has(high) || share > 0.5)
  const isCentred = !wanted.has('center') || (Math.abs(x - 0.5) < 0.2 && Math.abs(y - 0.5) < 0.2)
  return isAt(x, 'left', 'right') && isAt(y, 'top', 'bottom') && isCentred
}

function fitOf({ stepsLost, breakCost, isLogoOnCopy }: Arrangement): number {
  return 0.8 ** stepsLost * Math.max(0.3, 1 - 0.5 * breakCost) * (isLogoOnCopy ? 0.1 : 1)
}

export function faceOf({ request, brief }: Setting, layout: Layout): Face {
  const { copy, seed } = request
  const { topics, tone, hasPicture } = brief
  if (copy.style !== 'auto') return copy.style === 'serif' ? 'serif' : 'sans'
  if (tone === 'bold' && layout.face !== 'serif') return 'heavy'
  if (layout.face !== 'any') return layout.face
  if (tone !== undefined) return tone === 'calm' || tone === 'premium' ? 'serif' : 'sans'
  if (topics.has('elegance')) return 'serif'
  if (topics.has('technology') || topics.has('speed')) return 'sans'
  // A serif suits pictures and culture; of a trade's notice it makes a magazine.
  const maySerif = hasPicture || topics.has('culture') || topics.has('care')
  return maySerif && seed % 5 < 2 ? 'serif' : 'sans'
}

/** The dark ground comes first where the brief asks for it; grounds full of colour in a bold campaign without a picture, and last in a quiet one. */
function groundsFor({ grounds, picture }: Layout, { tone, isDark }: Brief): readonly GroundKind[] {
  if (isDark && grounds.includes('deep')) return [...new Set<GroundKind>(['deep', ...grounds])]
  if (tone === undefined || tone === 'playful' || picture !== 'none') return grounds
  const isBold = tone === 'bold'
  const all = isBold ? [...new Set<GroundKind>(['accent', ...grounds, 'brand'])] : grounds
  const isFull = (ground: GroundKind) => ground === 'brand' || ground.startsWith('accent')
  return all.toSorted((a, b) => (isBold ? 1 : -1) * (Number(isFull(b)) - Number(isFull(a))))
}
