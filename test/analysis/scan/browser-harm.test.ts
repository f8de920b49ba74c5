import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { groupUsage } from '../../../src/analysis/scan/browser/process-group.ts'
import { RenderFailed } from '../../../src/analysis/scan/browser.ts'
import {
  type BrowserWorld,
  openBrowserWorld,
  type WorldPage,
  worldNames,
} from '../../support/browser-world.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'

const drip =
  (piece: string, everyMs: number): WorldPage =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write(piece), everyMs)
    response.on('close', () => clearInterval(timer))
  }

/** Pages that mean harm, and how each may end; a deadline ends what nothing else does. */
const harmful: Record<string, { page: WorldPage; ends: readonly string[] }> = {
  'endless-loop': { page: '<script>for (;;) {}</script>', ends: ['timeout'] },
  'endless-loop-later': {
    page: '<p>text</p><script>addEventListener("load", () => { for (;;) {} })</script>',
    ends: ['timeout', 'rendered'],
  },
  'heap-hog': {
    page: '<script>const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))</script>',
    ends: ['crashed', 'too_large', 'timeout'],
  },
  'buffer-hog': {
    page: '<script>const all = []; for (;;) all.push(new Uint8Array(1e8).fill(1))</script>',
    ends: ['rendered', 'crashed', 'too_large', 'timeout'],
  },
  'document-hog': {
    page: '<script>for (;;) document.write("<p>" + "x".repeat(1e5))</script>',
    ends: ['crashed', 'too_large', 'timeout'],
  },
  'alert-loop': {
    page: '<script>onbeforeunload = () => "stay"; for (;;) alert(1)</script>',
    ends: ['timeout'],
  },
  'popup-bomb': {
    page: '<script>for (;;) open("/popup-bomb", "_blank", "noopener")</script>',
    ends: ['timeout', 'crashed', 'too_large'],
  },
  'worker-bomb': {
    page: '<script>for (let i = 0; i < 200; i++) new Worker(URL.createObjectURL(new Blob(["for(;;){}"])))</script>',
    ends: ['rendered', 'timeout', 'crashed'],
  },
  'frame-bomb': {
    page: '<script>for (let i = 0; i < 500; i++) { const f = document.createElement("iframe"); f.sandbox = "allow-scripts"; f.srcdoc = "<script>for(;;){}</" + "script>"; document.body.append(f) }</script>',
    ends: ['rendered', 'timeout', 'crashed', 'too_large'],
  },
  'reload-loop': { page: '<script>location.reload()</script>', ends: ['rendered', 'refused', 'timeout'] },
  'print-loop': { page: '<script>for (;;) print()</script>', ends: ['timeout'] },
  'silent-server': { page: () => {}, ends: ['timeout'] },
  'slow-server': { page: drip('<p>x', 200), ends: ['timeout', 'rendered'] },
  'endless-body': { page: drip('x'.repeat(1_000_000), 1), ends: ['too_large', 'timeout'] },
  'silent-script': {
    page: '<h1>text</h1><script src="/silent-server"></script><p>more</p>',
    ends: ['rendered', 'timeout'],
  },
}

const deadlineMs = 4_000
/** For killing, and for a machine that is busy. */
const graceMs = 3_000
const atOnce = 3
const bytesMax = 1_800 * 1024 * 1024

describe.skipIf(skipWithoutChromium())('a page that means harm', () => {
  let world: BrowserWorld
  const outcomes = new Map<string, Promise<{ end: unknown; tookMs: number }>>()
  let peakBytes = 0
  let watch: ReturnType<typeof setInterval> | undefined

  const outcomeOf = async (name: string) => {
    const began = performance.now()
    const end = await world.render(`/${name}`, { deadlineMs }).then(
      () => 'rendered',
      (error: unknown) => (error instanceof RenderFailed ? error.reason : error),
    )
    return { end, tookMs: performance.now() - began }
  }
  /** On a busy machine the deadline may come before the page does, which shows nothing. */
  const outcomeWhenAsked = async (name: string) => {
    for (let tries = 1; ; tries++) {
      const outcome = await outcomeOf(name)
      if (tries === 3 || world.asked.includes(`${worldNames.site}/${name}`)) return outcome
    }
  }

  beforeAll(async () => {
    const pages = Object.fromEntries(Object.entries(harmful).map(([name, { page }]) => [`/${name}`, page]))
    world = await openBrowserWorld(pages, { limits: { runningMax: atOnce } })
    const turns = new PQueue({ concurrency: atOnce })
    for (const name of Object.keys(harmful))
      outcomes.set(
        name,
        turns.add(() => outcomeWhenAsked(name)),
      )
    watch = setInterval(() => {
      for (const pid of world.left().processes) {
        peakBytes = Math.max(peakBytes, groupUsage(pid)?.privateBytes ?? 0)
      }
    }, 500)
  })
  afterAll(async () => {
    clearInterval(watch)
    await world.close()
  })

  test.each(Object.keys(harmful))(
    '%s ends by the deadline',
    async (name) => {
      const outcome = await outcomes.get(name)
      if (outcome === undefined) throw new Error('It was not rendered')
      console.log(`  ${name}: ${String(outcome.end)} after ${Math.round(outcome.tookMs)} ms`)
      expect(harmful[name]?.ends).toContain(String(outcome.end))
      expect(outcome.tookMs).toBeLessThan(deadlineMs + graceMs)
      expect(world.asked).toContain(`${worldNames.site}/${name}`)
    },
    60_000,
  )

  test('no browser takes more memory than it may, and nothing of them is left', () => {
    console.log(`  peak of one browser: ${Math.round(peakBytes / 1024 / 1024)} MB`)
    expect(peakBytes).toBeWithin(1, bytesMax)
    expect(world.left()).toEqual({ processes: [], files: [] })
  })

  test('nothing is left of a busy browser whose service was killed', async () => {
    const page = world.url('/endless-loop').href
    const before = world.asked.length
    const victim = Bun.spawn(
      [process.execPath, join(import.meta.dirname, '../../support/browser-victim.ts'), page, world.tmpDir],
      { stdout: 'ignore', stderr: 'inherit' },
    )
    while (world.asked.length === before) await Bun.sleep(10)
    expect(world.left().processes.length).toBeGreaterThan(4)
    victim.kill('SIGKILL')
    await victim.exited
    const killedAt = performance.now()
    let left = world.left()
    while (left.processes.length + left.files.length > 0 && performance.now() - killedAt < 10_000) {
      await Bun.sleep(20)
      left = world.left()
    }
    expect(left).toEqual({ processes: [], files: [] })
    console.log(`  all gone ${Math.round(performance.now() - killedAt)} ms after the service was killed`)
  })
})
