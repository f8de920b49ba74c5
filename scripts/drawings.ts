import { join } from 'node:path'
import { icons } from '@iconify-json/fluent-emoji-flat'
import chars from '@iconify-json/fluent-emoji-flat/chars.json'
import sharp from 'sharp'
import { linearOf, parseHex } from '../src/campaign/compose/color.ts'
import pictograms from '../src/campaign/compose/pictograms/pictograms.json'
import { oklabOf } from '../src/campaign/numeric/color.ts'

/**
 * Generates the drawings of pictograms: Fluent Emoji whose fills are numbers of colours, each with its place between the
 * darkest and the lightest and its OKLab a and b. `--check` writes nothing and exits with 1
 * when the file is not what the package would give now.
 */
const root = join(import.meta.dir, '..')
const file = 'src/campaign/compose/pictograms/drawings.json'
const side = 32
/** OKLab lightness of what is drawn with the darkest and the lightest tone. */
const [darkest, lightest] = [0.35, 0.95]
/** Difference of lightness in a drawing from which ranks count as much as lightness. */
const spreadOfRanks = 0.25

const drawings = Object.fromEntries(
  await Promise.all(Object.keys(pictograms).map(async (emoji) => [emoji, await drawingOf(emoji)] as const)),
)
const text = `{\n${Object.entries(drawings)
  .map((entry) => entry.map((value) => JSON.stringify(value)).join(': '))
  .join(',\n')}\n}\n`
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
  if (icon === undefined) throw new Error(`Cannot draw ${emoji} as the package has no drawing of it`)
  const plain = withoutGradients(icon.body)
  const colors = [...new Set(plain.match(/#[0-9a-f]{3,6}\b/g))]
  const body = plain.replace(/#[0-9a-f]{3,6}\b/g, (color) => String(colors.indexOf(color)))
  return { body, colors: placesOf(colors), box: await boxOf(plain) }
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

/** Of each colour: its place, by its lightness and, where they differ, by its rank in the drawing, and its a and b. */
function placesOf(colors: readonly string[]): number[][] {
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
    return [place, lab.a, lab.b].map((value) => Math.round(value * 1000) / 1000)
  })
}

/** What is drawn on, as left, top, width and height. */
async function boxOf(body: string): Promise<number[]> {
  const scale = 10
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${side * scale}" height="${side * scale}">${body}</svg>`
  const { info } = await sharp(Buffer.from(svg))
    .trim({ background: '#ffffff00', threshold: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { trimOffsetLeft = 0, trimOffsetTop = 0, width, height } = info
  return [-trimOffsetLeft, -trimOffsetTop, width, height].map((value) => value / scale)
}
