import { around } from '../boxes.ts'
import type { ByFormat } from '../grid.ts'
import { arrangeFrame } from './arrange-frame.ts'
import { type BadgeParts, isDate, splitDate } from './dates.ts'
import { type Drawn, type Layout, layoutData, Misfit, type Stage } from './layout.ts'
import { leadingAmount, splitBadge, trailingAmount } from './numbers.ts'
import { logoClearance, logoSize, placeText } from './stage.ts'

/** Height of capitals and figures. */
const capitalsEm = 0.727
const clearUnderEm = 0.12

/** The region of the sign, as fractions of the canvas. */
const signs: ByFormat<{ top: number; width: number; height: number }> = {
  square: { top: 0.055, width: 0.87, height: 0.31 },
  landscape: { top: 0.06, width: 0.44, height: 0.74 },
  portrait: { top: 0.05, width: 0.86, height: 0.44 },
}

export const numeral: Layout = {
  name: 'numeral',
  ...layoutData.numeral,
  suits: ({ sign, listLength, isQuote, hasPicture, words, hasDate }) =>
    sign === undefined || (hasDate && dayOf(sign) === undefined) || listLength > 1 || isQuote || words > 40
      ? 0
      : hasPicture
        ? 0.5
        : partsOf(sign).main.length <= 5
          ? 1.5
          : 1.1,
  badge: drawSign,
  arrange: async (stage, layout) => {
    const { parts } = stage
    if (parts.badge !== undefined) return await arrangeFrame(stage, layout)
    const found = signOf(parts.headline ?? '')
    if (found === undefined) throw new Misfit('headline')
    return await arrangeFrame({ ...stage, parts: { ...parts, ...found } }, layout)
  },
}

/** The amount that a headline begins with, taken out of it, or the one that it ends with, which its words need. */
function signOf(headline: string): { badge: string; headline: string } | undefined {
  const first = leadingAmount(headline)
  if (first !== undefined) return { badge: first.number, headline: first.rest }
  const last = trailingAmount(headline)
  return last && { badge: last.number, headline }
}

const daysAndMonth = /^(\d{1,2}(?:\s?[–&+/-]\s?\d{1,2})?)\p{L}*[.º]?(?:\s(?:(?:de|of)\s)?(\p{L}+\.?))?$/u

/** The days of a date, and its other parts in their order. Undefined for other texts, and for days joined by a word. */
function dayOf(text: string): { days: string; others: string } | undefined {
  const { before, main, after } = splitDate(text) ?? { before: '', main: '', after: '' }
  const [, days, month = ''] = daysAndMonth.exec(main) ?? []
  if (days === undefined) return undefined
  const others = [before, month, ...after.split('\n')].filter((each) => each !== '')
  return { days, others: others.join(' · ') }
}

/** The sign of a badge, and its other words in a line above and a line under it. */
function partsOf(badge: string): BadgeParts {
  const date = dayOf(badge)
  if (date !== undefined) return { before: '', main: date.days, after: date.others }
  return (isDate(badge) ? undefined : splitBadge(badge)) ?? { before: '', main: badge, after: '' }
}

/**
 * The sign, whole, in the upper corner opposite the logo, or under the logo if it is as wide as that, with the other words
 * of the badge.
 */
async function drawSign(stage: Stage): Promise<Drawn> {
  const { grid, inks, parts, face, logo, isMirrored } = stage
  const { before, main: sign, after } = partsOf(parts.badge ?? '')
  const region = signs[grid.format]
  const height = (1 - noteShare * [before, after].filter((each) => each !== '').length) * region.height
  const style = {
    cut: face === 'serif' ? 'serif-900' : 'sans-900',
    trackingEm: -0.045,
    leadingEm: capitalsEm,
  } as const
  const fit = { part: 'badge' as const, widthMax: Number.POSITIVE_INFINITY, linesMax: 1 }
  const probe = await stage.set(sign, style, { ...fit, sizes: [100] })
  const tallest = (height * grid.height) / capitalsEm
  const size = Math.min(tallest, (100 * region.width * grid.width) / probe.width)
  if (size < grid.step(signStepMin)) throw new Misfit('badge')
  const set = await stage.set(sign, style, { ...fit, sizes: [size] })
  const mark = logo === undefined ? { width: 0, height: 0 } : logoSize(grid, logo)
  const clear = logoClearance(grid, mark)
  const column = { left: grid.margin, top: 0, width: grid.width - 2 * grid.margin, height: 0 }
  const isUnder = mark.width + clear + set.width > column.width
  const noteOf = (text: string) =>
    stage.set(
      text,
      { cut: 'sans-600', trackingEm: 0, leadingEm: 1.2 },
      {
        part: 'badge',
        sizes: [3.8, 3.2, 2.6, 2.1, 1.7].map((step) => grid.step(step)),
        widthMax: grid.format === 'landscape' ? region.width * grid.width : column.width,
        linesMax: 1,
      },
    )
  const [above, below] = await Promise.all(
    [before, after].map((text) => (text === '' ? undefined : noteOf(text))),
  )
  const gap = noteGapEm * Math.min(size, grid.step(7))
  const raised = above === undefined ? 0 : above.height + gap
  const total = raised + set.height + (below === undefined ? 0 : below.height + gap)
  const place = { column, align: isMirrored ? 'left' : 'right', on: inks.ground } as const
  const top = isUnder
    ? grid.margin + mark.height + Math.max(1.5 * clear, grid.step(3))
    : grid.format === 'landscape'
      ? (grid.height - total) / 2
      : region.top * grid.height
  const text = placeText('badge', set, { ...place, top: top + raised, color: inks.accentLarge })
  const texts = [text]
  if (above !== undefined) texts.unshift(placeText('badge', above, { ...place, top, color: inks.text }))
  if (below !== undefined)
    texts.push(placeText('badge', below, { ...place, top: top + total - below.height, color: inks.text }))
  const box = texts.map((each) => each.box).reduce(around)
  // Its strokes reach under the line, and the headline must not hang on it.
  const under = below === undefined ? clearUnderEm * size : 0
  return { mark: '', texts, box: { ...box, height: box.height + under } }
}

/** Height of a line above or under the sign, in its region. */
const noteShare = 0.2

/** Between the sign and the line above or under it, in parts of its size. */
const noteGapEm = 0.14

/** Least size of a sign, as a step of the scale. */
const signStepMin = 8
