import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { compositeMarks, startComposition, steps } from '../../../src/campaign/compose/compose.ts'
import { anchors, layoutNames } from '../../../src/campaign/compose/controls.ts'
import { formatIds, safeRows, sizes } from '../../../src/campaign/compose/formats.ts'
import { groundKinds } from '../../../src/campaign/compose/inks.ts'
import { Misfit } from '../../../src/campaign/compose/layouts/layout.ts'
import type { Box, Raster } from '../../../src/campaign/images/raster.ts'
import { type LogoMaster, logoAtSize } from '../../../src/campaign/logos/logo-at-size.ts'
import { createRandom, type Random } from '../../../src/campaign/numeric/math.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import { choiceFor, copyFor, decode, fonts, hashNoise, masterOf, pictureFrom, requestOf } from './kit.ts'

const seed = testSeed('compose/exactness')
const logoCount = sizeOf({ short: 5, soak: 100 })

const picture = pictureFrom((x, y) => {
  const grain = Math.round(12 * hashNoise(x, y))
  return [((x >> 3) + grain) & 255, 180 - ((y >> 4) & 127) + grain, 90 + grain]
})

test(`${logoCount} logos in all layouts, formats, sizes and places are exact, and nothing beside them changes`, async () => {
  const random = createRandom(seed, 'exactness')
  const total = { outsideChanged: 0, opaqueChanged: 0, stepMax: 0, opaque: 0, partial: 0 }
  for (let count = 0; count < logoCount; count += 1) {
    const master = await randomLogo(random)
    const layout = layoutNames[(count + random.int(0, 1)) % layoutNames.length] ?? 'panel'
    const isFree = random.next() < 0.5
    const controls = isFree
      ? {}
      : {
          placement: random.pick(anchors),
          scale: random.range(0.02, 1),
          x: random.range(-0.3, 0.3),
          y: random.range(-0.3, 0.3),
          margin: random.range(0, 0.25),
        }
    const choice = { ...choiceFor(layout), ground: random.pick(groundKinds) }
    const copy = copyFor(layout)
    const format = random.pick(formatIds)
    const size = { [format]: sizes[format][(count + 1) % 2] }
    const request = requestOf({ format, sizes: size, logos: [master], controls, copy, choice })
    // Some logos are too tall for some layouts.
    const spare = { ...request, choice: choiceFor('panel'), copy: requestOf().copy }
    let made = await startComposition(fonts, request, picture).catch((error: unknown) => {
      if (error instanceof Misfit) return startComposition(fonts, spare, picture)
      throw error
    })
    for (const step of steps) made = await step(made)
    if (made.logo === undefined || made.encoded === undefined) throw new Error('the asset has no logo')
    const { box } = made.logo
    const rows = safeRows(made.request.format, made.request.sizes)
    // Even where the request shifts the logo.
    if (rows !== undefined && made.logo.box.height < rows.bottom - rows.top)
      expect(box.top >= rows.top && box.top + box.height <= rows.bottom).toBe(true)
    const logo = await logoAtSize(master, box.width, 'original')
    const { canvas: under } = await compositeMarks({
      ...made,
      canvas: made.background,
      logo: undefined,
    })
    countDifferences(await decode(made.encoded.png), under, logo, box, total)
  }
  const { outsideChanged, opaqueChanged, stepMax, opaque, partial } = total
  console.log(
    `${logoCount} logos: ${outsideChanged} pixels changed outside, ${opaqueChanged} of ${opaque} opaque ones, ${partial} half-transparent ones by at most ${stepMax}`,
  )
  expect({ outsideChanged, opaqueChanged, isWithinOneStep: stepMax <= 1 }).toEqual({
    outsideChanged: 0,
    opaqueChanged: 0,
    isWithinOneStep: true,
  })
  expect(Math.min(opaque, partial)).toBeGreaterThan(logoCount)
})

/** Written apart from the code that proves assets: one loop over all pixels. */
function countDifferences(
  finished: Raster,
  background: Raster,
  logo: Raster,
  box: Box,
  total: { outsideChanged: number; opaqueChanged: number; stepMax: number; opaque: number; partial: number },
) {
  expect(logo).toMatchObject({ width: box.width, height: box.height })
  for (let index = 0; index < finished.width * finished.height; index += 1) {
    const x = (index % finished.width) - box.left
    const y = Math.floor(index / finished.width) - box.top
    const isInside = x >= 0 && x < box.width && y >= 0 && y < box.height
    const from = (y * box.width + x) * 4
    const alpha = isInside ? (logo.data[from + 3] ?? 0) / 255 : 0
    let step = 0
    for (let channel = 0; channel < 3; channel += 1) {
      const under = background.data[3 * index + channel] ?? 0
      const expected = isInside ? (logo.data[from + channel] ?? 0) * alpha + under * (1 - alpha) : under
      step = Math.max(step, Math.abs((finished.data[3 * index + channel] ?? 0) - Math.round(expected)))
    }
    if (alpha === 0) total.outsideChanged += Math.min(1, step)
    else if (alpha === 1) {
      total.opaque += 1
      total.opaqueChanged += Math.min(1, step)
    } else {
      total.partial += 1
      total.stepMax = Math.max(total.stepMax, step)
    }
  }
}

/** Bars and discs of any colours with soft edges, holes and glows, as an SVG or as pixels. */
async function randomLogo(random: Random): Promise<LogoMaster> {
  const [width, height] = [random.int(20, 500), random.int(20, 300)]
  const color = () => `rgb(${random.int(0, 255)},${random.int(0, 255)},${random.int(0, 255)})`
  const shapes = Array.from({ length: random.int(1, 6) }, () =>
    random.next() < 0.5
      ? `<circle cx="${random.range(0, width)}" cy="${random.range(0, height)}" r="${random.range(4, 80)}" fill="${color()}"/>`
      : `<rect x="${random.range(0, width / 2)}" y="${random.range(0, height / 2)}" width="${random.range(6, width)}" height="${random.range(6, height)}" fill="${color()}" fill-opacity="${random.pick([1, 1, 0.5])}"/>`,
  )
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`
  const svg = new TextEncoder().encode(text)
  const master = await masterOf(await sharp(svg).png().toBuffer(), { width, height }, false)
  return random.next() < 0.5 ? { ...master, svg } : master
}
