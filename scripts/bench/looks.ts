/**
 * Renders the campaigns of `looks.json` and counts what a reader of the pictures would find wrong:
 * `bun scripts/bench/looks.ts [--briefs FILE] [--out FOLDER] [--photos FOLDER] [--only 1,2,20] [--seed 100]`.
 * `--briefs` names a JSON file with other briefs (and kits, else those of `looks.json`) of the same form. `--out` keeps each asset as PNG and a sheet per campaign; campaigns with a photo need the folder of photos. `--sheet FILE.jpg`
 * draws the first 24 campaigns of a run, as the README of Area B shows them.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { Asset } from '../../src/campaign/compose/asset.ts'
import { logoContrastMin } from '../../src/campaign/compose/logo-tones.ts'
import { startCampaignServer } from '../../test/support/campaign-server.ts'
import looks from './looks.json'

interface Look {
  kit: string
  command: string
  text?: Record<string, string>
  photo?: string
}

interface Looks {
  kits: Record<string, { logo: string; palette: string[] }>
  briefs: readonly Look[]
}

const { values } = parseArgs({
  options: {
    briefs: { type: 'string' },
    out: { type: 'string' },
    photos: { type: 'string' },
    sheet: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string' },
  },
})
const textContrastMin = 4.5
/** From this size on, type of at least 700 weight needs less contrast. */
const largeTypePx = 60
const largeContrastMin = 3
const order = ['square', 'landscape', 'portrait']
const sheetHeight = 720
const overview = { columns: 4, campaigns: 24, height: 140, gap: 4 }
/** Of the campaigns of the overview. */
const rows: Buffer[] = []

const server = await startCampaignServer()
const { pool } = server.area.deps
const run = pool.run.bind(pool)
/** Of the campaign that is being rendered, with boxes and contrasts, which responses do not have. */
const made: Asset[] = []
pool.run = async (kind, input, signal) => {
  const output = await run(kind, input, signal)
  // Its bytes are handed on to be stored.
  if (isAsset(output)) made.push({ ...output, png: output.png.slice() })
  return output
}

const { kits, briefs }: Looks =
  values.briefs === undefined ? looks : { ...looks, ...JSON.parse(await readFile(values.briefs, 'utf8')) }
await addKits()
const counts = {
  campaigns: 0,
  refused: 0,
  assets: 0,
  'logo edges below 3:1 without a warning': 0,
  'text below its contrast': 0,
  'assets whose type or logo covers the subject': 0,
  'campaigns with several logo places or treatments': 0,
  'texts of several lines': 0,
  'one-word last lines': 0,
}
const shares: Record<string, number> = {}
const only = values.only?.split(',').map(Number)
for (const [index, look] of briefs.entries()) {
  const number = index + 1
  if (only !== undefined && !only.includes(number)) continue
  if (look.photo !== undefined && values.photos === undefined) {
    console.log(`${number} left out: it needs --photos`)
    continue
  }
  await render(number, look)
}
await server.stop()
if (values.sheet !== undefined) await drawOverview(values.sheet)
for (const [name, count] of Object.entries(counts)) console.log(`${String(count).padStart(5)}  ${name}`)
for (const [layout, count] of Object.entries(shares).toSorted(([, a], [, b]) => b - a))
  console.log(`${((100 * count) / counts.campaigns).toFixed(1).padStart(5)} %  ${layout}`)
process.exit(0)

function isAsset(output: object): output is Asset {
  return 'proof' in output
}

async function addKits(): Promise<void> {
  for (const [id, { logo, palette }] of Object.entries(kits)) {
    const logoUrl = await uploaded('/api/upload-logo', 'logo', new Blob([logo], { type: 'image/svg+xml' }))
    const answer = await server.post('/api/brand-kits', { id, name: id, logoUrl, palette })
    if (!answer.ok) throw new Error(await answer.text())
  }
}

async function uploaded(path: string, field: 'logo' | 'photo', file: Blob): Promise<string> {
  const body = new FormData()
  body.set(field, file, field)
  const answer = await (await fetch(`${server.url}${path}`, { method: 'POST', body })).json()
  const url: unknown = answer.logoUrl ?? answer.photo?.url
  if (typeof url !== 'string') throw new Error(JSON.stringify(answer))
  return url
}

async function render(number: number, { kit, command, text, photo }: Look): Promise<void> {
  const baseImageUrl =
    photo &&
    (await uploaded(
      `/api/brand-kits/${kit}/photos`,
      'photo',
      new Blob([await readFile(join(values.photos ?? '', photo))]),
    ))
  made.length = 0
  const parameters = {
    brandKitId: kit,
    seed: Number(values.seed ?? 0) + number,
    formats: ['square', 'landscape', 'portrait'],
    ...(text && { text }),
    ...(baseImageUrl && { baseImageUrl }),
  }
  const answer = await (await server.post('/api/agent', { command, parameters })).json()
  counts.campaigns += 1
  if (answer.status !== 'completed') {
    counts.refused += 1
    console.log(`${number} refused: ${JSON.stringify(answer.error)}`)
    return
  }
  const { layout, warnings = [], scene } = answer
  shares[layout] = (shares[layout] ?? 0) + 1
  console.log(
    `${number} ${layout} ${scene?.family ?? scene?.provider ?? ''} (${kit}) ${command.slice(0, 60)}`,
  )
  for (const warning of warnings) console.log(`   ${warning}`)
  const assets = made.toSorted((a, b) => order.indexOf(a.format) - order.indexOf(b.format))
  count(assets, warnings)
  if (values.out !== undefined) await save(values.out, number, assets)
  if (values.sheet !== undefined && rows.length < overview.campaigns)
    rows.push(await sideBySide(assets, overview))
}

function count(assets: readonly Asset[], warnings: readonly string[]): void {
  counts.assets += assets.length
  const places = new Set<string>()
  const treatments = new Set<string>()
  for (const { logo, copy, layout, format, width, height } of assets) {
    if (logo !== undefined) {
      const isLow = logo.box.top + logo.box.height / 2 > height / 2
      places.add(`${logo.placement} ${isLow}`)
      const isNamed = warnings.some((text) => /logo's contrast/.test(text))
      if (logo.contrast < logoContrastMin && !isNamed) add('logo edges below 3:1 without a warning', format)
    }
    for (const { part, lines, contrast, fontSizePx } of copy) {
      const least =
        (part === 'headline' || part === 'badge') && fontSizePx >= largeTypePx
          ? largeContrastMin
          : textContrastMin
      if (contrast < least) add('text below its contrast', `${format} ${part} ${contrast.toFixed(2)}`)
      if (lines.length < 2) continue
      counts['texts of several lines'] += 1
      if (isOneWord(lines)) add('one-word last lines', `${format} ${part}: ${lines.join(' / ')}`)
    }
    treatments.add(`${layout} ${copy.find(({ part }) => part === 'headline')?.color} ${width > 0}`)
  }
  for (const warning of warnings) {
    const formats = /does not keep the subject .*\(([^)]+)\)/.exec(warning)?.[1]
    for (const format of formats?.split(', ') ?? [])
      add('assets whose type or logo covers the subject', format)
  }
  if (places.size > 1 || treatments.size > 1)
    add('campaigns with several logo places or treatments', [...places, ...treatments].join('; '))
}

/** Of words of scripts with spaces: the last line is one word, shorter than half of the longest line. */
function isOneWord(lines: readonly string[]): boolean {
  const last = lines.at(-1)?.trim() ?? ''
  const longest = Math.max(...lines.map((line) => line.length))
  const hasSpaces =
    lines.join(' ').includes(' ') && !/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u.test(last)
  return hasSpaces && !/\s/.test(last) && last.length < longest / 2
}

function add(name: keyof typeof counts, what: string): void {
  counts[name] += 1
  console.log(`   ${name}: ${what}`)
}

async function save(folder: string, number: number, assets: readonly Asset[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const name = String(number).padStart(2, '0')
  for (const { format, png } of assets) await Bun.write(join(folder, `${name}-${format}.png`), png)
  await Bun.write(join(folder, `${name}.png`), await sideBySide(assets, { height: sheetHeight, gap: 8 }))
}

async function sideBySide(
  assets: readonly Asset[],
  { height, gap }: { height: number; gap: number },
): Promise<Buffer> {
  const cells: { input: Buffer; left: number; top: number }[] = []
  let left = 0
  for (const { png } of assets) {
    const { data, info } = await sharp(png).resize({ height }).png().toBuffer({ resolveWithObject: true })
    cells.push({ input: data, left, top: 0 })
    left += info.width + gap
  }
  return await onWhite(left - gap, height, cells)
    .png()
    .toBuffer()
}

async function drawOverview(file: string): Promise<void> {
  const { columns, height, gap } = overview
  const { width: cell = 0 } = rows[0] === undefined ? {} : await sharp(rows[0]).metadata()
  const places = rows.map((input, index) => ({
    input,
    left: (index % columns) * (cell + gap),
    top: Math.floor(index / columns) * (height + gap),
  }))
  const lines = Math.ceil(rows.length / columns)
  await onWhite(columns * (cell + gap) - gap, lines * (height + gap) - gap, places)
    .jpeg({ quality: 72, mozjpeg: true })
    .toFile(file)
}

function onWhite(width: number, height: number, cells: { input: Buffer; left: number; top: number }[]) {
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite(cells)
}
