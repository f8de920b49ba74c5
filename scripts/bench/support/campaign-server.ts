/**
 * The server of `campaign.ts` and `flood.ts`, a process of its own so that its memory and event loop can be measured. Its standard
 * input takes a line per question and its output answers: `reset` starts a measurement, `report` ends it.
 */
import { createInterface } from 'node:readline'
import { startCampaignServer } from '../../../test/support/campaign-server.ts'

const sampleMs = 5
const [localOrigin = '', callers = '1'] = process.argv.slice(2)
const server = await startCampaignServer({
  localOrigins: [localOrigin],
  databaseUrl: process.env['DATABASE_URL'],
})
await server.area.warm()
const keys: string[] = []
for (let index = 0; index < Number(callers); index += 1)
  keys.push((await server.area.keys.create(`caller-${index}`)).key)

let delays: number[] = []
let rssMax = 0
let cpuBefore = process.cpuUsage()
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  delays.push(Math.max(0, now - last - sampleMs))
  last = now
  rssMax = Math.max(rssMax, process.memoryUsage.rss())
}, sampleMs)

console.log(JSON.stringify({ url: server.url, keys }))
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'reset') {
    delays = []
    rssMax = 0
    cpuBefore = process.cpuUsage()
    console.log('{}')
  } else if (line === 'report') {
    const sorted = delays.toSorted((a, b) => a - b)
    const delayP99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? 0
    const { user, system } = process.cpuUsage(cpuBefore)
    const rssBytes = process.memoryUsage.rss()
    console.log(JSON.stringify({ delayP99Ms, rssMaxBytes: rssMax, rssBytes, cpuMs: (user + system) / 1_000 }))
  } else break
}
await server.stop()
process.exit(0)
