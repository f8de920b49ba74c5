import { leastPx, roles } from '../copy/roles.ts'
import type { SetText, TextStyle } from '../copy/set-text.ts'
import { drawBadge } from './badges.ts'
import { type Arrangement, Misfit, orMisfit, type Stage } from './layout.ts'
import { type Room, roomOf } from './room.ts'
import { type Sheet, startSheet } from './sheet.ts'
import { drawStack, type FixedParts, stackOf } from './stack.ts'

/** Sizes that a headline is tried in, as steps from the preferred one. */
const headlineSteps = [0.4, 0.2, 0, -0.25, -0.5, -0.75, -1, -1.3, -1.6, -2, -2.4, -2.8]
/** Before them, in layouts without a picture, where the headline stays on two lines. */
const largerSteps = [1.6, 1.3, 1, 0.7]
const largerLinesMax = 2
/** Breaks that cost less are good enough for the largest size that fits. */
const breakCostGood = 0.4

/**
 * Arranges the parts on one canvas as the layout's frame says, or as the variation of it, with more room for the copy or
 * smaller sublines, that costs least.
 * @throws Misfit
 */
export async function arrangeFrame(stage: Stage): Promise<Arrangement> {
  const { frame, layout } = stage
  const mayMove = frame.button === 'above-logo' || frame.button === 'stack'
  const buttons = mayMove ? ([frame.button, 'beside-logo'] as const) : [frame.button]
  const usual = frame.sublineStep ?? sublineSteps[0]
  const larger = layout.picture === 'none' ? [usual + 0.6, usual + 0.3] : []
  const steps = [...larger, usual, ...sublineSteps]
  const variations = [{}, ...(frame.roomier ?? [])].flatMap((room, order) =>
    [...new Set(steps)].flatMap((sublineStep, smaller) =>
      buttons.map((button) => ({
        cost: roomierCost * order + smallerCost * smaller,
        frame: { ...frame, ...room, sublineStep, button },
      })),
    ),
  )
  let best: { arranged: Arrangement; cost: number } | undefined
  let misfit: Misfit | undefined
  for (const variation of variations.toSorted((one, other) => one.cost - other.cost)) {
    if (best !== undefined && best.cost <= variation.cost) break
    const arranged = await orMisfit(arrangeIn({ ...stage, frame: variation.frame }))
    if (arranged instanceof Misfit) {
      misfit ??= arranged
      continue
    }
    const cost = variation.cost + costOf(arranged)
    if (best === undefined || cost < best.cost) best = { arranged, cost }
  }
  if (best !== undefined) return best.arranged
  throw misfit ?? new Misfit('headline')
}

/** What more room and smaller sublines weigh beside a smaller headline. */
const roomierCost = 0.25
const smallerCost = 0.2

/** A badge as short as "-20%" is larger than a label of some words. */
const shortBadgeChars = 10
const shortBadgeStep = 2.8
/** Of one with a figure, and of other words. */
const offerStep = 2
const badgeStep = 1.4

/** Of sublines where no picture has the room. */
const runningLinesMax = 12
/** Of sublines, the usual one first, and that of copy which needs the room. */
const sublineSteps = [2.3, 1.7] as const

async function arrangeIn(stage: Stage): Promise<Arrangement> {
  const room = await roomOf(stage)
  const fixed = await setFixedParts(stage, room.column.width)
  return await bestHeadline(stage, room, (headline, stepsLost) =>
    finish(stage, room, { ...fixed, headline, stepsLost }),
  )
}

/**
 * Tries the headline from the largest size down, and takes the arrangement whose size and line breaks are best.
 * @param arrange throws `Misfit` for a size that has no room
 * @throws Misfit
 */
async function bestHeadline(
  stage: Stage,
  { column }: Room,
  arrange: (headline: SetText | undefined, stepsLost: number) => Arrangement,
): Promise<Arrangement> {
  const { parts, grid, layout, frame } = stage
  if (parts.headline === undefined) return arrange(undefined, 0)
  const style = headlineStyle(stage)
  const least = leastPx('headline', grid)
  const extraLine = frame.isNarrow === true ? 1 : 0
  let best: Arrangement | undefined
  let misfit: Misfit | undefined
  const larger = layout.picture === 'none' || parts.subline === undefined ? largerSteps : []
  for (const steps of [...larger, ...headlineSteps]) {
    const sizePx = Math.min(grid.step(frame.step + steps), stage.headlineMaxPx)
    if (sizePx < Math.min(stage.headlineMaxPx, least)) break
    const linesMax = extraLine + (larger.includes(steps) ? largerLinesMax : layout.headline.linesMax)
    const fit = { part: 'headline', sizes: [sizePx], widthMax: column.width, linesMax } as const
    const setting = stage.set(parts.headline, style, fit)
    const option = await orMisfit(setting.then((headline) => arrange(headline, Math.max(0, -steps))))
    if (option instanceof Misfit) {
      misfit = option
      continue
    }
    if (best === undefined || costOf(option) < costOf(best)) best = option
    // Smaller sizes cost more than the best one already does.
    if (option.breakCost <= breakCostGood || costOf({ stepsLost: -steps, breakCost: 0 }) >= costOf(best))
      break
  }
  if (best !== undefined) return best
  throw misfit ?? new Misfit('headline')
}

const costOf = ({ stepsLost, breakCost }: Pick<Arrangement, 'stepsLost' | 'breakCost'>) =>
  0.5 * stepsLost + breakCost

function headlineStyle({ face, layout: { headline } }: Stage): TextStyle {
  const isSerif = face === 'serif'
  return {
    cut: isSerif
      ? headline.serif
      : face === 'heavy' && headline.sans === 'sans-800'
        ? 'sans-900'
        : headline.sans,
    trackingEm: headline.trackingEm ?? (isSerif ? -0.012 : -0.034),
    leadingEm: headline.leadingEm ?? (isSerif ? 1.04 : 0.98),
    isCapitals: headline.isCapitals === true,
  }
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
  return await bestHeadline(stage, room, (headline, stepsLost) => {
    const sheet = startSheet(stage, room)
    draw(sheet, drawStack(sheet, stackOf(stage, { eyebrow, headline }), room))
    sheet.addButton()
    return sheet.close({ stepsLost, breakCost: headline?.cost ?? 0 })
  })
}

async function setFixedParts(stage: Stage, columnWidth: number): Promise<FixedParts> {
  const { parts, grid, layout, frame } = stage
  const { sublineStep: step = sublineSteps[0], sublineWidth } = frame
  const widthMax = sublineWidth === undefined ? columnWidth : sublineWidth * grid.width
  const lines = frame.isNarrow === true ? 2 : 1
  const drawnBadge = parts.badge === undefined ? undefined : await drawBadge(stage)
  const [eyebrow, badge, subline] = await Promise.all([
    eyebrowOf(stage, columnWidth, lines * roles.eyebrow.linesMax),
    parts.badge === undefined || drawnBadge !== undefined
      ? undefined
      : stage.setPart('badge', {
          widthMax: 0.9 * columnWidth,
          step:
            parts.badge.length <= shortBadgeChars
              ? shortBadgeStep
              : /\d/.test(parts.badge)
                ? offerStep
                : badgeStep,
        }),
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
  ])
  return { eyebrow, badge, subline, drawnBadge }
}

/** Stacks the block, places button, logo and legal note. @throws Misfit when they collide or leave the canvas */
function finish(
  stage: Stage,
  room: Room,
  block: FixedParts & { headline: SetText | undefined; stepsLost: number },
): Arrangement {
  const { frame } = stage
  const { button, column } = room
  const sheet = startSheet(stage, room)
  const isStacked = frame.button === 'stack' && button !== undefined
  const stack = stackOf(stage, block, isStacked ? button : undefined)
  const height = stack.reduce((sum, { gap, height }) => sum + gap + height, 0)
  const limit = lowerLimit(stage, room)
  const bottom = column.height > 0 ? Math.min(limit, column.top + column.height) : limit
  const top = frame.from === 'top' ? column.top : bottom - height
  const over = Math.max(column.top - top, top + height - bottom)
  if (over > 1) throw tooTall(block, over)
  drawStack(sheet, stack, room, top)
  if (block.drawnBadge !== undefined) sheet.addBadge(block.drawnBadge)
  if (!isStacked) sheet.addButton()
  const breakCost = (block.headline?.cost ?? 0) + 0.3 * (block.subline?.cost ?? 0)
  return sheet.close({ stepsLost: block.stepsLost, breakCost })
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
  // A block that grows from the row stands above all of a high logo.
  const rowTop = frame.from === 'bottom' ? bottomTop : row.top
  return isRowUsed ? rowTop - 0.5 * grid.margin : row.bottom
}
