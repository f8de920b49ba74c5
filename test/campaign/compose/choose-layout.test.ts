import { describe, expect, test } from 'bun:test'
import { arrangeCopy } from '../../../src/campaign/compose/arrange-copy.ts'
import { chooseLayouts } from '../../../src/campaign/compose/choose-layout.ts'
import { composeAsset } from '../../../src/campaign/compose/compose.ts'
import {
  type Controls,
  type CopyControls,
  defaultControls,
  defaultCopy,
  layoutNames,
} from '../../../src/campaign/compose/controls.ts'
import { partsOf } from '../../../src/campaign/compose/copy/parts.ts'
import { createTypesetter } from '../../../src/campaign/compose/copy/set-text.ts'
import { type FormatId, formatIds, sizes } from '../../../src/campaign/compose/formats.ts'
import type { LayoutRequest } from '../../../src/campaign/compose/layout-choice.ts'
import { layouts } from '../../../src/campaign/compose/layouts/layouts.ts'
import type { PictureSource } from '../../../src/campaign/compose/picture-source.ts'
import { someOf } from '../../support/soak.ts'
import {
  chooseLayout,
  copyFor,
  drawRaster,
  fonts,
  pictureFrom,
  pillLogo,
  requestOf,
  twoToneLogo,
} from './kit.ts'

const navy = await pillLogo([20, 30, 60])
const white = await pillLogo([252, 252, 252])

function layoutRequest(
  copy: CopyControls,
  { controls, ...others }: Partial<Omit<LayoutRequest, 'copy' | 'controls'>> & { controls?: Controls } = {},
): LayoutRequest {
  return {
    palette: ['#1d3557', '#c8553d', '#f7efe2'],
    formats: formatIds,
    logos: [navy],
    hasPicture: true,
    tone: undefined,
    about: '',
    family: undefined,
    layout: undefined,
    seed: 4,
    ...others,
    copy: { ...defaultCopy, ...copy },
    controls: { ...defaultControls, ...controls },
  }
}

/** Light above, dark below. */
const sky = (height: number) => (_: number, y: number) =>
  y < 0.55 * height ? ([232, 236, 240] as const) : ([40, 60, 70] as const)
const scene: PictureSource = {
  draw: async ({ width, height }, scale = 1) => {
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
    return { pixels: drawRaster(size.width, size.height, sky(size.height)) }
  },
}
const choose = (copy: CopyControls, others: Parameters<typeof layoutRequest>[1] = {}) =>
  chooseLayout(layoutRequest(copy, others), scene)

test('a layout of pictograms is not taken without one', async () => {
  const named = { hasPicture: false, layout: 'pictogram' } as const
  expect(await choose({ headline: 'Bread and coffee' }, named)).toMatchObject({
    layout: 'pictogram',
    pictograms: ['🍞'],
    warnings: [],
  })
  const other = await choose({ headline: 'Small steps' }, named)
  expect(other.layout).not.toBe('pictogram')
  expect(other.warnings).toContain(
    `No pictogram shows what the campaign is about, which the layout "pictogram" draws, so the layout is "${other.layout}"`,
  )
})

test('a scene is left out where a drawing shows what is sold, unless the brief asks for that scene', async () => {
  const copy = { headline: 'Silence, at full speed', cta: 'Book a test ride' }
  const about = 'Launch of an electric bike, mountain road'
  const scene = { family: 'mountains', about }
  expect((await choose(copy, scene)).pictograms).toEqual(['🚲'])
  expect(layouts[(await choose(copy, { ...scene, isSceneAsked: true })).layout].picture).not.toBe('none')
  // A drawn car looks like a toy.
  const car = await choose(copy, { ...scene, about: 'Launch of an electric car, mountain road' })
  expect([car.pictograms, layouts[car.layout].picture]).toEqual([[], 'none'])
  // What one does at a place has a scene.
  const walk = await choose({ headline: 'Hike the Alps' }, { family: 'mountains', about: 'Hiking tours' })
  expect(layouts[walk.layout].picture).not.toBe('none')
})

test('fine things have light or arcs in place of a drawing, in a serif; loud and cheap ones are drawn', async () => {
  const chosen = (about: string) => choose({ headline: 'Night repair' }, { hasPicture: false, about })
  for (const about of ['A new face serum', 'Elegant dinner menu of a restaurant'])
    expect(await chosen(about)).toMatchObject({
      layout: expect.stringMatching(/^(?:glow|arcs)$/),
      face: 'serif',
      pictograms: [],
    })
  for (const about of ['A new lipstick, make it loud', 'Sale: every lipstick half price'])
    expect((await chosen(about)).pictograms).toEqual(['💄'])
})

test('an appeal of a charity has no pattern of tiles', async () => {
  const copy = { headline: 'One warm night', subline: 'Your gift pays for a bed.' }
  for (const seed of [1, 2, 3, 4, 5, 6])
    for (const about of ['Donate for the homeless', 'Help for children with cancer']) {
      const { layout } = await choose(copy, { hasPicture: false, about, seed })
      expect(layout).not.toMatch(/tiles|frieze|stripes/)
    }
})

test('a tone comes from the words of the brief: loud is full of colour and heavy, elegant a serif', async () => {
  const copy = { headline: 'Doors are open', subline: 'From Monday on.' }
  const chosen = (about: string, others = {}) => choose(copy, { hasPicture: false, about, ...others })
  for (const about of ['New gym, make it loud', 'Neues Studio, bitte plakativ', '大胆な広告'])
    expect(await chosen(about)).toMatchObject({
      face: 'heavy',
      ground: expect.stringMatching(/^(?:accent|brand)/),
    })
  expect(await chosen('New gallery, elegant', { layout: 'column' })).toMatchObject({ face: 'serif' })
  expect((await chosen('New gym, make it loud', { tone: 'calm' })).face).not.toBe('heavy')
})

test('a loud brief has the largest type, a playful one the roundest buttons', async () => {
  const copy = { headline: 'Ride more', cta: 'Book' }
  const loud = { hasPicture: false, about: 'Make it bold and loud' }
  for (const seed of [1, 2, 3, 4])
    expect(['mega', 'stripes']).toContain((await choose(copy, { ...loud, seed })).layout)
  const cornersOf = async (tone: 'playful' | 'premium') => {
    const request = layoutRequest(copy, { hasPicture: false, tone, layout: 'column' })
    const arranged = await arrangeCopy(
      { typesetter: createTypesetter(fonts), parts: partsOf(request.copy), request },
      await chooseLayout(request, scene),
      'square',
    )
    return Number(/rx="([\d.]+)"/.exec(arranged.marks.map(({ svg }) => svg).join(''))?.[1])
  }
  expect(await cornersOf('playful')).toBeGreaterThan(30)
  expect(await cornersOf('premium')).toBe(0)
})

test('the subject at the lower edge is drawn for short copy in every format', async () => {
  const copy = { headline: 'Bread and coffee', cta: 'Order', badge: '€4' }
  const layout = 'base'
  expect(await choose(copy, { hasPicture: false, layout })).toMatchObject({ layout, warnings: [] })
  const noted = { headline: copy.headline, legal: 'Until 31 August.' }
  expect((await choose(noted, { hasPicture: false, layout: 'base' })).layout).toBe('base')
})

test('a dark picture is dark where the logo can be read on it', async () => {
  const copy = { headline: 'Doors are open', subline: 'From Monday on.' }
  for (const about of [
    'New gallery, dark mood',
    'Neue Galerie, auf dunklem Hintergrund',
    'Nuova galleria, sfondo nero',
  ]) {
    const dark = { hasPicture: false, about, logos: [white] }
    expect((await choose(copy, { ...dark, layout: 'column' })).ground).toBe('deep')
    expect((await choose(copy, { ...dark, layout: 'glow' })).ground).toBe('deep')
    expect((await choose(copy, { ...dark, layout: 'column', logos: [navy] })).ground).not.toBe('deep')
  }
})

test('long copy beside a badge and a button has a layout', async () => {
  const copy = {
    eyebrow: 'Open day',
    headline: 'See what a Tuesday looks like here',
    subline:
      'Walk through real lessons, eat in the canteen, and ask our pupils anything you like without a teacher standing beside you. Bring your child, your questions and comfortable shoes. Tours start every half hour from nine until noon, and the heads of the lower and upper school are there all morning to talk.',
    cta: 'Register your visit',
    badge: 'Tuesday 4 November',
  }
  // Of some seeds the face would be a serif, which takes more room.
  for (const seed of [4, 5, 101])
    expect((await choose(copy, { hasPicture: false, about: 'Open day of a school', seed })).layout).toBe(
      'column',
    )
})

test('the layout has a place for what the copy calls for', async () => {
  const badge = await choose({ headline: 'Mountain bikes', badge: '-30 %', cta: 'Shop now' })
  expect(layouts[badge.layout].frames.square.badge).toBeDefined()
  const event = await choose({ headline: 'Night of museums', badge: '12 June, Harbour Hall' })
  expect(layouts[event.layout].frames.square.badge).toBeDefined()
  const quote = await choose({ headline: '“I have slept in tents for years, and never as well.”' })
  expect(quote.layout).toBe('quote')
  const words = { headline: 'I have slept in tents for years, and never as well.' }
  expect((await choose(words, { about: 'Customer quote of a mattress' })).layout).toBe('quote')
  const long = (times: number) =>
    choose(
      { headline: 'A promise', subline: 'We go on and never stop at all. '.repeat(times) },
      { hasPicture: false },
    )
  expect(['frieze', 'column']).toContain((await long(6)).layout)
  expect((await long(11)).layout).toBe('column')
  const plain = await choose({ headline: 'Sale now' }, { hasPicture: false })
  expect(layouts[plain.layout].picture).toBe('none')
  const rating = await choose({ headline: 'Small habits', badge: '4.8 stars' }, { hasPicture: false })
  expect(rating.layout).not.toBe('mega')
  const picture = await choose({ headline: 'Bread that takes its time', subline: 'From the stone oven.' })
  expect(layouts[picture.layout].picture).not.toBe('none')
})

test('a badge without a number is not a sign, and words of the copy are not what the brief is about', async () => {
  const launch = { headline: 'Sound that finds you', badge: 'New', cta: 'Order' }
  const others = { hasPicture: false, layout: undefined }
  for (const seed of Array.from({ length: 12 }, (_, index) => index)) {
    expect((await choose(launch, { ...others, seed })).layout).not.toBe('numeral')
    const about = 'We are hiring nurses for our hospital. Headline: Care is a team sport'
    const hiring = await choose(
      { headline: 'Care is a team sport', cta: 'Apply' },
      { ...others, seed, about },
    )
    expect(hiring.layout).not.toBe('stripes')
  }
})

test('the face follows what the brief is about, for every seed', async () => {
  const facesOf = async (about: string) => {
    const found = new Set<string>()
    for (let seed = 0; seed < 5; seed++) {
      const { face } = await choose({ headline: 'Made for you' }, { about, seed, layout: 'panel' })
      found.add(face)
    }
    return [...found]
  }
  expect(await facesOf('Wedding rings')).toEqual(['serif'])
  expect(await facesOf('Accounting software')).toEqual(['sans'])
})

test('a badge among all other parts leaves room for a picture, and a scene without room is named', async () => {
  const copy = {
    eyebrow: 'Winter at Serene',
    headline: 'Three nights of silence',
    subline: 'Half board, spa and a guided snowshoe walk, until 28 February.',
    cta: 'Check availability',
    badge: '3 = 2 nights',
    legal: 'Subject to availability. Not valid 24 December to 2 January.',
  }
  const fitting = await choose(copy)
  expect([layouts[fitting.layout].picture, fitting.warnings]).toEqual(['box', []])
  const long = await choose({ headline: 'A garden', subline: 'We plant trees and bring soup. '.repeat(9) })
  expect([layouts[long.layout].picture, long.warnings]).toEqual([
    'none',
    [expect.stringContaining('The scene is not shown')],
  ])
})

test('seeds share a plain brief between layouts of type', async () => {
  const copy = { headline: 'Loud thinking', subline: 'Twelve conversations with people.', cta: 'Listen now' }
  const seeds = Array.from({ length: 12 }, (_, seed) => seed)
  const names = await Promise.all(
    seeds.map(async (seed) => (await choose(copy, { hasPicture: false, seed })).layout),
  )
  expect(new Set(names).size).toBeGreaterThanOrEqual(3)
  expect(names.filter((name) => name === 'glow').length).toBeLessThanOrEqual(6)
})

test('equal requests have equal choices, for any formats of them a layout that fits all', async () => {
  const copy = { headline: 'Fjords from the deck', subline: 'Nine days in June', cta: 'Book now' }
  expect(await choose(copy)).toEqual(await choose(copy))
  const { layout } = await choose(copy, { formats: ['square'] })
  expect(layoutNames).toContain(layout)
})

test('variants are unlike each other, the first as without variants, and fewer where no more have room', async () => {
  const kinds = { headline: 'Fjords from the deck', subline: 'Nine days in June', cta: 'Book now' }
  const logos = [navy, white]
  const choices = await chooseLayouts(fonts, layoutRequest(kinds, { logos, variants: 4 }), scene)
  expect(choices[0]).toEqual(await choose(kinds, { logos }))
  expect(new Set(choices.map(({ layout }) => layout)).size).toBe(4)
  const looks = choices.map(({ layout, ground }) => `${layouts[layout].picture} ${ground}`)
  expect(new Set(looks).size).toBeGreaterThanOrEqual(3)
  expect(looks.filter((look) => look.startsWith('none'))).toEqual([])
  const bare = layoutRequest(kinds, { logos, variants: 4, hasPicture: false, layout: 'glow' })
  const typographic = await chooseLayouts(fonts, bare, undefined)
  expect(typographic[0]?.layout).toBe('glow')
  expect(new Set(typographic.map(({ ground }) => ground)).size).toBeGreaterThanOrEqual(2)
  const long = { headline: 'A garden', subline: 'We plant trees and bring soup. '.repeat(14) }
  const few = await chooseLayouts(fonts, layoutRequest(long, { variants: 4 }), scene)
  expect(few.length).toBeLessThan(4)
  expect(few[0]?.warnings.at(-1)).toMatch(/^There (is|are) \d variants? instead of 4, as no other layout/)
})

test.each(layoutNames)('a request for %s gets it', async (layout) => {
  expect(await choose(copyFor(layout), { layout, hasPicture: false })).toMatchObject({
    layout,
    warnings: [],
  })
})

test('a date is a large day in `numeral`, and `framed` has room for subline and button', async () => {
  const text = { headline: 'Slurp loudly', subline: 'Free gyoza for all.' }
  const event = { ...text, badge: 'Saturday 3 October' }
  const offer = { ...text, cta: 'Book a table' }
  for (const [layout, copy] of [
    ['numeral', event],
    ['framed', offer],
  ] as const)
    expect(await choose(copy, { layout })).toMatchObject({ layout, warnings: [] })
  const chosen = async (badge: string) => {
    const seeds = Array.from({ length: 12 }, (_, seed) => seed)
    const copy = { headline: 'Slurp loudly', badge }
    const all = await Promise.all(
      seeds.map((seed) => choose(copy, { seed, layout: undefined, hasPicture: false })),
    )
    return all.map(({ layout }) => layout)
  }
  expect(await chosen('Saturday 13 October')).toContain('numeral')
  expect(await chosen('Saturday 3 October')).not.toContain('numeral')
})

test('a layout that has no room for the copy is replaced, with a warning', async () => {
  const copy = { headline: 'Sale', subline: 'A slow morning and a good cup of coffee. '.repeat(7) }
  const choice = await choose(copy, { layout: 'cut' })
  expect(choice.layout).not.toBe('cut')
  expect(choice.warnings).toEqual([
    expect.stringMatching(
      /^The copy does not fit the layout "cut" as its subline is too long by about \d+ letters, so the layout is "\w+"$/,
    ),
  ])
  const legal = await choose({ headline: 'Go', legal: 'While stocks last.' }, { layout: 'stripes' })
  expect(legal.warnings).toEqual([
    `The copy does not fit the layout "stripes" as its legal has no room, so the layout is "${legal.layout}"`,
  ])
})

test.each(['calm', 'halves', 'panel'] as const)(
  'copy of %s begins below a logo that the request has in its corner',
  async (layout) => {
    const [copy, controls] = [{ headline: 'Good morning' }, { placement: 'top-left' }] as const
    const choice = await choose(copy, { layout, controls })
    expect(choice.layout).toBe(layout)
    for (const format of formatIds) {
      const request = requestOf({ format, choice, copy, controls, logos: [navy] })
      const { warnings } = await composeAsset({ fonts }, request, scene)
      expect(warnings.filter((warning) => warning.includes('stands on the copy'))).toEqual([])
    }
  },
)

test('a dark ground that the logo does not allow is named where the brief asks for it', async () => {
  const asking = { about: 'Ramen restaurant, dark mood', hasPicture: false }
  const light = await choose({ headline: 'Slurp loudly' }, { ...asking, logos: [white] })
  expect(light).toMatchObject({ ground: 'deep', warnings: [] })
  const dark = await choose({ headline: 'Slurp loudly' }, { ...asking, logos: [navy] })
  expect(dark.ground).not.toBe('deep')
  expect(dark.warnings).toEqual([expect.stringContaining('The ground is not dark as the brief asks for')])
})

test('the ground follows the logo, and a variant is taken where the logo itself cannot be read', async () => {
  const copy = { headline: 'Spring is open' }
  const { ground } = await choose(copy, { logos: [navy], layout: 'panel' })
  const other = await choose(copy, { logos: [white], layout: 'panel' })
  expect(other.ground).not.toBe(ground)
  expect(await choose(copy, { logos: [white, navy], layout: 'stripes' })).toMatchObject({ logo: 0 })
  expect(await choose(copy, { logos: [navy, white], layout: 'stripes' })).toMatchObject({ logo: 1 })
})

test('copy that no layout has room for is refused with the part and its letters', async () => {
  const refused = async (copy: CopyControls) => await choose(copy).catch((caught: unknown) => caught)
  const headline = await refused({ headline: 'A slow morning and nothing else to do today. '.repeat(11) })
  expect(headline).toMatchObject({ key: 'copy_too_long' })
  const field = (name: string) => ({ fields: [{ path: `/parameters/${name}` }] })
  expect(headline).toMatchObject({ status: 400, slug: 'invalid_request', ...field('text/headline') })
  expect(String(headline)).toMatch(/shorten the headline by about \d{2,3} letters/)
  const button = await refused({
    headline: 'Sale',
    cta: 'Buy one and get another one for half of its price today only',
  })
  expect(String(button)).toMatch(/shorten the cta by about \d+ letters/)
  expect(button).toMatchObject(field('text/cta'))
  const four = await refused({
    eyebrow: 'Only this week in all of our shops. '.repeat(3),
    headline: 'A slow morning and nothing else to do today. '.repeat(11),
    subline: 'We bake it at night. '.repeat(23),
    cta: 'Buy one and get another one for half of its price today only',
  })
  expect(four).toMatchObject(field('text'))
  expect(String(four)).toMatch(
    /shorten the eyebrow by about \d+ letters, the headline by about \d+ letters, .*the cta by about \d+ letters$/,
  )
  const lines = { subline: 'We bake it at night. '.repeat(11), legal: 'While stocks last. '.repeat(9) }
  const together = await refused({
    ...lines,
    headline: 'A slow morning and nothing else to do today',
    badge: '-30 %',
  })
  expect(String(together)).toMatch(
    /each part fits alone, but no layout has room .*: shorten the subline \(230 letters\) or the legal \(170 letters\) or the headline \(43 letters\), or leave/,
  )
})

test.each(formatIds.flatMap((format) => sizes[format].map((size) => [format, size] as const)))(
  'a headline without room in %s of %s has it, shortened by as many letters as the error says',
  async (format, size) => {
    const options = { formats: [format], sizes: { [format]: size } }
    const text = 'A slow morning and nothing else to do today. '.repeat(11).trim()
    const refused: unknown = await choose({ headline: text }, options).catch((caught: unknown) => caught)
    const letters = Number(/headline by about (\d+) letters/.exec(String(refused))?.[1])
    expect(letters).toBeLessThan(text.length)
    const { layout } = await choose(
      { headline: text.slice(0, Math.floor(0.9 * (text.length - letters))) },
      options,
    )
    expect(layoutNames).toContain(layout)
  },
)

describe('in the assets', () => {
  const picture = pictureFrom(sky(600))
  const assetsOf = async (request: LayoutRequest, formats: readonly FormatId[] = formatIds) => {
    const choice = await chooseLayout(request, scene)
    const { copy, controls, logos, seed } = request
    return await Promise.all(
      formats.map((format) =>
        composeAsset({ fonts }, requestOf({ copy, controls, logos, seed, choice, format }), picture),
      ),
    )
  }

  test('all formats have one layout, one corner of the logo and every part', async () => {
    const request = layoutRequest({
      eyebrow: 'New',
      headline: 'Bread that takes its time',
      subline: 'From the stone oven.',
      cta: 'Find a bakery',
    })
    const assets = await assetsOf(request)
    const [first] = assets
    for (const { layout, logo, copy, warnings } of assets) {
      expect(layout).toBe(first?.layout ?? '')
      expect(logo?.placement).toBe(first?.logo?.placement)
      expect(copy.map(({ part }) => part).sort()).toEqual(['cta', 'eyebrow', 'headline', 'subline'])
      expect(warnings).toEqual([])
    }
  })

  test('a placement of the request holds in every format, and is named where the logo covers copy', async () => {
    const placed = await assetsOf(
      layoutRequest({ headline: 'Sale' }, { controls: { placement: 'top-right' } }),
    )
    expect(placed.map(({ logo }) => logo?.placement)).toEqual(['top-right', 'top-right', 'top-right'])
    const huge = await assetsOf(
      layoutRequest({ headline: 'Sale' }, { controls: { placement: 'center', scale: 1 }, layout: 'poster' }),
      ['landscape'],
    )
    for (const { warnings } of huge)
      expect(warnings).toContain('The logo stands on the copy: choose another placement, or `auto`')
  })

  test.each(['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const)(
    'the copy makes room for a logo that the request has at %s',
    async (placement) => {
      const copy = { eyebrow: 'Weekly', headline: 'Better beans', subline: 'Free delivery.', cta: 'Start' }
      for (const seed of [1, 2, 3, 4, 5]) {
        const options = { controls: { placement }, seed, hasPicture: false, about: 'Coffee subscription' }
        for (const { format, layout, warnings } of await assetsOf(layoutRequest(copy, options)))
          expect({ layout, format, warnings }).toEqual({ layout, format, warnings: [] })
      }
    },
  )

  test('a logo that can be read on no ground is named with its contrast', async () => {
    const options = { logos: [await twoToneLogo()], palette: ['#101c3c', '#ffffff'] }
    for (const { logo, warnings } of await assetsOf(layoutRequest({ headline: 'Sale' }, options))) {
      expect(logo?.contrast).toBeLessThan(3)
      expect(warnings).toEqual([expect.stringMatching(/^The logo's contrast at .* is \d\.\d:1, below 3:1/)])
    }
  })
})

test('a layout that has the copy where the request names it is preferred, and another one is named in a warning', async () => {
  const copy = { headline: 'Mountain bikes', subline: 'All models' }
  const low = await choose({ ...copy, position: 'bottom' })
  const high = await choose({ ...copy, position: 'top-left' })
  expect([low.layout === high.layout, low.warnings, high.warnings]).toEqual([false, [], []])
  const named = await choose({ ...copy, position: 'bottom-right' }, { layout: 'mega' })
  expect(named.warnings).toEqual([
    'The copy does not stand at "bottom-right", as the layout "mega" has it elsewhere',
  ])
})

test('a logo that the request places is not set on shapes on which it cannot be read', async () => {
  const copy = { headline: 'Go further' }
  const controls = { placement: 'top-left' } as const
  for (const seed of someOf([0, 1, 2, 3, 4, 5], 0)) {
    const request = layoutRequest(copy, { hasPicture: false, controls, seed })
    const choice = await chooseLayout(request, undefined)
    for (const format of formatIds) {
      const asset = await composeAsset({ fonts }, requestOf({ ...request, format, choice }), undefined)
      expect([choice.layout, (asset.logo?.contrast ?? 0) >= 3]).toEqual([choice.layout, true])
    }
  }
})

test('neither a year nor the number of a name is drawn as a number, a count is', async () => {
  const first = async (headline: string) =>
    (
      await chooseLayouts(
        fonts,
        layoutRequest({ headline }, { hasPicture: false, layout: 'numeral' }),
        undefined,
      )
    )[0].layout
  expect(await first('80 recipes in 20 minutes')).toBe('numeral')
  expect(await first('Summer school 2027')).not.toBe('numeral')
  expect(await first('Meet Aria 2')).not.toBe('numeral')
})

test('a wide logo is smaller beside a wide button on the band of the stripes', async () => {
  const cta = 'Book online until 20 December'
  const copy = { headline: 'Winter check', cta }
  for (const width of [120, 1080]) {
    const [choice] = await chooseLayouts(
      fonts,
      layoutRequest(copy, {
        hasPicture: false,
        layout: 'stripes',
        logos: [await pillLogo([20, 30, 60], { width, height: 120 })],
      }),
      undefined,
    )
    expect(choice.layout).toBe('stripes')
  }
})
