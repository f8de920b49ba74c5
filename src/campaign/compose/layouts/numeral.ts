import { around } from '../boxes.ts'
import type { ByFormat } from '../grid.ts'
import { arrangeFrame } from './arrange-frame.ts'
import { splitDate } from './dates.ts'
import { type Drawn, type Layout, layoutData, Misfit, type Stage } from './layout.ts'
import { isPrice, leadingAmount, trailingAmount } from './numbers.ts'
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
  suits: ({ sign, hasBadge, listLength, isQuote, hasPicture, words, hasDate }) =>
    sign === undefined || (hasDate && dayOf(sign) === undefined) || listLength > 1 || isQuote || words > 40
      ? 0
      : hasPicture
        ? 0.5
        : hasBadge && isPrice(sign)
          ? 0.6
          : sign.length <= 5
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

/**
 * The sign, whole, in the upper corner opposite the logo, or under the logo if it is as wide as that. Of a date it is the
 * day, with the rest in a line under it.
 */
async function drawSign(stage: Stage): Promise<Drawn> {
  const { grid, inks, parts, face, logo, isMirrored } = stage
  const date = dayOf(parts.badge ?? '')
  const region = signs[grid.format]
  const height = (date === undefined ? 1 : dateShare) * region.height
  const style = {
    cut: face === 'serif' ? 'serif-900' : 'sans-900',
    trackingEm: -0.045,
    leadingEm: capitalsEm,
  } as const
  const sign = date?.days ?? parts.badge ?? ''
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
  const note =
    date === undefined
      ? undefined
      : await stage.set(
          date.others,
          { cut: 'sans-600', trackingEm: 0, leadingEm: 1.2 },
          {
            part: 'badge',
            sizes: [3.6, 3, 2.4, 1.8].map((step) => grid.step(step)),
            widthMax: column.width,
            linesMax: 1,
          },
        )
  const gap = note === undefined ? 0 : noteGapEm * size
  const place = { column, align: isMirrored ? 'left' : 'right', on: inks.ground } as const
  const top = isUnder
    ? grid.margin + mark.height + 1.5 * clear
    : grid.format === 'landscape'
      ? (grid.height - set.height - gap - (note?.height ?? 0)) / 2
      : region.top * grid.height
  const text = placeText('badge', set, { ...place, top, color: inks.accentLarge })
  if (note === undefined) {
    // Its strokes reach under the line, and the headline must not hang on it.
    return { mark: '', texts: [text], box: { ...text.box, height: text.box.height + clearUnderEm * size } }
  }
  const below = placeText('badge', note, { ...place, top: top + set.height + gap, color: inks.text })
  return { mark: '', texts: [text, below], box: around(text.box, below.box) }
}

/** Height of the days of a date in the region of the sign. */
const dateShare = 0.8

/** Between the days and the line under them, in parts of their size. */
const noteGapEm = 0.14

/** Least size of a sign, as a step of the scale. */
const signStepMin = 8
