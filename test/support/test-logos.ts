import sharp from 'sharp'

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
type Random = () => number

interface Drawing {
  svg: string
  random: Random
}

const whole = (random: Random, min: number, max: number) => min + Math.floor(random() * (max - min + 1))

const hex = (random: Random) => `#${whole(random, 0, 0xffffff).toString(16).padStart(6, '0')}`

const pixels = ({ svg }: Drawing) => sharp(Buffer.from(svg)).ensureAlpha()

const onPaper = (drawing: Drawing) => pixels(drawing).flatten({ background: hex(drawing.random) })

/** How each kind is made from a drawing; the order decides which seed makes which kind. */
const kinds: readonly (readonly [kind: string, make: (drawing: Drawing) => Promise<Uint8Array>])[] = [
  ['svg', async ({ svg }) => new TextEncoder().encode(svg)],
  ['opaque PNG', (drawing) => onPaper(drawing).png().toBuffer()],
  [
    'PNG with soft edges',
    (drawing) =>
      pixels(drawing)
        .blur(1 + 4 * drawing.random())
        .png()
        .toBuffer(),
  ],
  ['PNG in Display P3', (drawing) => pixels(drawing).withIccProfile('p3').png().toBuffer()],
  ['PNG with a palette', (drawing) => pixels(drawing).png({ palette: true }).toBuffer()],
  ['greyscale PNG', (drawing) => pixels(drawing).toColourspace('b-w').png().toBuffer()],
  ['16-bit PNG', (drawing) => pixels(drawing).toColourspace('rgb16').png().toBuffer()],
  ['CMYK JPEG', (drawing) => onPaper(drawing).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
  ['JPEG on its side', (drawing) => onPaper(drawing).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
  ['lossless WebP', (drawing) => pixels(drawing).webp({ lossless: true }).toBuffer()],
  ['lossy WebP', (drawing) => pixels(drawing).webp({ quality: 80 }).toBuffer()],
  ['PNG of one colour', (drawing) => pixels(drawing).png().toBuffer()],
  ['SVG of one colour', async ({ svg }) => new TextEncoder().encode(svg)],
]

/** The number of kinds: that many seeds in a row make each kind once. */
export const testLogoKinds = kinds.length

/** A logo of a kind that the seed decides, with 60 to 400 pixels a side; the same seed makes the same bytes. */
export async function testLogo(seed: number): Promise<{ kind: string; bytes: Uint8Array }> {
  const [kind, make] = kinds[seed % kinds.length] ?? kinds[0] ?? []
  if (kind === undefined || make === undefined) throw new RangeError('Expected a kind of logo')
  const random = randomFrom(seed)
  const svg = drawLogo(random, kind.endsWith('of one colour') ? hex(random) : undefined)
  return { kind, bytes: new Uint8Array(await make({ svg, random })) }
}

/** Overlapping shapes, some of them rings and strokes, that leave part of the canvas empty. */
function drawLogo(random: Random, onlyColor: string | undefined): string {
  const width = whole(random, 60, 400)
  const height = whole(random, 60, 400)
  const color = () => onlyColor ?? hex(random)
  const at = (side: number) => (side * (0.1 + 0.8 * random())).toFixed(2)
  const radius = () => (Math.min(width, height) * (0.1 + 0.25 * random())).toFixed(2)
  const shapes = [
    () => `<circle cx="${at(width)}" cy="${at(height)}" r="${radius()}" fill="${color()}"/>`,
    () =>
      `<circle cx="${at(width)}" cy="${at(height)}" r="${radius()}" fill="none" stroke="${color()}" stroke-width="6"/>`,
    () =>
      `<path d="M${at(width)} ${at(height)}L${at(width)} ${at(height)} ${at(width)} ${at(height)}Z" fill="${color()}"/>`,
    () =>
      `<path d="M${at(width)} ${at(height)}C${at(width)} ${at(height)} ${at(width)} ${at(height)} ${at(width)} ${at(height)}" fill="none" stroke="${color()}" stroke-width="9" stroke-linecap="round"/>`,
  ]
  const drawn = Array.from({ length: whole(random, 2, 6) }, () =>
    shapes[whole(random, 0, shapes.length - 1)]?.(),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawn.join('')}</svg>`
}

function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
