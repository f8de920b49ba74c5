/**
 * How long one caller waits for an upload and a run while another keeps 40 uploads of costly files in flight, as ratios of
 * its times without them: `bun run bench:flood`, ten minutes; `--minutes N`.
 */
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { startCampaignProcess } from './support/campaign-process.ts'
import { quantile } from './support/quantile.ts'

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    // The process that floods: the server's address and the caller's key.
    flood: { type: 'string' },
    key: { type: 'string', default: '' },
  },
})
const minutes = Number(flags.minutes)
const quietTurns = 30
const uploadsInFlight = 40
const pauseMs = 1_000
const ratioMax = 2
if (flags.flood !== undefined) {
  await flood(flags.flood, flags.key)
  process.exit(0)
}

const mark = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#0b5d4e' } })
  .png()
  .toBuffer()
const logo = file('logo.png', mark, 'image/png')
const server = await startCampaignProcess({ callers: 2 })
const [flooding = '', waiting = ''] = server.keys

for (let turn = 0; turn < 6; turn += 1) await oneTurn(turn)
const quiet = await measure((turn) => turn < quietTurns)
const command = [process.execPath, import.meta.path, '--flood', server.url, '--key', flooding]
const flooder = Bun.spawn(command, { stdin: 'pipe', stdout: 'inherit' })
const endsAt = performance.now() + 60_000 * minutes
const flooded = await measure(() => performance.now() < endsAt)
await flooder.stdin.end()
await flooder.exited
await server.stop()

console.log(
  `one caller with ${uploadsInFlight} uploads in flight for ${minutes} minutes, the other's times in ms`,
)
console.log('           quiet p50    p95   flooded p50    p95   turns   ratio of p95')
for (const [name, before, during] of [
  ['upload', quiet.uploads, flooded.uploads],
  ['run', quiet.runs, flooded.runs],
] as const) {
  const ratio = quantile(during, 0.95) / quantile(before, 0.95)
  const cells = [
    [quantile(before, 0.5), 14],
    [quantile(before, 0.95), 7],
    [quantile(during, 0.5), 14],
    [quantile(during, 0.95), 7],
    [during.length, 8],
  ] as const
  const columns = cells.map(([cell, width]) => cell.toFixed(0).padStart(width)).join('')
  const word = ratio > ratioMax ? ': too slow' : ''
  console.log(`${name.padEnd(6)}${columns}   ${ratio.toFixed(2)} (limit ${ratioMax}${word})`)
}

async function measure(isGoing: (turn: number) => boolean) {
  const uploads: number[] = []
  const runs: number[] = []
  for (let turn = 0; isGoing(turn); turn += 1) {
    const { uploadMs, runMs } = await oneTurn(turn)
    uploads.push(uploadMs)
    runs.push(runMs)
    await Bun.sleep(200)
  }
  return { uploads, runs }
}

/** @throws when the waiting caller is refused */
async function oneTurn(turn: number) {
  const startedAt = performance.now()
  await expectOk('upload', await upload(server.url, waiting, logo))
  const uploadedAt = performance.now()
  const command = `Calm sea at dawn. Headline "Number ${turn}".`
  const parameters = { formats: ['square'], brandKitId: 'demo-launch' }
  const run = await fetch(`${server.url}/api/agent`, {
    method: 'POST',
    headers: { authorization: `Bearer ${waiting}`, 'content-type': 'application/json' },
    body: JSON.stringify({ command, parameters }),
  })
  await expectOk('run', run)
  return { uploadMs: uploadedAt - startedAt, runMs: performance.now() - uploadedAt }
}

/** Until the standard input ends; then its answers are printed. */
async function flood(url: string, key: string) {
  const files = [file('masks.svg', nestedMasks()), file('blurs.svg', blurs())] as const
  const outcomes = new Map<string, number>()
  let isEnding = false
  const send = async (first: number) => {
    for (let index = first; !isEnding; index += 1) {
      const response = await upload(url, key, files[index % 2] ?? files[0])
      const { error } = await response.json()
      const outcome = `${response.status} ${error ?? ''}`
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      await Bun.sleep(pauseMs)
    }
  }
  const sending = Array.from({ length: uploadsInFlight }, (_, index) => send(index))
  await Bun.stdin.text()
  isEnding = true
  await Promise.all(sending)
  console.log('answers to the flood')
  for (const [outcome, count] of [...outcomes].sort())
    console.log(`  ${String(count).padStart(6)}  ${outcome}`)
}

async function expectOk(what: string, response: Response) {
  const text = await response.text()
  if (!response.ok) throw new Error(`The ${what} was answered ${response.status}: ${text.slice(0, 200)}`)
}

async function upload(url: string, key: string, picture: File): Promise<Response> {
  const body = new FormData()
  body.append('logo', picture)
  const headers = { authorization: `Bearer ${key}` }
  return await fetch(`${url}/api/upload-logo`, { method: 'POST', headers, body })
}

function file(name: string, content: string | Uint8Array, type = 'image/svg+xml'): File {
  return new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type })
}

/** Each mask uses the class of the next one twice: the number of drawings doubles with each level. */
function nestedMasks(): string {
  const levels = Array.from({ length: 40 }, (_, level) => level)
  const style = levels.map((level) => `.m${level}{mask:url(#m${level})}`).join('')
  const masks = levels.map(
    (level) =>
      `<mask id="m${level}"><g class="m${level + 1}"><rect width="900" height="900" fill="#fff"/></g><g class="m${level + 1}"><rect width="900" height="900" fill="#fff"/></g></mask>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><style>${style}</style>${masks.join('')}<rect class="m0" width="900" height="900"/></svg>`
}

/** Ten blurs over the whole picture, which the limits of filters allow. */
function blurs(): string {
  const filters = Array.from(
    { length: 10 },
    (_, index) => `<filter id="f${index}"><feGaussianBlur stdDeviation="${20 + index}"/></filter>`,
  )
  const shapes = filters.map(
    (_, index) => `<circle cx="450" cy="450" r="${400 - index}" fill="#0b5d4e" filter="url(#f${index})"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${filters.join('')}${shapes.join('')}</svg>`
}
