import { roles } from '../copy/roles.ts'
import type { SetText } from '../copy/set-text.ts'
import type { Grid } from '../grid.ts'
import { drawBadge, setOffer } from './badges.ts'
import { fitting, type Headline, headlinesFor } from './headline-sizes.ts'
import {
  type Arrangement,
  type Frame,
  firstThatFits,
  isUnderType,
  Misfit,
  type Rect,
  type Region,
  type Stage,
} from './layout.ts'
import { splitBadge } from './numbers.ts'
import { type Room, roomOf } from './room.ts'
import { type Sheet, startSheet } from './sheet.ts'
import { drawStack, type FixedParts, stackOf } from './stack.ts'

/** A way to arrange the parts, which costs more the worse it looks. */
interface Way {
  cost: number
  /** @throws Misfit */
  arrange(): Promise<Arrangement>
}

/**
 * Arranges the parts on one canvas as the layout's frame says, or as the variation of it, with more room for the copy or
 * smaller sublines, that costs least.
 * @throws Misfit
 */
export async function arrangeFrame(stage: Stage): Promise<Arrangement> {
  const { frame, layout } = stage
  const isMovable = frame.button === 'above-logo' || frame.button === 'stack'
  // A logo on the axis has nothing beside it.
  const mayMove = isMovable && layout.logo.startsWith('bottom-')
  const buttons = mayMove ? ([frame.button, 'beside-logo'] as const) : [frame.button]
  const usual = frame.sublineStep ?? sublineSteps[0]
  const larger = layout.picture === 'none' ? [usual + 0.6, usual + 0.3] : []
  const steps = new Set([...larger, usual, ...sublineSteps])
  const variations = [{}, ...(frame.roomier ?? [])].flatMap((room, order) =>
    [...steps].flatMap((sublineStep, smaller) =>
      buttons.map((button, moved) => ({
        cost: roomierCost * order + smallerCost * smaller + movedCost * moved,
        frame: { ...frame, ...room, sublineStep, button },
      })),
    ),
  )
  const ways = await fitting(variations.map(({ cost, frame }) => waysIn({ ...stage, frame }, cost)))
  return await best(ways.flat())
}

/** What more room, smaller sublines and a button beside the logo weigh beside a smaller headline. */
const roomierCost = 0.25
const smallerCost = 0.2
const movedCost = 0.9
/** Of an offer that is hardly larger than a subline. */
const capsuleCost = 3

/** A capsule with a day or an offer beside the subline, and one of other words, in steps. */
const badgeSteps = { offer: 0.3, label: -0.6 }

/** Of sublines where no picture has the room. */
const runningLinesMax = 12
/** Of sublines, the usual one first, and that of copy which needs the room. */
const sublineSteps = [2.3, 1.7] as const

/** The arrangement that costs least. @throws Misfit */
const best = (ways: readonly Way[]) =>
  firstThatFits(ways.toSorted((one, other) => one.cost - other.cost).map(({ arrange }) => arrange))

async function waysIn(stage: Stage, cost: number): Promise<Way[]> {
  const room = await roomOf(stage)
  const fixed = await setFixedParts(stage, room.column.width)
  const headlines = await headlinesFor(stage, room)
  const total = cost + (fixed.badge === undefined ? 0 : capsuleCost)
  return await fitting(headlines.map((headline) => wayOf(stage, room, { ...fixed, ...headline }, total)))
}

async function eyebrowOf(
  stage: Stage,
  widthMax: number,
  linesMax = roles.eyebrow.linesMax,
): Promise<SetText | undefined> {
  return stage.parts.eyebrow === undefined
    ? undefined
    : await stage.setPart('eyebrow', { widthMax, linesMax })
}

/**
 * Arranges eyebrow and headline over, or beside, what a layout draws itself.
 * @param draw gets the lower edge of the headline; throws `Misfit` for a headline that leaves no room
 * @throws Misfit
 */
export async function arrangeHeadline(
  stage: Stage,
  room: Room,
  draw: (sheet: Sheet, headlineEnd: number) => void,
): Promise<Arrangement> {
  const eyebrow = await eyebrowOf(stage, room.column.width)
  const headlines = await headlinesFor(stage, room)
  const ways = headlines.map(({ headline, steps, cost }) => ({
    cost,
    arrange: async () => {
      const sheet = startSheet(stage, room)
      draw(sheet, drawStack(sheet, stackOf(stage, { eyebrow, headline }), room))
      sheet.addButton()
      return sheet.close({ stepsLost: Math.max(0, -steps), breakCost: headline?.cost ?? 0 })
    },
  }))
  return await best(ways)
}

async function setFixedParts(stage: Stage, columnWidth: number): Promise<FixedParts> {
  const { parts, grid, layout, frame } = stage
  const { sublineStep: step = sublineSteps[0], sublineWidth } = frame
  const widthMax = sublineWidth === undefined ? columnWidth : sublineWidth * grid.width
  const lines = frame.isNarrow === true ? 2 : 1
  const drawnBadge = parts.badge === undefined ? undefined : await drawBadge(stage)
  const isStacked = parts.badge !== undefined && drawnBadge === undefined
  // Copy that needs the room has it in a capsule.
  const hasRoom = isStacked && step > sublineSteps[1]
  const offer = hasRoom ? await setOffer(stage, { widthMax: columnWidth, step }) : undefined
  const [eyebrow, badge, subline, legal] = await Promise.all([
    eyebrowOf(stage, columnWidth, lines * roles.eyebrow.linesMax),
    isStacked && offer === undefined
      ? stage.setPart('badge', {
          widthMax: 0.9 * columnWidth,
          step: step + badgeSteps[splitBadge(parts.badge ?? '') === undefined ? 'label' : 'offer'],
        })
      : undefined,
    parts.subline === undefined
      ? undefined
      : stage.setPart('subline', {
          widthMax,
          step,
          linesMax:
            layout.picture === 'none'
              ? runningLinesMax
              : lines * roles.subline.linesMax * (stage.facts === 'lines' ? 2 : 1),
          ...(layout.sublineCut && { cut: layout.sublineCut }),
        }),
    parts.legal === undefined || !isUnderType(frame)
      ? undefined
      : stage.setPart('legal', { widthMax: columnWidth }),
  ])
  return { eyebrow, badge, offer, subline, legal, drawnBadge }
}

/** Stacks the block in the column, under a picture as high as it leaves. @throws Misfit */
async function wayOf(stage: Stage, room: Room, block: FixedParts & Headline, cost: number): Promise<Way> {
  const { frame, grid } = stage
  const { button, column } = room
  const isStacked = frame.button === 'stack' && button !== undefined
  const stack = stackOf(stage, block, isStacked ? button : undefined)
  const height = stack.reduce((sum, { gap, height }) => sum + gap + height, 0)
  const limit = lowerLimit(stage, room)
  const bottom = column.height > 0 ? Math.min(limit, column.top + column.height) : limit
  const by = heightGain(stage, (bottom - height - column.top) / grid.height)
  const start = column.top + (isUnderType(frame) ? 0 : by * grid.height)
  const end = bottom - (isUnderType(frame) ? by * grid.height : 0)
  const top = start + { top: 0, middle: 0.5, bottom: 1 }[frame.from] * (end - start - height)
  // A canvas without copy has room for a logo of any height.
  const over = stack.length === 0 ? 0 : height - (end - start)
  if (over > 1) throw tooTall(block, over)
  const sublineCost = 0.3 * (block.subline?.cost ?? 0)
  return {
    cost: cost + block.cost + sublineCost + bandCost * Math.max(0, -by),
    arrange: async () => {
      const shown = { ...stage, frame: taller(frame, by, grid) }
      const badge = block.drawnBadge && (await drawBadge(shown, block.headline?.sizePx))
      if (block.drawnBadge !== undefined && badge === undefined) throw new Misfit('badge')
      const sheet = startSheet(shown, room)
      drawStack(sheet, stack, room, top)
      if (badge !== undefined) sheet.addBadge(badge)
      if (!isStacked) sheet.addButton()
      const breakCost = (block.headline?.cost ?? 0) + sublineCost
      return sheet.close({ stepsLost: Math.max(0, -block.steps), breakCost })
    },
  }
}

/** Of a picture that is less high by the height of the canvas. */
const bandCost = 2.8

/** By how much a picture over or under the type is higher, or less high, where the copy leaves so much; fractions of the canvas. */
function heightGain({ frame, grid, layout }: Stage, free: number): number {
  const { band, picture, field } = frame
  const usual = (picture ?? field)?.[3] ?? 0
  if (band === undefined) return 0
  // In steps, so that badges on it are set in few sizes.
  const wanted = Math.min(band[1], Math.floor(100 * (usual + free)) / 100)
  return (layout.bandOf?.(grid, wanted) ?? Math.max(band[0], wanted)) - usual
}

/** The frame with a higher picture. */
function taller(frame: Frame, by: number, { width, height }: Grid): Frame {
  const { picture, field, subject, badge } = frame
  const up = isUnderType(frame) ? by : 0
  const grown = ([left, top, wide, high]: Rect): Region => [left, top - up, wide, high + by]
  const scale = picture === undefined ? 1 : 1 + by / picture[3]
  const inside = ([left, top, wide, high]: Rect, from: number): Region => [
    left,
    from + scale * (top - from),
    wide,
    scale * high,
  ]
  return {
    ...frame,
    ...(picture && { picture: grown(picture) }),
    ...(field && { field: grown(field) }),
    ...(picture && subject && { subject: inside(subject, picture[1]) }),
    ...(badge && {
      badge:
        badge.length === 3
          ? [badge[0], badge[1] + (by * height) / width, badge[2]]
          : [badge[0], badge[1] + by, badge[2], badge[3]],
    }),
  }
}

/** Names the letters on the lines that are too many. */
function tooTall({ headline, subline }: FixedParts & { headline: SetText | undefined }, over: number) {
  const part = subline === undefined ? 'headline' : 'subline'
  const text = subline ?? headline
  const lines = text?.lines.slice(-Math.ceil(over / (text.lines[0]?.height ?? 1))) ?? []
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0)
  return new Misfit(part, letters === 0 ? undefined : letters)
}

/** How far down the type block may reach. */
function lowerLimit({ grid, frame }: Stage, { row, logo, button, buttonTop, bottomTop }: Room): number {
  if (frame.button === 'above-logo' && button !== undefined) return buttonTop - grid.step(2)
  const isStacked = frame.button === 'stack' && button !== undefined
  if (isStacked && frame.from === 'bottom') return row.bottom
  const isLogoLow = logo?.anchor.startsWith('bottom') === true
  const isInRow = frame.button.startsWith('row') || frame.button === 'beside-logo'
  const isRowUsed = (button !== undefined && isInRow) || isLogoLow
  // A block that is not at the top stands above all of a high logo.
  const rowTop = frame.from !== 'top' || frame.band !== undefined ? bottomTop : row.top
  return isRowUsed ? Math.min(row.top - 0.5 * grid.margin, rowTop - 0.25 * grid.margin) : row.bottom
}
