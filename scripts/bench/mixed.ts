/**
 * What a server is like after hours of everything at once: reads, scans, reports, campaign runs, uploads, faults and
 * cycles, calls by MCP, and ten live streams. Every ten minutes a line with memory, open files, children and disk; at the end
 * the errors, the slowest refusals, how it stopped, and whether everything that was confirmed is there after a start.
 * `bun scripts/bench/mixed.ts`, two hours on PGlite; `--minutes N`, `--program dist/cairn` for an executable, `DATABASE_URL`
 * for an empty PostgreSQL.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { freePort } from '../../test/support/free-port.ts'
import { lineAfter } from './support/server.ts'

const { values: flags } = parseArgs({
  options: { minutes: { type: 'string', default: '120' }, program: { type: 'string' } },
})
const minutes = Number(flags.minutes)
const samples = Math.max(1, Math.round(minutes / 10))
const streams = 10
/** Of both starts, so that the second one finds the same site. */
const sampleSite = await freePort()
const dataDir = mkdtempSync(join(tmpdir(), 'cairn-mixed-'))
const command =
  flags.program === undefined
    ? [process.execPath, join(import.meta.dir, '../../src/main.ts')]
    : [flags.program]
const logo = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#0b5d4e' } })
  .png()
  .toBuffer()

let server = await start()
let ending = false
let unanswered = 0
let requests = 0
let streamEnds = 0
/** By name, status and slug. */
const failures = new Map<string, { count: number; msMax: number }>()
/** Paths whose resources the server confirmed, with the headers that reading them needs. */
const confirmed = new Map<string, Record<string, string>>()
const fault = { type: 'rpc_429', ttlSeconds: 20, probability: 0.3 }
const question = { message: 'How long is a report kept?', productKey: 'receivables' }
const answers = { role: 'Finance or accounting' }
const report = { consent: true, path: 'manual', answers, recommendation: { product: { key: 'receivables' } } }
const pages = ['/', '/explorer', '/docs', '/openapi.json', '/api/catalog', '/api/brand-kits']
const reads = [
  '/api/explorer/milestones?limit=50',
  '/api/treasury',
  '/api/activity',
  '/api/recovery',
  ...pages,
]

/**
 * Seconds between two of them, and the work; each waits for its own end. None is 30, when the server closes idle connections: a
 * request at that moment has no answer.
 */
const work: [seconds: number, work: (turn: number) => Promise<unknown>][] = [
  [0.2, (turn) => ask('read', reads[turn % reads.length] ?? '/')],
  [4, () => ask('chat', '/api/chat', question)],
  [6, () => ask('diagnose', '/api/diagnose', answers)],
  [10, saveReport],
  [15, () => ask('mcp', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, mcpHeaders)],
  [20, () => ask('scan', '/api/scan', { url: `http://larkfield-cycles.localhost:${sampleSite}/` }, fresh)],
  [25, runCampaign],
  [40, () => ask('fault', '/api/chaos', fault)],
  [45, () => ask('cycle', '/api/chaos/verify', {})],
  [60, uploadLogo],
]
const mcpHeaders = { accept: 'application/json, text/event-stream' }
const fresh = { 'cache-control': 'no-cache' }

console.log(
  `${minutes} minutes of mixed load on ${process.env['DATABASE_URL'] === undefined ? 'PGlite' : 'PostgreSQL'}`,
)
console.log('minute   RSS MB   files   children   disk MB   requests   5xx   load')
const running = [...work.map(([seconds, each]) => keepDoing(seconds, each)), ...keepStreams()]
printSample(0)
for (let sample = 1; sample <= samples; sample += 1) {
  await Bun.sleep((minutes * 60_000) / samples)
  printSample((minutes * sample) / samples)
}
ending = true
await Promise.all(running)

console.log(
  `\n${requests} requests, ${unanswered} without an answer, ${streamEnds} live streams ended by the server`,
)
for (const [what, { count, msMax }] of [...failures].sort())
  console.log(`  ${String(count).padStart(6)}  ${what}, after ${msMax.toFixed(0)} ms at most`)
const stopMs = await stop()
console.log(`stopped after ${stopMs.toFixed(0)} ms with exit code ${server.child.exitCode}`)
server = await start()
let lost = 0
for (const [path, headers] of confirmed) {
  const status = await readAgain(path, headers)
  if (status === 200) continue
  lost += 1
  console.log(`  lost: ${path} is ${status}`)
}
console.log(`${confirmed.size} confirmed reports, drafts, kits and receipts, ${lost} lost`)
await stop()
rmSync(dataDir, { recursive: true, force: true })

async function start() {
  const log = Bun.file(join(dataDir, 'log'))
  const child = Bun.spawn([...command, 'demo'], {
    env: {
      ...{ PATH: process.env['PATH'], PORT: '0', SAMPLE_PORT: String(sampleSite) },
      DATA_DIR: join(dataDir, 'data'),
      ...(process.env['DATABASE_URL'] !== undefined && { DATABASE_URL: process.env['DATABASE_URL'] }),
      ...{ RATE_SCAN_PER_MINUTE: '1000', RATE_CHAOS_PER_MINUTE: '1000', RATE_REPORTS_PER_MINUTE: '1000' },
    },
    stdout: 'pipe',
    stderr: log,
  })
  return { child, url: await lineAfter(child.stdout, 'ready ') }
}

/** Its status; a refused reading (429, 503) says nothing about a loss, and is repeated when the answer says. */
async function readAgain(path: string, headers: Record<string, string>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(server.url + path, { headers })
    const { status } = response
    if ((status !== 429 && status !== 503) || tries === 60) return status
    await Bun.sleep(1_000 * Number(response.headers.get('retry-after') ?? 2))
  }
}

async function stop(): Promise<number> {
  const startedAt = performance.now()
  server.child.kill('SIGTERM')
  await server.child.exited
  return performance.now() - startedAt
}

async function keepDoing(seconds: number, each: (turn: number) => Promise<unknown>) {
  for (let turn = 0; !ending; turn += 1) {
    const nextAt = performance.now() + 1000 * seconds
    await each(turn)
    while (!ending && performance.now() < nextAt)
      await Bun.sleep(Math.min(500, Math.max(1, nextAt - performance.now())))
  }
}

function keepStreams(): Promise<void>[] {
  return Array.from({ length: streams }, async () => {
    while (!ending) {
      const response = await fetch(`${server.url}/api/activity/stream`).catch(() => undefined)
      const reader = response?.body?.getReader()
      while (!ending && reader !== undefined) {
        const read = await Promise.race([reader.read().catch(() => ({ done: true })), Bun.sleep(1_000)])
        if (read?.done === true) break
      }
      await reader?.cancel().catch(() => {})
      if (!ending) {
        streamEnds += 1
        await Bun.sleep(1_000)
      }
    }
  })
}

/** The answer's body, or undefined without a success, which is counted. */
async function ask(
  name: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown> | undefined> {
  const isForm = body instanceof FormData
  const startedAt = performance.now()
  requests += 1
  try {
    const response = await fetch(server.url + path, {
      headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const answer: Record<string, unknown> = isJson ? JSON.parse(text) : {}
    if (response.ok) return answer
    const { error } = answer
    const slug = typeof error === 'object' ? JSON.stringify(error).slice(0, 80) : String(error)
    countFailure(`${name} ${response.status} ${slug}`, performance.now() - startedAt)
  } catch (error) {
    unanswered += 1
    countFailure(`${name}: ${error instanceof Error ? error.message : error}`, performance.now() - startedAt)
  }
  return undefined
}

function countFailure(what: string, ms: number) {
  const { count = 0, msMax = 0 } = failures.get(what) ?? {}
  failures.set(what, { count: count + 1, msMax: Math.max(msMax, ms) })
}

async function saveReport(turn: number) {
  const saved = await ask('report', '/api/reports', report)
  if (saved === undefined) return
  const path = `/api/reports/${saved['id']}`
  confirmed.set(path, {})
  if (turn % 2 === 0) return
  const headers = { 'x-deletion-token': String(saved['deletionToken']) }
  const { status } = await fetch(server.url + path, { method: 'DELETE', headers })
  // A refused deletion leaves the report.
  if (status < 300) confirmed.delete(path)
}

async function runCampaign(turn: number) {
  const command = `Summer launch over a calm sea at dawn. Headline "Number ${turn}".`
  const run = await ask('run', '/api/agent', {
    command,
    parameters: { brandKitId: 'demo-launch', formats: ['square'] },
  })
  if (run === undefined) return
  const token = String(run['studioReviewUrl']).split('#')[1] ?? ''
  confirmed.set(`/api/drafts/${run['draftId']}`, { authorization: `Bearer ${token}` })
  confirmed.set(`/api/provenance?receiptId=${run['provenanceReceiptId']}`, {})
  await ask('asset', new URL(String(run['resultUrl'])).pathname)
  await ask('verification', '/api/provenance/verify', { receiptId: run['provenanceReceiptId'] })
}

async function uploadLogo(turn: number) {
  const form = new FormData()
  form.append('logo', new Blob([new Uint8Array(logo)], { type: 'image/png' }), 'logo.png')
  const uploaded = await ask('upload', '/api/upload-logo', form)
  if (uploaded === undefined) return
  const kit = { name: `Kit ${turn}`, palette: ['#1d4ed8', '#f59e0b'], logoUrl: uploaded['url'] }
  const created = await ask('kit', '/api/brand-kits', kit)
  const { kit: made } = created ?? {}
  if (typeof made === 'object' && made !== null && 'id' in made)
    confirmed.set(`/api/brand-kits/${made.id}`, {})
}

function printSample(minute: number) {
  const { pid } = server.child
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').length
  const disk = Number(Bun.spawnSync(['du', '-sk', dataDir]).stdout.toString().split('\t')[0])
  const errors = [...failures]
    .filter(([what]) => / 5\d\d /.test(what))
    .reduce((sum, [, { count }]) => sum + count, 0)
  const cells = [
    [minute, 6],
    [Math.round(kilobytes / 1024), 9],
    [readdirSync(`/proc/${pid}/fd`).length, 8],
    [children, 11],
    [Math.round(disk / 1024), 10],
    [requests, 11],
    [errors, 6],
    [readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? '', 7],
  ] as const
  console.log(cells.map(([cell, width]) => String(cell).padStart(width)).join(''))
}
