/**
 * How fast Area B is, as ratios within one run: a three-format kit call against bare sharp doing the same decode, cut,
 * composite and encode with the scene given, by CPU time of the process and by latency; latencies with a procedural scene; 50
 * calls at once with throughput, memory and event-loop delay; the CPU time of each step. `bun run bench:campaign`, about two
 * minutes, on PGlite or, with `DATABASE_URL`, on an empty PostgreSQL; `--memory` adds 1,000 calls.
 */
import sharp from 'sharp'
import { formatIds, formats } from '../../src/campaign/compose/formats.ts'
import { startCampaignProcess } from './support/campaign-process.ts'
import { kitSteps } from './support/kit-steps.ts'
import { quantile } from './support/quantile.ts'

const say = (line: string) => console.log(line)
const workers = 2
const alone = 30
const crowd = 50
const callersInCrowd = 5
let callerIndex = 0

const picture = await makePicture()
const logo = await sharp(Buffer.from(logoSvg())).png().toBuffer()
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () => new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/jpeg' } }),
})
const origin = `http://127.0.0.1:${site.port}`
const server = await startCampaignProcess({ localOrigin: origin, callers: callersInCrowd })

const bodyOf = (seed: number, withPicture: boolean) =>
  JSON.stringify({
    command: withPicture ? '' : 'Calm sea at dawn',
    parameters: {
      brandKitId: 'demo-launch',
      seed,
      ...(withPicture && { baseImageUrl: `${origin}/picture.jpg` }),
    },
  })

// Both sides are warm before anything counts.
for (let round = 0; round < 6; round += 1) {
  await call(bodyOf(round, round % 2 === 0))
  await bareKit()
}

await server.reset()
const given = await latencies(alone, () => call(bodyOf(1, true)))
const { cpuMs: givenCpuMs } = await server.report()
const bareCpuBefore = process.cpuUsage()
const bare = await latencies(alone, bareKit)
const bareCpu = process.cpuUsage(bareCpuBefore)
const bareCpuMs = (bareCpu.user + bareCpu.system) / 1_000
const procedural = await latencies(alone, (index) => call(bodyOf(index, false)))
say(`one call of three formats at a time, ${alone} calls: p50 and p95 in ms`)
say(`  bare sharp            ${line(bare)}`)
say(`  kit call, given scene ${line(given)}  p50 ${ratio(given.p50, bare.p50)} of bare (aim: at most 1.5)`)
say(`  kit call, procedural  ${line(procedural)}  (aim: p50 under 1000)`)
say(
  `CPU time a kit: bare ${(bareCpuMs / alone).toFixed(0)} ms, kit call ${(givenCpuMs / alone).toFixed(0)} ms, ${ratio(givenCpuMs, bareCpuMs)} of bare (aim: at most 1.35)`,
)

await server.reset()
const throughput = await perSecond(crowd, crowd, () => call(bodyOf(1, true)))
const { delayP99Ms, rssMaxBytes } = await server.report()
const bareThroughput = await perSecond(crowd, workers, bareKit)
say(`${crowd} calls at once, given scene`)
say(`  bare sharp  ${bareThroughput.rate.toFixed(2)} a second with ${workers} at a time`)
say(
  `  kit calls   ${throughput.rate.toFixed(2)} a second, ${ratio(throughput.rate, bareThroughput.rate)} of bare (aim: at least 0.8), p95 ${throughput.p95.toFixed(0)} ms`,
)
say(
  `  server      ${(rssMaxBytes / 1e6).toFixed(0)} MB at most (aim: under 600), event-loop delay p99 ${delayP99Ms.toFixed(1)} ms (aim: under 20)`,
)

if (process.argv.includes('--memory')) {
  say('1,000 kit calls of one format: resident memory in MB after each 100')
  const body = JSON.stringify({ command: 'Sea, square', parameters: { brandKitId: 'demo-launch' } })
  const marks: string[] = []
  for (let done = 0; done < 1_000; done += 1) {
    await call(body.replace('Sea', `Sea ${done % 7}`))
    if (done % 100 === 99) marks.push(((await server.report()).rssBytes / 1e6).toFixed(0))
  }
  say(`  ${marks.join(' ')}`)
}
await server.stop()
say('CPU time of a kit with a given scene by step, on one thread, in ms')
for (const [step, ms] of await kitSteps(origin, picture, JSON.parse(bodyOf(1, true))))
  say(`  ${step.padEnd(30)} ${ms.toFixed(0).padStart(5)}`)
await site.stop(true)
process.exit(0)

interface Latencies {
  p50: number
  p95: number
}

async function latencies(count: number, work: (index: number) => Promise<unknown>): Promise<Latencies> {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now()
    await work(index)
    times.push(performance.now() - startedAt)
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

async function perSecond(count: number, atOnce: number, work: () => Promise<unknown>) {
  const times: number[] = []
  const startedAt = performance.now()
  let begun = 0
  const lane = async () => {
    while (begun < count) {
      begun += 1
      const from = performance.now()
      await work()
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { rate: count / ((performance.now() - startedAt) / 1_000), p95: quantile(times, 0.95) }
}

/** The peer: what a program does that calls sharp and nothing else, the formats in parallel. */
async function bareKit(): Promise<void> {
  await Promise.all(
    formatIds.map(async (format) => {
      const { width, height } = formats[format]
      const mark = await sharp(logo)
        .resize({ width: Math.round(width * 0.2) })
        .png()
        .toBuffer()
      const raw = await sharp(picture)
        .resize(width, height, { fit: 'cover' })
        .composite([{ input: mark, left: 50, top: 50 }])
        .removeAlpha()
        .raw()
        .toBuffer()
      const pixels = { raw: { width, height, channels: 3 as const } }
      await Promise.all([
        sharp(raw, pixels).png().toBuffer(),
        sharp(raw, pixels).resize({ width: 640, height: 640, fit: 'inside' }).webp().toBuffer(),
      ])
    }),
  )
}

async function call(body: string): Promise<void> {
  callerIndex = (callerIndex + 1) % callersInCrowd
  const response = await fetch(`${server.url}/api/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.keys[callerIndex]}` },
    body,
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`)
}

/** A picture as a camera makes one: 2400 by 1800, JPEG. */
async function makePicture(): Promise<Buffer> {
  const [width, height] = [2_400, 1_800]
  const pixels = Buffer.alloc(width * height * 3)
  let noise = 1
  for (let at = 0; at < pixels.length; at += 1) {
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0
    const y = Math.floor(at / 3 / width)
    pixels[at] = 60 + (120 * y) / height + (noise >>> 27)
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

function logoSvg(): string {
  return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 160" width="800"><circle cx="80" cy="80" r="60" fill="#c8643c"/><rect x="170" y="50" width="210" height="60" rx="30" fill="#1f3a4d"/></svg>'
}

function line({ p50, p95 }: Latencies): string {
  return `${p50.toFixed(0).padStart(6)} ${p95.toFixed(0).padStart(6)}`
}

function ratio(one: number, other: number): string {
  return (one / other).toFixed(2)
}
