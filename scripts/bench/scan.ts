/**
 * How fast a scan is, as ratios within one run: a seven-page site with 20 ms of latency against a bare loop that fetches the
 * same pages; parsing and facts of 200 KB pages against metascraper on the same pages; 50 scans at once with their memory; how long hostile sites hold up the event loop.
 * `bun run bench:scan`, about half a minute.
 */
import { readdirSync, readFileSync } from 'node:fs'
import createMetascraper from 'metascraper'
import metascraperDescription from 'metascraper-description'
import metascraperLang from 'metascraper-lang'
import metascraperPublisher from 'metascraper-publisher'
import metascraperTitle from 'metascraper-title'
import metascraperUrl from 'metascraper-url'
import { defaultCatalog } from '../../src/analysis/catalog/default-catalog.ts'
import { createDiagnose } from '../../src/analysis/diagnose/diagnose.ts'
import { allTopics } from '../../src/analysis/scan/facts/topics.ts'
import { openScanner } from '../../src/analysis/scan/open-scanner.ts'
import { parsePage } from '../../src/analysis/scan/parser/parse-page.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { startAnalysisProcess } from '../../test/support/analysis-process.ts'
import { startHostileServer } from '../../test/support/hostile-server.ts'
import { hostileSites } from '../../test/support/hostile-sites.ts'
import { type SlowSite, type SlowSitePlan, sitePage, sitePaths, startSlowSite } from './support/slow-site.ts'

const rounds = 15
const say = (line: string) => console.log(line)

const sites: SlowSite[] = []
try {
  await measureOneScan()
  await measureParsing()
  await measureManyScans()
  await measureHostileScans()
} finally {
  for (const site of sites) site.stop()
}
process.exit(0)

async function startSite(plan: SlowSitePlan): Promise<SlowSite> {
  const site = await startSlowSite(plan)
  sites.push(site)
  return site
}

async function measureOneScan() {
  const site = await startSite({ latencyMs: 20, pageBytes: 30_000 })
  const { scanner, warm, stop } = scannerOf(site.port)
  await warm()
  const origin = `http://marrow-pine.com:${site.port}`
  const scanMs: number[] = []
  const bareMs: number[] = []
  for (let round = -10; round < rounds; round += 1) {
    const own = await timed(() =>
      scanner.scan(`${origin}/`, { signal: new AbortController().signal, fresh: true, caller: 'bench' }),
    )
    if (own.result.pages.filter(({ bytes }) => bytes > 0).length !== sitePaths.length)
      throw new Error('The scan read too little')
    const bare = await timed(() => fetchAll(`http://127.0.0.1:${site.port}`))
    // The first rounds warm up what is compiled and kept.
    if (round < 0) continue
    scanMs.push(own.ms)
    bareMs.push(bare.ms)
  }
  await stop()
  site.stop()
  say('A seven-page site, 30 KB a page, 20 ms of latency, two requests at a time; medians of 15 in turn')
  say(
    `  bare loop   ${median(bareMs).toFixed(0)} ms  robots.txt, the first page, then the other six; bodies read, nothing parsed`,
  )
  say(
    `  whole scan  ${median(scanMs).toFixed(0)} ms  ${(median(scanMs) / median(bareMs)).toFixed(2)} times (aim: at most 1.5)\n`,
  )
}

/** Sites that misbehave, one after the other but for those that only use up their time. */
async function measureHostileScans() {
  const hostile = await startHostileServer(hostileSites)
  const server = await startAnalysisProcess({ ports: [hostile.port] })
  const scan = async (host: string) =>
    await fetch(`${server.url}/api/scan`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
      body: JSON.stringify({ url: hostile.entryUrl(host) }),
    })
  await scan('warm-up.marrow-finch-trap.com')
  await server.report()
  const quick = hostileSites.filter(
    ({ outcomes: [first], name }) => first?.reason !== 'timeout' && !/hang/.test(name),
  )
  for (const { host } of quick) await scan(host)
  const { peakRssBytes, blockedMs } = await server.report()
  say(`${quick.length} sites that misbehave, one after the other`)
  say(`  event loop held up for ${blockedMs.toFixed(0)} ms at most (aim: under 100)`)
  say(`  peak memory of the service ${(peakRssBytes / 1e6).toFixed(0)} MB\n`)
  await server.stop()
  await hostile.stop()
}

/** What a scan asks for, in its order and with its concurrency, and nothing done with it. */
async function fetchAll(origin: string) {
  const get = async (path: string) => (await fetch(origin + path)).text()
  await get('/robots.txt')
  await get('/')
  const waiting: string[] = sitePaths.slice(1)
  const worker = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await get(path)
  }
  await Promise.all([worker(), worker()])
}

async function measureParsing() {
  const metascraper = createMetascraper([
    metascraperTitle(),
    metascraperDescription(),
    metascraperPublisher(),
    metascraperLang(),
    metascraperUrl(),
  ])
  const ownMs: number[] = []
  const peerMs: number[] = []
  let candidates = 0
  for (let round = -2; round < rounds; round += 1) {
    for (const path of sitePaths) {
      const url = `https://marrow-pine.com${path}`
      // Lines that were read before are remembered, as those of a site's other pages are.
      const wood = `${String.fromCharCode(100 + round)}${path.slice(1, 3)}wood`
      const html = sitePage(path, 200_000, wood)
      const body = Buffer.from(html)
      const own = await timed(async () =>
        parsePage({ url, body, contentType: 'text/html; charset=utf-8', headers: [], viaBrowser: false }),
      )
      const peer = await timed(() => metascraper({ url, html }))
      if (peer.result['title'] === undefined || own.result.candidates.length === 0)
        throw new Error('Nothing was found')
      candidates = own.result.candidates.length
      if (round < 0) continue
      ownMs.push(own.ms)
      peerMs.push(peer.ms)
    }
  }
  say(`Parsing and facts of one page of 200 KB; medians of ${ownMs.length} in turn`)
  say(`  metascraper     ${median(peerMs).toFixed(1)} ms  5 fields`)
  say(
    `  page and facts  ${median(ownMs).toFixed(1)} ms  ${candidates} candidates of ${allTopics.length} topics; ${(median(ownMs) / median(peerMs)).toFixed(2)} times (aim: under 1)\n`,
  )
}

async function measureManyScans() {
  const count = 50
  const site = await startSite({ latencyMs: 20, pageBytes: 60_000 })
  const { scanner, stop } = scannerOf(site.port)
  const scan = (host: string) =>
    timed(() =>
      scanner.scan(`http://${host}:${site.port}/`, {
        signal: new AbortController().signal,
        fresh: true,
        caller: 'bench',
      }),
    )
  await scan('warm-up.com')
  const before = treeRss()
  let peak = 0
  let blockedMs = 0
  let lastTick = performance.now()
  const watch = setInterval(() => {
    blockedMs = Math.max(blockedMs, performance.now() - lastTick - 10)
    lastTick = performance.now()
  }, 10)
  const memory = setInterval(() => {
    peak = Math.max(peak, treeRss())
  }, 100)
  const started = performance.now()
  const scans = await Promise.all(Array.from({ length: count }, (_, index) => scan(`site${index}.com`)))
  const allMs = performance.now() - started
  clearInterval(watch)
  clearInterval(memory)
  await stop()
  site.stop()
  const times = scans.map(({ ms }) => ms).sort((a, b) => a - b)
  const alone = (await aloneMs()) || 1
  say(`${count} scans of seven 60 KB pages at once`)
  say(`  all done after ${allMs.toFixed(0)} ms: ${((count * 1000) / allMs).toFixed(1)} scans a second`)
  say(
    `  p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms; alone ${alone.toFixed(0)} ms`,
  )
  say(`  memory of this process and its children: ${mb(before)} before, ${mb(peak)} at most`)
  say(`  event loop held up for ${blockedMs.toFixed(0)} ms at most (limit: 100)`)

  async function aloneMs() {
    const quiet = await startSite({ latencyMs: 20, pageBytes: 60_000 })
    const single = scannerOf(quiet.port)
    const one = () =>
      timed(() =>
        single.scanner.scan(`http://alone.com:${quiet.port}/`, {
          signal: new AbortController().signal,
          fresh: true,
          caller: 'bench',
        }),
      )
    await one()
    const runs = [await one(), await one(), await one()]
    await single.stop()
    quiet.stop()
    return median(runs.map(({ ms }) => ms))
  }
}

/** A scanner whose every name leads to the local site. */
function scannerOf(port: number) {
  return openScanner({
    config: { ports: [port], seconds: 20, chromium: undefined },
    catalog: defaultCatalog,
    diagnose: createDiagnose(defaultCatalog),
    robotsStore: { read: async () => undefined, save: async () => {}, sweep: async () => {} },
    log: silentLog,
    now: Date.now,
    baseUrl: 'http://127.0.0.1',
    localOrigins: [],
    network: {
      dns: { addresses: async () => ['93.184.215.14'], records: async () => [] },
      dial: () => '127.0.0.1',
    },
    limits: { scanner: { waitMs: 60_000, perCallerMax: 100 } },
  })
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const started = performance.now()
  const result = await work()
  return { ms: performance.now() - started, result }
}

/** Resident memory of this process and all below it, in bytes. Linux only. */
function treeRss(): number {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid) ?? 0))
  return [...parents.keys()].filter(isOurs).reduce((sum, pid) => sum + rssOf(pid), 0)
}

function rssOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096
  } catch {
    return 0
  }
}

function median(values: readonly number[]): number {
  return at(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
