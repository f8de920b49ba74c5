import { type Html, html } from '../../kernel/web/html.ts'
import { day } from './parts.ts'

export interface Series {
  /** Class that fills it; one of the money colors. */
  name: string
  word: string
  values: readonly number[]
  /** The last value as the page shows it elsewhere. */
  now: string
}

interface Frame {
  width: number
  height: number
  /** Room for the labels at the lines' ends. */
  right: number
}

const frames: readonly [string, Frame][] = [
  ['wide-only', { width: 860, height: 320, right: 150 }],
  ['narrow-only', { width: 350, height: 190, right: 118 }],
]
const left = 40
const top = 8
const bottom = 24

/** Areas on each other, by day, with the last value at their ends; drawn once for wide and once for narrow windows. */
export function areaChart(days: readonly number[], series: readonly Series[], summary: string): Html {
  const sums = days.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
  return chart(days, Math.max(...sums, 1), summary, ({ x, y, width }) => {
    let base = days.map(() => 0)
    const labels: { at: number; text: string }[] = []
    const areas = series.map(({ name, word, values, now }) => {
      const upper = base.map((value, index) => value + (values[index] ?? 0))
      const points = [
        ...upper.map((value, index) => `${x(index)},${y(value)}`),
        ...base.map((value, index) => `${x(index)},${y(value)}`).reverse(),
      ].join(' ')
      labels.push({
        at: y(((upper.at(-1) ?? 0) + (base.at(-1) ?? 0)) / 2) + 4,
        text: `${word} ${now}`,
      })
      base = upper
      return html`<polygon class="${name}" points="${points}" stroke="var(--card)"/>`
    })
    return html`${areas}${spread(labels).map(({ at, text }) => html`<text class="value" x="${width}" y="${at}">${text}</text>`)}`
  })
}

/** Lines that only rise, as steps by day; every second one is dashed. */
export function stepChart(days: readonly number[], series: readonly Series[], summary: string): Html {
  const highest = Math.max(...series.flatMap(({ values }) => values), 1)
  return chart(days, highest, summary, ({ x, y, width }) => {
    const labels = series.map(({ word, values, now }) => ({
      at: y(values.at(-1) ?? 0) + 4,
      text: `${word} ${now}`,
    }))
    const lines = series.map(({ name, values }, number) => {
      const points = values.flatMap((value, index) => [
        ...(index === 0 ? [] : [`${x(index)},${y(values[index - 1] ?? 0)}`]),
        `${x(index)},${y(value)}`,
      ])
      return html`<polyline points="${points.join(' ')}" fill="none" stroke="var(--${name})" stroke-width="2.4"${number % 2 === 1 && html` stroke-dasharray="6 3"`}/>`
    })
    return html`${lines}${spread(labels).map(({ at, text }) => html`<text class="value" x="${width}" y="${at}">${text}</text>`)}`
  })
}

/** The same numbers as a table, on request. */
export function chartTable(days: readonly number[], series: readonly Series[], unit: string): Html {
  return html`<details class="no-print"><summary>Show as table</summary><div class="table-scroll" tabindex="0" role="region" aria-label="${unit} by day"><table class="records"><thead><tr><th scope="col">Day</th>${series.map(({ word }) => html`<th scope="col" class="number">${word}, ${unit}</th>`)}</tr></thead><tbody>${days.map(
    (seconds, index) =>
      html`<tr><th scope="row">${day(seconds)}</th>${series.map(({ values }) => html`<td class="number">${twoDecimals(values[index] ?? 0)}</td>`)}</tr>`,
  )}</tbody></table></div></details>`
}

function chart(
  days: readonly number[],
  highest: number,
  summary: string,
  draw: (scale: { x: (index: number) => number; y: (value: number) => number; width: number }) => Html,
): Html {
  return html`${frames.map(([visible, { width, height, right }]) => {
    const step = niceStep(highest)
    const lines = Math.ceil(highest / step)
    const x = (index: number) => round(left + (index / Math.max(1, days.length - 1)) * (width - left - right))
    const y = (value: number) => round(height - (value / (step * lines)) * (height - top))
    const every = Math.max(1, Math.ceil(days.length / (width > 500 ? 6 : 3)))
    return html`<svg class="chart ${visible}" viewBox="0 0 ${width} ${height + bottom}" role="img" aria-label="${summary}">${Array.from(
      { length: lines + 1 },
      (_, index) =>
        html`<line class="grid-line" x1="${left}" x2="${width - right}" y1="${y(index * step)}" y2="${y(index * step)}"/><text x="${left - 6}" y="${y(index * step) + 4}" text-anchor="end">${index * step}</text>`,
    )}${draw({ x, y, width: width - right + 10 })}${days
      .map(
        (seconds, index) =>
          index % every === 0 &&
          html`<text x="${x(index)}" y="${height + 17}" text-anchor="middle">${day(seconds)}</text>`,
      )
      .filter((part) => part !== false)}</svg>`
  })}`
}

/** A step of 1, 2 or 5 times a power of ten that gives three to five lines. */
function niceStep(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest / 3))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => highest / step <= 5) ?? highest
}

/** Labels at least a line apart, from the lowest up. */
function spread<Label extends { at: number }>(labels: readonly Label[]): Label[] {
  const lineHeight = 15
  const sorted = [...labels].sort((a, b) => b.at - a.at)
  let limit = Number.POSITIVE_INFINITY
  return sorted.map((label) => {
    const at = Math.min(label.at, limit)
    limit = at - lineHeight
    return { ...label, at }
  })
}

function twoDecimals(value: number): string {
  return value.toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
