import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AnalysisProcess, startAnalysisProcess } from '../../support/analysis-process.ts'
import { startAnalysisServer } from '../../support/analysis-server.ts'
import { type HostileServer, startHostileServer } from '../../support/hostile-server.ts'
import { hostileSites } from '../../support/hostile-sites.ts'

/** Sites that use up their time: their scans wait in the server, while the others are scanned one after the other. */
const slow = hostileSites.filter(
  ({ outcomes: [first], name }) => first?.reason === 'timeout' || /hang/.test(name),
)
const quick = hostileSites.filter((site) => !slow.includes(site))

let hostile: HostileServer
let server: AnalysisProcess
beforeAll(async () => {
  hostile = await startHostileServer(hostileSites)
  server = await startAnalysisProcess({ ports: [hostile.port] })
  // What is compiled and started once does not count for any site.
  await scanOrdinary()
  await server.report()
  for (const { host } of slow) void scan(host).catch(() => {})
})
afterAll(async () => {
  await server.stop()
  await hostile.stop()
})

async function scan(host: string, url = server.url): Promise<object> {
  const response = await fetch(`${url}/api/scan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
    body: JSON.stringify({ url: hostile.entryUrl(host) }),
  })
  const { error, reason } = await response.json()
  return {
    status: response.status,
    ...(error !== undefined && { error }),
    ...(reason !== undefined && { reason }),
  }
}

const scanOrdinary = () => scan('charset-lies.marrow-finch-trap.com')

test.each(quick)('$name ends as it should', async ({ host, outcomes }) => {
  expect<readonly object[]>(outcomes).toContainEqual(await scan(host))
})

test('the memory of the server stays within its limit', async () => {
  const { peakRssBytes, rssBytes } = await server.report()
  console.log(
    `${hostileSites.length} hostile sites: peak memory ${(peakRssBytes / 1e6).toFixed(0)} MB, ${(rssBytes / 1e6).toFixed(0)} MB after`,
  )
  expect(peakRssBytes / 1e6).toBeLessThan(700)
})

test('sites that use up their time end at the limits of their requests, here short ones', async () => {
  const { port, dns, dial } = hostile
  const waiting = await startAnalysisServer({
    ports: [port],
    network: { dns, dial, limits: { idleMs: 10_000, requestMs: 15_000 } },
    limits: { scanner: { perCallerMax: slow.length } },
  })
  await Promise.all(
    slow.map(async ({ host, outcomes }) => {
      expect<readonly object[]>(outcomes).toContainEqual(await scan(host, waiting.url))
    }),
  )
  await waiting.stop()
})

test('a scan ends at its own deadline while it waits for robots.txt', async () => {
  const { port, dns, dial } = hostile
  const hasty = await startAnalysisServer({
    ports: [port],
    network: { dns, dial },
    limits: { scan: { scanMs: 200 } },
  })
  // The limits of a request alone would have it end as a site whose robots rules cannot be reached.
  const response = await hasty.scan(hostile.entryUrl('robots-that-hangs.marrow-finch-trap.com'))
  expect(await response.json()).toMatchObject({ error: 'scan_failed', reason: 'timeout' })
  await hasty.stop()
})

test('an ordinary site is still read afterwards', async () => {
  expect(await scanOrdinary()).toEqual({ status: 200 })
})
