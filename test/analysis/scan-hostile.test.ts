import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AnalysisProcess, startAnalysisProcess } from '../support/analysis-process.ts'
import { type HostileServer, startHostileServer } from '../support/hostile-server.ts'
import { hostileSites } from '../support/hostile-sites.ts'

/** Sites that use up their time: all of them at once, while the others are scanned one after the other. */
const slow = hostileSites.filter(
  ({ outcomes: [first], name }) => first?.reason === 'timeout' || /hang/.test(name),
)
const quick = hostileSites.filter((site) => !slow.includes(site))

let hostile: HostileServer
let server: AnalysisProcess
let waiting = new Map<string, Promise<Ended>>()
beforeAll(async () => {
  hostile = await startHostileServer(hostileSites)
  server = await startAnalysisProcess({ ports: [hostile.port] })
  // Whatever is compiled and started once is not what a site can be blamed for.
  await scan('http://warm-up.marrow-finch-trap.com')
  await server.report()
  waiting = new Map(slow.map(({ host }) => [host, scan(`http://${host}`)]))
}, 60_000)
afterAll(async () => {
  await server.stop()
  await hostile.stop()
})

interface Ended {
  outcome: object
  ms: number
}

async function scan(origin: string): Promise<Ended> {
  const started = performance.now()
  const response = await fetch(`${server.url}/api/scan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
    body: JSON.stringify({ url: `${origin}:${hostile.port}/` }),
  })
  const { error, reason } = await response.json()
  return {
    outcome: {
      status: response.status,
      ...(error !== undefined && { error }),
      ...(reason !== undefined && { reason }),
    },
    ms: performance.now() - started,
  }
}

const peakRssMegabytesMax = 700
const blockedMsMax = 100
const scanMsMax = 27_000

test.each(quick)('$name ends as it should', async ({ host, outcomes }) => {
  const { outcome, ms } = await scan(`http://${host}`)
  expect<readonly object[]>(outcomes).toContainEqual(outcome)
  expect(ms).toBeLessThan(scanMsMax)
})

test.each(slow)('$name ends as it should', async ({ host, outcomes }) => {
  const { outcome, ms } = (await waiting.get(host)) ?? { outcome: {}, ms: 0 }
  expect<readonly object[]>(outcomes).toContainEqual(outcome)
  expect(ms).toBeLessThan(scanMsMax)
})

test('none of them filled the memory or held up the event loop', async () => {
  const { peakRssBytes, rssBytes, blockedMs } = await server.report()
  console.log(
    `${hostileSites.length} hostile sites: peak memory ${(peakRssBytes / 1e6).toFixed(0)} MB, ${(rssBytes / 1e6).toFixed(0)} MB after; event loop held up for ${blockedMs.toFixed(0)} ms at most`,
  )
  expect(peakRssBytes / 1e6).toBeLessThan(peakRssMegabytesMax)
  expect(blockedMs).toBeLessThan(blockedMsMax)
})

test('after all of them an ordinary site is still read', async () => {
  const ordinary = quick.find(({ name }) => name === 'charset lies')
  expect((await scan(`http://${ordinary?.host}`)).outcome).toEqual({ status: 200 })
})
