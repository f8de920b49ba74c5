import type { Box } from '../images/raster.ts'
import { parseHex } from './color.ts'
import type { FullCopy } from './controls.ts'
import { directionOf } from './copy/itemise.ts'
import { type CopyParts, partNames } from './copy/parts.ts'
import type { Typesetter } from './copy/set-text.ts'
import type { FormatId } from './formats.ts'
import { canvasOf, type Grid, gridOf } from './grid.ts'
import { contrastOf, type GroundKind, type Inks, inksOn, textContrastMin } from './inks.ts'
import type { CopyRequest, LayoutChoice } from './layout-choice.ts'
import { arrangeFrame } from './layouts/arrange-frame.ts'
import {
  type Arrangement,
  type Frame,
  firstThatFits,
  Misfit,
  orMisfit,
  type Stage,
} from './layouts/layout.ts'
import { layouts } from './layouts/layouts.ts'
import { createStage } from './layouts/stage.ts'
import type { SubjectMeasure } from './measure-subject.ts'

/**
 * Arranges all parts of a copy on the canvas of one format, beside a wider picture where that shows more of the subject.
 * @throws Misfit, script_unsupported
 */
export async function arrangeCopy(setting: Setting, choice: Look, format: FormatId): Promise<Arrangement> {
  const frame = layouts[choice.layout].frames[format]
  const usual = await arrangeIn(frame, setting, choice, format)
  const cost = (each: Arrangement) =>
    (setting.subjectIn?.(each)?.cut ?? 0) +
    stepCost * each.stepsLost +
    smallLogoCost * (1 - (each.logo?.box.width ?? 1) / (usual.logo?.box.width ?? 1))
  if (cost(usual) <= stepCost) return usual
  const wider = await Promise.all(
    (frame.wider ?? []).map((regions) =>
      orMisfit(arrangeIn({ ...frame, ...regions }, setting, choice, format)),
    ),
  )
  return wider
    .flatMap((each) => (each instanceof Misfit ? [] : [each]))
    .reduce((best, each) => (cost(each) < cost(best) ? each : best), usual)
}

/** A smaller headline weighs as much as this share of the subject. */
const stepCost = 0.06
/** And a logo that is shrunk away as much as this. */
const smallLogoCost = 0.4

interface Setting {
  typesetter: Typesetter
  parts: CopyParts
  request: CopyRequest
  /** Of a picture with a subject. */
  subjectIn?: SubjectMeasure
}

type Look = Pick<LayoutChoice, 'layout' | 'ground' | 'palette' | 'face' | 'logo' | 'logoTones' | 'tone'>

async function arrangeIn(
  frame: Frame,
  { typesetter, parts, request }: Setting,
  choice: Look,
  format: FormatId,
): Promise<Arrangement> {
  const { sizes, logos, copy, controls, seed } = request
  const layout = layouts[choice.layout]
  const logo = logos[choice.logo]
  const grid = gridOf(format, sizes)
  const stageOf = (ways: Pick<Stage, 'facts' | 'logoShare'>) =>
    createStage(typesetter, {
      ...ways,
      layout,
      frame,
      grid,
      parts,
      inks: inksOf({ copy, palette: choice.palette }, choice.ground, choice.logoTones),
      face: choice.face,
      tone: choice.tone,
      isMirrored: directionOf(Object.values(parts).join(' ')) === 'rtl',
      logo: logo && { aspect: logo.width / logo.height, controls },
      align: copy.align === 'auto' ? undefined : copy.align,
      headlineMaxPx:
        copy.fontSize === 'auto' ? Number.POSITIVE_INFINITY : (copy.fontSize * grid.width) / 1080,
      seed,
    })
  const arrange = layout.arrange ?? arrangeFrame
  // Copy that leaves no room for a smaller one may stand under the logo, which is warned of.
  const shares = controls.placement.startsWith('top') ? [1, 0.7, 0] : [1]
  const arrangement = await firstThatFits([
    () => arrange(stageOf({ facts: 'lines', logoShare: 1 })),
    ...shares.map((logoShare) => async () => running(await arrange(stageOf({ facts: 'inline', logoShare })))),
  ])
  const left = partNames.find(
    (name) => parts[name] !== undefined && !arrangement.texts.some(({ part }) => part === name),
  )
  if (left !== undefined) throw new Misfit(left)
  return onCanvas(arrangement)
}

/** Where facts have no lines of their own, layouts that have room for these are better. */
const running = (arrangement: Arrangement) => ({ ...arrangement, breakCost: arrangement.breakCost + 0.4 })

/** The arrangement of a frame on its canvas: what touches the frame's edges runs on to those of the canvas. */
function onCanvas(arrangement: Arrangement): Arrangement {
  const { layout, grid, picture, marks, texts, logo, subject } = arrangement
  const { top: down } = grid.bleed
  if (canvasOf(grid).height === grid.height) return arrangement
  const shown = picture && runOn(picture.box, grid)
  const moved = (box: Box) => ({ ...box, top: box.top + down })
  return {
    ...arrangement,
    picture: shown && {
      box: shown,
      mask: layout.mask?.(shown),
      hidden: picture.hidden.map((box) => runOn(box, grid)),
    },
    marks: marks.map(({ svg, box }) => ({
      svg: `<g transform="translate(0 ${down})">${svg}</g>`,
      box: moved(box),
    })),
    texts: texts.map((text) => ({
      ...text,
      box: moved(text.box),
      lines: text.lines.map((line) => ({ ...line, top: line.top + down, baseline: line.baseline + down })),
    })),
    logo: logo && { ...logo, box: moved(logo.box), clearBox: moved(logo.clearBox) },
    subject: subject && moved(subject),
  }
}

/** A box of the frame on the canvas, with the bleed where it touches the frame's edge. */
function runOn(box: Box, grid: Grid): Box {
  const top = box.top <= 0 ? 0 : box.top + grid.bleed.top
  const isLow = box.top + box.height >= grid.height
  const bottom = isLow ? canvasOf(grid).height : box.top + box.height + grid.bleed.top
  return { ...box, top, height: bottom - top }
}

/** The inks on a ground, which follows the luminances of a logo's tones; a colour of the request is the headline's, and that of other text where it can be read. */
export function inksOf(
  { palette, copy }: { palette: readonly string[]; copy: FullCopy },
  ground: GroundKind,
  logo?: readonly number[],
): Inks {
  const inks = inksOn(ground, palette, logo)
  if (copy.color === 'auto') return inks
  const color = parseHex(copy.color)
  return {
    ...inks,
    headline: color,
    text: contrastOf(color, inks.ground) >= textContrastMin ? color : inks.text,
  }
}
