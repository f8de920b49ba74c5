/** Draws the README's picture of Area B, 24 briefs in three formats each: `bun scripts/campaign-sheet.ts [FILE]`. */
import { join } from 'node:path'
import sharp from 'sharp'
import { startCampaignServer } from '../test/support/campaign-server.ts'
import briefs from './campaign-briefs.json'

const [file = join(import.meta.dir, '../src/campaign/campaign.jpg')] = process.argv.slice(2)
const columns = 4
const rowHeight = 150
const gap = 4

const server = await startCampaignServer()
const rows: { input: Buffer; left: number; top: number }[] = []
let cellWidth = 0
for (const [index, command] of briefs.entries()) {
  const parameters = { brandKitId: 'demo-launch', seed: index, formats: ['square', 'landscape', 'portrait'] }
  const run = await (await server.post('/api/agent', { command, parameters })).json()
  if (run.status !== 'completed') throw new Error(`"${command}": ${JSON.stringify(run.error)}`)
  console.log(
    `${run.layout.padEnd(12)} ${command}${run.warnings.map((text: string) => `\n  ${text}`).join('')}`,
  )
  let left = (index % columns) * (cellWidth + gap)
  const top = Math.floor(index / columns) * (rowHeight + gap)
  const from = left
  for (const { previewUrl } of run.assets) {
    const preview = await (await fetch(previewUrl)).bytes()
    const { data, info } = await sharp(preview)
      .resize({ height: rowHeight })
      .removeAlpha()
      .png()
      .toBuffer({ resolveWithObject: true })
    rows.push({ input: data, left, top })
    left += info.width + gap
  }
  cellWidth = left - from
}
await server.stop()
const width = columns * (cellWidth + gap) - gap
const height = Math.ceil(briefs.length / columns) * (rowHeight + gap) - gap
await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
  .composite(rows)
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(file)
process.exit(0)
