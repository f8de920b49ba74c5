import { describe, expect, test } from 'bun:test'
import { icons } from '@iconify-json/fluent-emoji-flat'
import sharp from 'sharp'
import { overlapOf } from '../../../src/campaign/compose/boxes.ts'
import { composeAsset } from '../../../src/campaign/compose/compose.ts'
import {
  type CopyControls,
  defaultControls,
  defaultCopy,
  type LayoutName,
} from '../../../src/campaign/compose/controls.ts'
import { measureScene } from '../../../src/campaign/compose/cut/choose-crop.ts'
import { type FormatId, formatIds } from '../../../src/campaign/compose/formats.ts'
import { layouts } from '../../../src/campaign/compose/layouts/layouts.ts'
import { photoSource } from '../../../src/campaign/compose/picture-source.ts'
import { findFaces } from '../../../src/campaign/compose/subject/find-subject.ts'
import { findThings } from '../../../src/campaign/compose/subject/object-network.ts'
import { type Box, type Raster, toRaster } from '../../../src/campaign/images/raster.ts'
import type { LogoMaster } from '../../../src/campaign/logos/logo-at-size.ts'
import { chooseLayout, drawRaster, fonts, hashNoise, pillLogo, requestOf } from './kit.ts'

interface Place {
  /** Between the eyes. */
  x: number
  y: number
  /** From the hairline to the chin. */
  tall: number
}

/** A person with dark hair, in a blue shirt. */
const person = ({ x, y, tall }: Place) => `<g transform="translate(${x} ${y}) scale(${tall / 100})">
  <ellipse cy="-6" rx="46" ry="60" fill="#3a2618"/><rect x="-18" y="40" width="36" height="40" fill="#c98f6f"/>
  <ellipse cy="110" rx="80" ry="50" fill="#2d4a73"/><ellipse cy="6" rx="38" ry="50" fill="#e2ad8b"/>
  <path d="M-40-14Q0-50 40-14Q36-56 0-58Q-36-56-40-14Z" fill="#3a2618"/>
  <ellipse cx="-15" cy="-2" rx="7" ry="4" fill="#fff"/><ellipse cx="15" cy="-2" rx="7" ry="4" fill="#fff"/>
  <circle cx="-15" cy="-2" r="3.6" fill="#26160e"/><circle cx="15" cy="-2" r="3.6" fill="#26160e"/>
  <path d="M-24-10Q-15-15-7-10M7-10Q15-15 24-10" stroke="#3a2618" stroke-width="3" fill="none"/>
  <path d="M-2 2L-5 18Q0 22 5 18" stroke="#b57b5c" stroke-width="2.5" fill="none"/>
  <path d="M-14 32Q0 28 14 32Q0 42-14 32Z" fill="#a8443f"/></g>`

async function photoOf(width: number, height: number, places: readonly Place[]): Promise<Raster> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#8fa6b4"/>${places.map(person).join('')}</svg>`
  return toRaster(await sharp(Buffer.from(svg)).flatten().raw().toBuffer({ resolveWithObject: true }))
}

test('faces are found where they are, in any size from 20 pixels on', async () => {
  for (const place of [
    { x: 60, y: 70, tall: 120 },
    { x: 160, y: 80, tall: 60 },
    { x: 190, y: 40, tall: 40 },
    { x: 25, y: 120, tall: 20 },
  ]) {
    const { data } = await photoOf(230, 160, [place])
    const found = findFaces(data, 230, 160)
    expect({ place, count: found.length }).toEqual({ place, count: 1 })
    const { left = 0, top = 0, width = 0, height = 0 } = found[0]?.box ?? {}
    expect(Math.abs(left + width / 2 - place.x) / place.tall).toBeLessThan(0.15)
    expect(Math.abs(top + height / 2 - place.y) / place.tall).toBeLessThan(0.2)
    expect(height / place.tall).toBeGreaterThan(0.8)
  }
})

/** A drawing before a sky and a meadow of the size of a thumbnail. */
async function outdoors(drawing: string, box: Box): Promise<Raster> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="192">
    <linearGradient id="g" x2="0" y2="1"><stop stop-color="#a9c4d8"/><stop offset=".6" stop-color="#dfe7e2"/>
    <stop offset=".6" stop-color="#7d8f63"/><stop offset="1" stop-color="#4f5f3c"/></linearGradient>
    <rect width="256" height="192" fill="url(#g)"/>
    <svg x="${box.left}" y="${box.top}" width="${box.width}" height="${box.height}" viewBox="0 0 32 32">${icons.icons[drawing]?.body}</svg></svg>`
  return toRaster(await sharp(Buffer.from(svg)).flatten().raw().toBuffer({ resolveWithObject: true }))
}

test.each([
  ['laptop', 'laptop'],
  ['airplane', 'airplane'],
  ['teddy-bear', 'teddy bear'],
])('the drawing %s is found where it is, and is the subject', async (drawing, name) => {
  for (const box of [
    { left: 90, top: 30, width: 140, height: 140 },
    { left: 10, top: 60, width: 110, height: 110 },
  ]) {
    const picture = await outdoors(drawing, box)
    const [thing] = await findThings(picture)
    const { subject } = await measureScene(picture)
    const of = { left: box.left / 256, top: box.top / 192, width: box.width / 256, height: box.height / 192 }
    expect({ box, name: thing?.name }).toEqual({ box, name })
    for (const found of [thing?.box, subject?.box]) {
      if (found === undefined) throw new Error('nothing is found')
      // The drawing leaves some of its box free.
      expect(overlapOf(found, of) / (found.width * found.height)).toBeGreaterThan(0.9)
      expect(overlapOf(found, of) / (of.width * of.height)).toBeGreaterThan(0.55)
    }
  }
})

test('nothing is found in noise and in an even picture', async () => {
  const noise = drawRaster(256, 192, (x, y) => [255 * hashNoise(x, y), 255 * hashNoise(y, x), 99])
  expect(await findThings(noise)).toEqual([])
  expect(await findThings(drawRaster(256, 192, () => [128, 128, 128]))).toEqual([])
})

test('no face is found in noise, in a disc and in an even picture', () => {
  const pictures = [
    drawRaster(230, 160, (x, y) => [255 * hashNoise(x, y), 255 * hashNoise(y, x), 99]),
    drawRaster(230, 160, (x, y) => (Math.hypot(x - 115, y - 80) < 50 ? [225, 170, 140] : [90, 110, 120])),
    drawRaster(230, 160, () => [128, 128, 128]),
  ]
  expect(pictures.map(({ data, width, height }) => findFaces(data, width, height))).toEqual([[], [], []])
})

describe('in a campaign', async () => {
  const logo = await pillLogo([20, 30, 60])
  const palette = ['#1d3557', '#c8553d', '#f7efe2']
  const choose = async (
    photo: Raster,
    copy: CopyControls,
    {
      layout,
      focus,
      formats = formatIds,
      mark = logo,
    }: {
      layout?: LayoutName
      focus?: { x: number; y: number }
      formats?: readonly FormatId[]
      mark?: LogoMaster
    } = {},
  ) => {
    const source = photoSource(photo, await measureScene(photo), focus)
    const request = {
      copy: { ...defaultCopy, ...copy },
      controls: defaultControls,
      palette,
      formats,
      logos: [mark],
      hasPicture: true,
      isPictureGiven: true,
      tone: undefined,
      about: '',
      family: undefined,
      layout,
      seed: 4,
    }
    return { source, choice: await chooseLayout(request, source) }
  }

  test.each([
    ['at the left of a wide photo', 1500, 1000, [{ x: 260, y: 300, tall: 220 }]],
    [
      'two persons apart',
      1500,
      1000,
      [
        { x: 520, y: 420, tall: 180 },
        { x: 1000, y: 460, tall: 170 },
      ],
    ],
  ])('faces %s are whole in all formats, free of copy and logo', async (_, width, height, places) => {
    const photo = await photoOf(width, height, places)
    const copy = { headline: 'Made for long days', subline: 'In store from Monday', cta: 'See more' }
    const { source, choice } = await choose(photo, copy)
    expect(choice.warnings).toEqual([])
    for (const format of formatIds) {
      const asset = await composeAsset({ fonts }, requestOf({ format, choice, copy, logos: [logo] }), source)
      const { data, info } = await sharp(asset.png)
        .resize(300, 300, { fit: 'inside' })
        .raw()
        .toBuffer({ resolveWithObject: true })
      const faces = findFaces(data, info.width, info.height)
      expect({ format, count: faces.length }).toEqual({ format, count: places.length })
      const scale = info.width / asset.width
      const drawn = [...asset.copy.map(({ box }) => box), ...(asset.logo ? [asset.logo.box] : [])]
      const covered = faces.flatMap(({ box }) =>
        drawn.map((cover) =>
          overlapOf(box, {
            left: cover.left * scale,
            top: cover.top * scale,
            width: cover.width * scale,
            height: cover.height * scale,
          }),
        ),
      )
      expect(Math.max(...covered)).toBe(0)
    }
  })

  test('a photo is shown, even where letters alone would serve', async () => {
    const photo = await photoOf(1200, 800, [{ x: 600, y: 380, tall: 380 }])
    const { choice } = await choose(photo, { headline: 'Sale', badge: '-30 %', cta: 'Shop now' })
    expect(layouts[choice.layout].picture).not.toBe('none')
  })

  test('a high subject is whole in a square, beside the copy', async () => {
    const tower = drawRaster(800, 1200, (x, y) =>
      Math.abs(x - 400) < 90 && y > 150 && y < 1050 ? [150, 40, 30] : [190, 205, 215],
    )
    const copy = {
      headline: 'Climb above all that you know',
      subline: 'With a guide, every Sunday',
      badge: '12 €',
      cta: 'Book',
    }
    const { choice } = await choose(tower, copy, { formats: ['square', 'landscape'] })
    expect(choice).toMatchObject({ layout: 'halves', warnings: [] })
  })

  const aside = { headline: 'Softer than Sunday', subline: 'In five colours', cta: 'See more' }

  test.each([
    ['light', [232, 233, 236], '#e8e9ec', [20, 30, 60]],
    ['dark', [26, 24, 28], '#1a181c', [240, 240, 240]],
  ] as const)(
    'a %s photo with the subject aside fills the canvas on its own ground, under copy that can be read',
    async (_, plain, ground, mark) => {
      const photo = drawRaster(1600, 1600, (x, y) =>
        Math.hypot(x - 1150, y - 430) < 200 ? [205, 90, 60] : plain,
      )
      const { source, choice } = await choose(photo, aside, { mark: await pillLogo(mark) })
      expect(choice).toMatchObject({ layout: 'cover', ground, warnings: [] })
      for (const format of formatIds) {
        const request = requestOf({ format, choice, copy: aside, logos: [] })
        const asset = await composeAsset({ fonts }, request, source)
        expect(asset.warnings).toEqual([])
        expect(Math.min(...asset.copy.map(({ contrast }) => contrast))).toBeGreaterThan(4.5)
      }
    },
  )

  test('a subject all over a photo is not put under copy', async () => {
    const photo = drawRaster(1600, 1000, (x, y) =>
      Math.abs(x - 800) < 520 && Math.abs(y - 500) < 330 ? [205, 90, 60] : [232, 233, 236],
    )
    const { choice } = await choose(photo, aside)
    expect(layouts[choice.layout].picture).toBe('box')
  })

  test('a layout that covers the face is warned of, with the remedy; a focus elsewhere frees it', async () => {
    const photo = await photoOf(1200, 1200, [{ x: 600, y: 420, tall: 900 }])
    const copy = { headline: 'Good morning' }
    const { choice } = await choose(photo, copy, { layout: 'calm' })
    expect(choice).toMatchObject({ layout: 'calm', warnings: [expect.stringMatching(/square.*`focus`/)] })
    const other = await choose(photo, copy, { layout: 'calm', focus: { x: 0.88, y: 0.94 } })
    expect(other.choice.warnings).toEqual([])
  })
})
