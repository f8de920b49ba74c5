import { expect, test } from 'bun:test'
import { arrangeCopy, inksOf } from '../../../src/campaign/compose/arrange-copy.ts'
import { overlaps } from '../../../src/campaign/compose/boxes.ts'
import {
  type Controls,
  defaultControls,
  defaultCopy,
  layoutNames,
} from '../../../src/campaign/compose/controls.ts'
import { glyphBox } from '../../../src/campaign/compose/copy/draw-glyphs.ts'
import { partsOf } from '../../../src/campaign/compose/copy/parts.ts'
import { createTypesetter } from '../../../src/campaign/compose/copy/set-text.ts'
import {
  type FormatId,
  formatIds,
  type Sizes,
  safeRows,
  sizes,
} from '../../../src/campaign/compose/formats.ts'
import { canvasOf, type Grid, gridOf } from '../../../src/campaign/compose/grid.ts'
import { cssOf } from '../../../src/campaign/compose/inks.ts'
import {
  type Arrangement,
  type Layout,
  Misfit,
  orMisfit,
} from '../../../src/campaign/compose/layouts/layout.ts'
import { layouts } from '../../../src/campaign/compose/layouts/layouts.ts'
import type { Box } from '../../../src/campaign/images/raster.ts'
import type { LogoMaster } from '../../../src/campaign/logos/logo-at-size.ts'
import copies from './copies.json'
import { copyFor, fonts } from './kit.ts'

const palette = ['#1d3557', '#c8553d', '#f7efe2']
/** Arranging reads no more of a logo than its shape. */
const logoOf = (width: number, height: number): LogoMaster => ({
  sha256: '',
  width,
  height,
  png: new Uint8Array(),
  isOneColor: true,
})
const logos = [logoOf(640, 100), logoOf(300, 300), logoOf(120, 400), undefined]
const typesetter = createTypesetter(fonts)

/** Every size of every format. */
const canvases = formatIds.flatMap((format) =>
  sizes[format].map((size): [FormatId, Sizes] => [format, { [format]: size }]),
)

async function arrange(
  layout: Layout,
  given: object,
  format: FormatId,
  logo: LogoMaster | undefined,
  sizes: Sizes = {},
  seed = 3,
  controls: Required<Controls> = defaultControls,
) {
  const [ground = 'paper'] = layout.grounds
  const copy = { ...defaultCopy, ...given }
  const request = { copy, controls, logos: logo === undefined ? [] : [logo], sizes, seed }
  const face = layout.face === 'serif' ? 'serif' : 'sans'
  const choice = {
    layout: layout.name,
    ground,
    palette,
    face,
    logo: 0,
    logoTones: [],
  } as const
  const setting = { typesetter, parts: partsOf(copy), request }
  return await orMisfit(arrangeCopy(setting, choice, format))
}

test.each(layoutNames)('in %s parts and logo stay apart and within the margins', async (name) => {
  const layout = layouts[name]
  const faults: string[] = []
  const arranged = new Set<string>()
  for (const [index, copy] of [...copies, copyFor(name)].entries())
    for (const [format, chosen] of canvases)
      for (const logo of logos) {
        // The shapes of some layouts depend on the seed.
        const seed = arranged.size
        const arrangement = await arrange(layout, copy, format, logo, chosen, seed)
        if (arrangement instanceof Misfit) continue
        arranged.add(`${index} ${format}`)
        const found = faultsOf(arrangement, gridOf(format, chosen), layout)
        const where = `copy ${index}, ${chosen[format]}, logo of ${logo?.width}`
        faults.push(...found.map((fault) => `${where}: ${fault}`))
      }
  expect(faults).toEqual([])
  expect(arranged.size).toBeGreaterThanOrEqual(3)
})

const aboveRow = new Set(['eyebrow', 'headline', 'subline'])

function faultsOf(arrangement: Arrangement, grid: Grid, layout: Layout): string[] {
  const { texts, marks, logo, picture, field, isMirrored } = arrangement
  const faults: string[] = []
  const { margin, width, height, bleed } = grid
  const isAmong = (box: Box) => {
    const left = isMirrored ? width - box.left - box.width : box.left
    return layout.touchesShape?.(grid, { ...box, left, top: box.top - bleed.top }, 0, field)
  }
  // Where copy, marks and logo stand: of a story, what the platforms leave free.
  const canvas = { left: 0, top: bleed.top, width, height }
  for (const [index, { part, lines, box, color }] of texts.entries()) {
    const ink = glyphBox(lines)
    if (ink === undefined || color.length !== 3) faults.push(`${part} has no ink`)
    // Large letters hang out, and marks stand above the line; a badge is a shape of its own.
    const hang = Math.max(0.25 * margin, 0.2 * (lines[0]?.sizePx ?? 0))
    if (ink !== undefined && !isInside(ink, canvas, part === 'badge' ? 0 : margin - hang))
      faults.push(`${part} leaves the margins`)
    for (const other of texts.slice(index + 1))
      if (overlaps(box, other.box)) faults.push(`${part} overlaps ${other.part}`)
    if (aboveRow.has(part) && lines.some(isAmong)) faults.push(`${part} touches a shape`)
    if (logo !== undefined && lines.some((line) => overlaps(line, logo.clearBox)))
      faults.push(`${part} is too near the logo`)
  }
  for (const [index, { box }] of marks.entries()) {
    if (!isInside(box, canvas, 0)) faults.push('a mark leaves the canvas')
    if (marks.slice(index + 1).some((other) => overlaps(box, other.box))) faults.push('two marks overlap')
    if (logo !== undefined && overlaps(box, logo.clearBox)) faults.push('a mark is too near the logo')
    for (const text of texts)
      if (overlaps(box, text.box) && !isInside(text.box, box, -2)) faults.push(`a mark cuts ${text.part}`)
  }
  if (logo !== undefined) {
    // A logo in a shape of its own has that shape as its margin.
    if (!isInside(logo.box, canvas, layout.holdsLogo === undefined ? margin - 1 : 0))
      faults.push('the logo leaves the margins')
    if (isAmong(logo.box)) faults.push('the logo touches a shape')
  }
  if (picture !== undefined && !isInside(picture.box, { left: 0, top: 0, ...canvasOf(grid) }, 0))
    faults.push('the picture leaves the canvas')
  const rows = safeRows(grid.format, bleed.top === 0 ? {} : { portrait: '1080x1920' })
  const boxes = [...texts, ...marks, ...(logo === undefined ? [] : [logo])].map(({ box }) => box)
  if (rows !== undefined && boxes.some((box) => box.top < rows.top || box.top + box.height > rows.bottom))
    faults.push('something stands where platforms have their controls')
  return faults
}

const isInside = (box: Box, outer: Box, margin: number) =>
  box.left >= outer.left + margin &&
  box.top >= outer.top + margin &&
  box.left + box.width <= outer.left + outer.width - margin &&
  box.top + box.height <= outer.top + outer.height - margin

test('the copy that a layout is for has room in it, with a wide logo and without one', async () => {
  const misfits: unknown[] = []
  for (const name of layoutNames)
    for (const [format, chosen] of canvases)
      for (const logo of [logos[0], undefined]) {
        const arrangement = await arrange(layouts[name], copyFor(name), format, logo, chosen)
        if (arrangement instanceof Misfit) misfits.push([name, chosen, logo?.width, logo?.height])
      }
  expect(misfits).toEqual([])
})

test.each([
  ['Sáb 12 julio · 21:30', ['Sáb', '12 julio', '21:30']],
  ['Sat 12 July · 9.30 pm', ['Sat', '12 July', '9.30 pm']],
  ['Fri 9 Oct, 18:00', ['Fri', '9 Oct', '18:00']],
  ['Sat 14 June, 10–14', ['Sat', '14 June', '10–14']],
  ['6.–7. Juni 2026, ab 19 Uhr', ['6.–7.', 'Juni 2026', 'ab 19 Uhr']],
  ['12 June – 14 July', ['12 June – 14 July']],
  ['22 and 23 May', ['22 and 23', 'May']],
])('the badge "%s" keeps its order', async (badge, expected) => {
  for (const name of ['tiles', 'event'] as const)
    for (const [format, chosen] of canvases) {
      const arrangement = await arrange(
        layouts[name],
        { headline: 'Duende', badge },
        format,
        logos[0],
        chosen,
      )
      if (arrangement instanceof Misfit) throw arrangement
      const lines = arrangement.texts.flatMap(({ part, lines }) => (part === 'badge' ? lines : []))
      const [set, wanted] = [lines.map(({ text }) => text), expected]
      expect(wanted.length > 1 ? set : [set.join(' ')]).toEqual(wanted)
    }
})

test('numeral has the amount that the headline begins or ends with as its sign, and no room without one', async () => {
  for (const [format, chosen] of canvases) {
    const shown = async (headline: string) => {
      const arrangement = await arrange(layouts.numeral, { headline }, format, logos[0], chosen)
      if (arrangement instanceof Misfit) return undefined
      return arrangement.texts.map(({ lines }) => lines.map(({ text }) => text).join(' ')).toSorted()
    }
    expect(await shown('3 trees for every order')).toEqual(['3', 'trees for every order'])
    expect(await shown('A month of water for £15')).toEqual(['A month of water for £15', '£15'])
    expect(await shown('2 for 1 on Tuesdays')).toEqual(['2 for 1', 'on Tuesdays'])
    expect(await shown('A month of water')).toBeUndefined()
  }
})

test('mega begins a sentence on a line of its own, and leaves room under a comma', async () => {
  const copy = { headline: 'Yes, winter is over. Almost.', badge: '-60%' }
  const arrangement = await arrange(layouts.mega, copy, 'square', logos[0])
  if (arrangement instanceof Misfit) throw arrangement
  const lines = arrangement.texts.flatMap(({ lines }) => lines)
  const index = lines.findIndex(({ text }) => text.endsWith('OVER.'))
  expect(index).toBeGreaterThanOrEqual(0)
  const inks = arrangement.texts.map(({ lines }) => glyphBox(lines))
  for (const [at, ink] of inks.entries()) {
    const next = inks[at + 1]
    if (ink !== undefined && next !== undefined) expect(overlaps(ink, next)).toBe(false)
  }
})

test('a headline without a subline is larger', async () => {
  const sizeOf = async (copy: object) => {
    const arrangement = await arrange(layouts.panel, copy, 'square', logos[0])
    if (arrangement instanceof Misfit) throw arrangement
    return arrangement.texts.find(({ part }) => part === 'headline')?.lines[0]?.sizePx ?? 0
  }
  const alone = await sizeOf({ headline: 'Build the grid with us' })
  const led = await sizeOf({ headline: 'Build the grid with us', subline: 'Three open roles' })
  expect(alone).toBeGreaterThan(1.15 * led)
})

test('tiles stand on whole pixels', () => {
  for (const [format, chosen] of canvases) {
    const grid = gridOf(format, chosen)
    const drawn =
      layouts.tiles.shapes?.(grid, inksOf({ palette, copy: defaultCopy }, 'paper'), 1, {
        pictograms: [],
        isSober: false,
        hasBadge: false,
        copy: undefined,
        field: undefined,
      }) ?? ''
    const places = [...drawn.matchAll(/translate\((\S+) (\S+)\)/g)].flatMap(([, x, y]) => [
      Number(x),
      Number(y),
    ])
    expect(places.length).toBeGreaterThan(16)
    expect(places.every(Number.isInteger)).toBe(true)
  }
})

test('a logo of any shape stands within the band of the stripes, with its clear space', async () => {
  for (const [format, chosen] of canvases)
    for (const logo of logos.slice(0, 3)) {
      const arrangement = await arrange(layouts.stripes, { headline: 'Plants' }, format, logo, chosen)
      if (arrangement instanceof Misfit) throw arrangement
      const grid = gridOf(format, chosen)
      const band = layouts.stripes.rowHeight?.(grid) ?? 0
      expect(arrangement.logo?.clearBox.top).toBeGreaterThanOrEqual(grid.height - band - 1)
    }
})

test('a canvas without copy has room for a logo of any size, at any place that the request fixes', async () => {
  const logo = logoOf(225, 284)
  for (const [format, sizes] of canvases) {
    for (const placement of ['top', 'bottom', 'bottom-left'] as const) {
      const controls = { ...defaultControls, placement, scale: 0.81, margin: 0.14 }
      for (const name of ['panel', 'cover', 'edge'] as const)
        expect(await arrange(layouts[name], {}, format, logo, sizes, 3, controls)).not.toBeInstanceOf(Misfit)
    }
  }
})

test('a badge on a pattern has ground around it', async () => {
  for (const name of ['stripes'] as const)
    for (const [format, chosen] of canvases) {
      const arrangement = await arrange(
        layouts[name],
        { headline: 'Plants', badge: '€8.90' },
        format,
        logos[0],
        chosen,
      )
      if (arrangement instanceof Misfit) throw arrangement
      const inks = inksOf({ palette, copy: defaultCopy }, layouts[name].grounds[0] ?? 'paper')
      const shapes = arrangement.marks.flatMap(({ svg }) => [
        ...svg.matchAll(/(r|height)="([\d.]+)" fill="([^"]+)"/g),
      ])
      const [around, badge] = shapes.map(([, kind, size, fill]) => ({
        radius: Number(size) / (kind === 'r' ? 1 : 2),
        fill,
      }))
      expect(around?.fill).toBe(cssOf(inks.ground))
      expect(around?.radius ?? 0).toBeGreaterThan((badge?.radius ?? 0) + 5)
    }
})

test.each(['250 g for 12 euros', 'Buy one get one free', 'Only while stocks last', 'Eintritt frei'])(
  'the lines of the badge "%s" lie in its circle',
  async (badge) => {
    for (const name of ['stripes', 'badge'] as const)
      for (const format of formatIds) {
        const arrangement = await arrange(layouts[name], { headline: 'Plants', badge }, format, logos[0])
        if (arrangement instanceof Misfit) throw arrangement
        const circles = arrangement.marks.flatMap(({ svg }) => [
          ...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g),
        ])
        const [x = 0, y = 0, radius = 0] = circles.at(-1)?.slice(1).map(Number) ?? []
        for (const { box } of arrangement.texts.filter(({ part }) => part === 'badge')) {
          const corners = [box.left, box.left + box.width].flatMap((side) =>
            [box.top, box.top + box.height].map((edge) => Math.hypot(side - x, edge - y)),
          )
          expect(Math.max(...corners)).toBeLessThanOrEqual(radius + 1)
        }
      }
  },
)

test('copy from right to left mirrors type and logo', async () => {
  const sideOf = ({ left, width }: Box, canvas: number) => (left + width / 2 < canvas / 2 ? 'left' : 'right')
  for (const format of formatIds) {
    const { width } = gridOf(format)
    const [english, arabic] = [
      await arrange(layouts.tiles, { headline: 'Now' }, format, logos[0]),
      await arrange(layouts.tiles, { headline: 'صيف' }, format, logos[0]),
    ]
    if (english instanceof Misfit || arabic instanceof Misfit) throw new Error('it does not fit')
    const sides = [english, arabic].map(({ logo, texts }) => [
      logo && sideOf(logo.box, width),
      texts[0] && sideOf(texts[0].box, width),
    ])
    expect(sides).toEqual([
      ['left', 'left'],
      ['right', 'right'],
    ])
  }
})

test('a headline is not larger than the request allows, and too long a part is named with its letters', async () => {
  const small = await arrange(
    layouts.panel,
    { headline: 'Spring is open', fontSize: 40 },
    'landscape',
    undefined,
  )
  if (small instanceof Misfit) throw small
  const headline = small.texts.find(({ part }) => part === 'headline')
  expect(headline?.lines[0]?.sizePx).toBeCloseTo((40 * 1200) / 1080)
  const long = await arrange(
    layouts.panel,
    { headline: 'A slow morning and a good cup. '.repeat(9) },
    'square',
    undefined,
  )
  expect(long).toMatchObject({ part: 'headline' })
  if (long instanceof Misfit) expect(long.excess).toBeGreaterThan(50)
})

test('a headline over the canvas’s width is in two lines under a lower picture, not small in one', async () => {
  const copy = {
    headline: 'Close the month in one day',
    subline: 'Ledgers match while you sleep.',
    cta: 'Start',
  }
  for (const name of ['panel', 'tiles', 'frieze'] as const)
    for (const format of ['square', 'portrait'] as const) {
      const arrangement = await arrange(layouts[name], copy, format, logos[1])
      if (arrangement instanceof Misfit) throw arrangement
      const headline = arrangement.texts.find(({ part }) => part === 'headline')
      expect(headline?.lines.length).toBeGreaterThanOrEqual(2)
      expect(headline?.box.width).toBeGreaterThan(0.7 * arrangement.grid.width)
    }
})

test('a badge keeps the margin where it touches the canvas’s edge, and a day is smaller than the offer', async () => {
  const copy = {
    headline: '40% off everything',
    badge: '28 November to 1 December',
    subline: 'In all stores.',
  }
  for (const name of ['tiles', 'pictogram'] as const)
    for (const [format, chosen] of canvases) {
      const arrangement = await arrange(layouts[name], copy, format, logos[0], chosen)
      if (arrangement instanceof Misfit) throw arrangement
      const { texts, grid } = arrangement
      const headlinePx = texts.find(({ part }) => part === 'headline')?.lines[0]?.sizePx ?? 0
      for (const { part, box, lines } of texts) {
        if (part !== 'badge') continue
        expect(box.left + box.width).toBeLessThanOrEqual(grid.width - grid.margin + 1)
        expect(lines[0]?.sizePx).toBeLessThan(headlinePx)
      }
    }
})

test.each([
  ['from £89', 'center'],
  ['Sun 5 October, 11–16', 'left'],
  ['خصم 25٪', 'right'],
] as const)('the badge "%s" is a row of large type under the headline', async (badge, align) => {
  const copy = { headline: 'Wake it up', badge, subline: 'Oil, chain and brakes' }
  for (const format of formatIds) {
    const arrangement = await arrange(layouts.panel, { ...copy, align }, format, logos[0])
    if (arrangement instanceof Misfit) throw arrangement
    const { texts, grid } = arrangement
    const sizeOf = (name: string) =>
      Math.max(...texts.filter(({ part }) => part === name).map(({ lines }) => lines[0]?.sizePx ?? 0))
    expect(sizeOf('badge')).toBeGreaterThan(1.3 * sizeOf('subline'))
    const row = texts.filter(({ part }) => part === 'badge')
    const below = texts.find(({ part }) => part === 'headline')?.box
    for (const { box } of row) {
      expect(box.top).toBeGreaterThanOrEqual((below?.top ?? 0) + (below?.height ?? 0))
      expect(box.left).toBeGreaterThanOrEqual(grid.margin - 1)
      expect(box.left + box.width).toBeLessThanOrEqual(grid.width - grid.margin + 1)
    }
  }
})

test('a badge under an eyebrow follows the headline', async () => {
  const copy = { eyebrow: 'Every Tuesday', headline: 'Better mornings', badge: 'First bag half price' }
  const arrangement = await arrange(layouts.glow, copy, 'square', logos[0])
  if (arrangement instanceof Misfit) throw arrangement
  const topOf = (name: string) => arrangement.texts.find(({ part }) => part === name)?.box.top ?? 0
  expect(topOf('badge')).toBeGreaterThan(topOf('headline'))
})
