import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type AnalysisProcess, startAnalysisProcess } from '../support/analysis-process.ts'
import { type HostileServer, startHostileServer } from '../support/hostile-server.ts'
import { hostileSites } from '../support/hostile-sites.ts'

let hostile: HostileServer
let server: AnalysisProcess
beforeAll(async () => {
  hostile = await startHostileServer(hostileSites)
  server = await startAnalysisProcess({ ports: [hostile.port] })
  // Whatever is compiled and started once is not what a site can be blamed for.
  await scan('http://warm-up.marrow-finch-trap.com')
  await server.report()
}, 60_000)
afterAll(async () => {
  await server.stop()
  await hostile.stop()
})

async function scan(origin: string): Promise<{ status: number; error?: string; reason?: string }> {
  const response = await fetch(`${server.url}/api/scan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
    body: JSON.stringify({ url: `${origin}:${hostile.port}/` }),
  })
  const { error, reason } = await response.json()
  return {
    status: response.status,
    ...(error !== undefined && { error }),
    ...(reason !== undefined && { reason }),
  }
}

const peakRssMegabytesMax = 700
const blockedMsMax = 100
const scanMsMax = 27_000

test.concurrent.each(hostileSites)('$name ends as it should', async ({ host, outcomes }) => {
  const started = performance.now()
  const outcome = await scan(`http://${host}`)
  expect<readonly object[]>(outcomes).toContainEqual(outcome)
  expect(performance.now() - started).toBeLessThan(scanMsMax)
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
  expect((await scan('http://ordinary.marrow-finch-trap.com')).status).not.toBe(500)
})
