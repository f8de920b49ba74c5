import { leastPx } from '../copy/roles.ts'
import type { SetText, TextStyle } from '../copy/set-text.ts'
import { Misfit, orMisfit, type Stage } from './layout.ts'
import type { Room } from './room.ts'

/** Sizes that a headline is tried in, as steps from the preferred one. */
const headlineSteps = [
  ...[3.2, 2.8, 2.4, 2.2, 2, 1.8, 1.6, 1.4, 1.2, 1, 0.8, 0.6, 0.4, 0.2, 0],
  ...[-0.25, -0.5, -0.75, -1, -1.3, -1.6, -2, -2.4, -2.8],
] as const
/** In landscape, headlines above the preferred size have at most so many lines, unless the layout is one of long ones. */
const largerLinesMax = 2
/** The largest of them over a subline, by where the picture is, and by how much it may be larger without one, or on one line. */
const largest = { full: 0.4, box: 1.2, none: 1.6, alone: 0.8, oneLine: 1.2 }
/** Of a step below the preferred size, and of one below the largest. */
const stepCost = { smaller: 0.7, larger: 0.3 }

export interface Headline {
  headline: SetText | undefined
  /** From the preferred size. */
  steps: number
  cost: number
}

/** The headline in every size that has room in the column. @throws Misfit */
export async function headlinesFor(stage: Stage, { column }: Room): Promise<Headline[]> {
  const { parts, grid, layout, frame } = stage
  if (parts.headline === undefined) return [{ headline: undefined, steps: 0, cost: 0 }]
  const text = parts.headline
  const style = headlineStyle(stage)
  const least = leastPx('headline', grid)
  const extraLine = frame.isNarrow === true || frame.band !== undefined ? 1 : 0
  const isWide = grid.format === 'landscape'
  return await fitting(
    headlineSteps.flatMap((steps) => {
      const sizePx = Math.min(grid.step(frame.step + steps), stage.headlineMaxPx)
      if (sizePx < Math.min(stage.headlineMaxPx, least)) return []
      const most = layout.headline.linesMax
      const limit = largest[layout.picture] + (parts.subline === undefined ? largest.alone : 0)
      if (steps > limit + largest.oneLine) return []
      const usual = extraLine + (steps > 0.4 && isWide ? Math.max(largerLinesMax, most - 2) : most)
      const linesMax = steps > limit ? 1 : usual
      const fit = { part: 'headline', sizes: [sizePx], widthMax: column.width, linesMax } as const
      const sizeCost =
        stepCost.larger * (headlineSteps[0] - Math.max(0, steps)) + stepCost.smaller * Math.max(0, -steps)
      return stage
        .set(text, style, fit)
        .then((headline) => ({ headline, steps, cost: headline.cost + sizeCost }))
    }),
  )
}

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

/** Those that fit. @throws Misfit, the last one where none does */
export async function fitting<Made extends object>(making: ReadonlyArray<Promise<Made>>): Promise<Made[]> {
  const made = await Promise.all(making.map(orMisfit))
  const fit = made.flatMap((one) => (one instanceof Misfit ? [] : [one]))
  if (fit.length > 0) return fit
  throw made.findLast((one) => one instanceof Misfit) ?? new Misfit('headline')
}
