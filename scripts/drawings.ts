import { join } from 'node:path'
import { icons } from '@iconify-json/fluent-emoji-flat'
import chars from '@iconify-json/fluent-emoji-flat/chars.json'
import { categories } from '@iconify-json/fluent-emoji-flat/metadata.json'
import sharp from 'sharp'
import { linearOf, parseHex } from '../src/campaign/compose/color.ts'
import pictograms from '../src/campaign/compose/pictograms/pictograms.json'
import signs from '../src/campaign/compose/pictograms/signs.json'
import { oklabOf } from '../src/campaign/numeric/color.ts'

/**
 * Generates the drawings of pictograms: Fluent Emoji whose fills are numbers of colours, each with its place between the
 * darkest and the lightest and its OKLab a and b. Warm and green colours of food, plants and animals, but not of containers,
 * have their lightness as well. `--check` writes nothing and exits with 1 when the file is out of date.
 */
const root = join(import.meta.dir, '..')
const file = 'src/campaign/compose/pictograms/drawings.json'
const side = 32
/** Pixels of a unit where drawings are measured. */
const scale = 10
/** OKLab lightness of what is drawn with the darkest and the lightest tone. */
const [darkest, lightest] = [0.35, 0.95]
const natural = new Set([...categories['Animals & Nature'], ...categories['Food & Drink']])
/** OKLab b up to which a colour is a grey, or a blue, a violet or a magenta. */
const warmFrom = 0.02
/** Difference of lightness in a drawing from which ranks count as much as lightness. */
const spreadOfRanks = 0.25

const drawn = Object.keys(pictograms).filter((emoji) => !signs.undrawn.includes(emoji))
const rows = await Promise.all(drawn.map(async (emoji) => [emoji, await drawingOf(emoji)]))
const text = `{\n${rows.map((row) => row.map((value) => JSON.stringify(value)).join(': ')).join(',\n')}\n}\n`
if (!process.argv.includes('--check')) await Bun.write(join(root, file), text)
else if ((await Bun.file(join(root, file)).text()) !== text) {
  console.error(`${file} is out of date: run \`bun run generate\``)
  process.exit(1)
}

async function drawingOf(emoji: string) {
  const points = [...emoji]
    .map((char) => (char.codePointAt(0) ?? 0).toString(16))
    .filter((point) => point !== 'fe0f')
  const names: Readonly<Record<string, string>> = chars
  const name = names[points.join('-')] ?? names[`${points.join('-')}-fe0f`]
  const icon = icons.icons[name ?? '']
  if (name === undefined || icon === undefined)
    throw new Error(`Cannot draw ${emoji} as the package has no drawing of it`)
  const plain = withoutGradients(icon.body)
  const colors = [...new Set(plain.match(/#[0-9a-f]{3,6}\b/g))]
  const body = plain.replace(/#[0-9a-f]{3,6}\b/g, (color) => String(colors.indexOf(color)))
  return {
    body,
    colors: placesOf(colors, natural.has(name) && !signs.branded.includes(emoji)),
    shares: await sharesOf(body, colors.length),
    box: await boxOf(plain),
  }
}

/** A gradient becomes its first colour. */
function withoutGradients(body: string): string {
  const first = new Map(
    [...body.matchAll(/id="([^"]+)"[^>]*><stop[^>]*?stop-color="(#[0-9a-f]+)"/g)].map(
      ([, id = '', color = '']) => [id, color],
    ),
  )
  return body
    .replace(/<defs>.*<\/defs>/, '')
    .replace(/url\(#([^)]+)\)/g, (_, id: string) => first.get(id) ?? '#888888')
}

/** Of each colour: its place, by its lightness and, where they differ, by its rank in the drawing, its a and b, and, where it is to stay, its lightness. */
function placesOf(colors: readonly string[], isNatural: boolean): number[][] {
  const labs = colors.map((color) =>
    oklabOf(linearOf(parseHex(color.length === 4 ? color.replace(/[0-9a-f]/g, '$&$&') : color))),
  )
  const ranked = labs.toSorted((one, other) => one.l - other.l)
  const spread = (ranked.at(-1)?.l ?? 0) - (ranked[0]?.l ?? 0)
  const rankShare = 0.5 * Math.min(1, spread / spreadOfRanks)
  return labs.map((lab) => {
    const own = Math.min(1, Math.max(0, (lab.l - darkest) / (lightest - darkest)))
    const rank = ranked.indexOf(lab) / Math.max(1, labs.length - 1)
    const place = (1 - rankShare) * own + rankShare * rank
    const kept = isNatural && lab.b > warmFrom ? [lab.l] : []
    return [place, lab.a, lab.b, ...kept].map((value) => Math.round(value * 1000) / 1000)
  })
}

/** The part of the drawing that each colour is seen on. */
async function sharesOf(body: string, count: number): Promise<number[]> {
  const filled = body.replace(
    /fill="(\d+)"/g,
    (_, color) => `fill="#0000${(1 + Number(color)).toString(16).padStart(2, '0')}"`,
  )
  const data = await sharp(svgOf(`<g shape-rendering="crispEdges">${filled}</g>`))
    .ensureAlpha()
    .raw()
    .toBuffer()
  const seen = Array.from({ length: count }, () => 0)
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] === 255) seen[(data[at + 2] ?? 0) - 1] = (seen[(data[at + 2] ?? 0) - 1] ?? 0) + 1
  const all = seen.reduce((sum, pixels) => sum + pixels, 0)
  return seen.map((pixels) => Math.round((100 * pixels) / all) / 100)
}

function svgOf(body: string): Buffer {
  const size = side * scale
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${size}" height="${size}">${body}</svg>`,
  )
}

/** What is drawn on, as left, top, width and height. */
async function boxOf(body: string): Promise<number[]> {
  const { info } = await sharp(svgOf(body))
    .trim({ background: '#ffffff00', threshold: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { trimOffsetLeft = 0, trimOffsetTop = 0, width, height } = info
  return [-trimOffsetLeft, -trimOffsetTop, width, height].map((value) => value / scale)
}
