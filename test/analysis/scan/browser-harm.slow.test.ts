import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { groupUsage } from '../../../src/analysis/scan/browser/memory-watch.ts'
import { RenderFailed } from '../../../src/analysis/scan/browser.ts'
import {
  type BrowserWorld,
  openBrowserWorld,
  renderMsMax,
  type WorldPage,
  worldNames,
} from '../../support/browser-world.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'
import { waitFor } from '../../support/wait.ts'

const drip =
  (piece: string, everyMs: number): WorldPage =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write(piece), everyMs)
    response.on('close', () => clearInterval(timer))
  }

/** Harmful pages and how each may end; a deadline ends what nothing else does. */
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

const names = Object.keys(harmful)

/** Pages that wait for their server: they cost nothing until the deadline, which counts from the start as it does for users. */
const waiting: ReadonlySet<string> = new Set(['silent-server', 'slow-server', 'silent-script'])
const waitingMs = 3_000
const waitingMsMax = 48_000
/** What keeps a processor busy until its deadline gets little time: enough to fill memory. */
const harmMs = (name: string) => (/hog/.test(name) ? 1_500 : /bomb|body/.test(name) ? 1_000 : 500)
const atOnce = 3
const bytesMax = 1_800 * 1024 * 1024

interface Outcome {
  end: unknown
  asked: readonly string[]
  left: ReturnType<BrowserWorld['left']>
}

describe.skipIf(skipWithoutChromium(import.meta.path))('a harmful page', () => {
  const pages = Object.fromEntries(Object.entries(harmful).map(([name, { page }]) => [`/${name}`, page]))
  const outcomes = new Map<string, Promise<Outcome>>()
  const worlds = new Set<BrowserWorld>()
  let peakBytes = 0

  const outcomeOf = async (name: string): Promise<Outcome> => {
    const deadline = new AbortController()
    const world = await openBrowserWorld(pages, {
      // However long the browser takes to start, the page gets the same time.
      onRequest: () => setTimeout(() => deadline.abort(), harmMs(name)),
      ...(!waiting.has(name) && { startDeadline: () => deadline.signal }),
    })
    worlds.add(world)
    const endOf = async (deadlineMs: number): Promise<unknown> => {
      const end = await world.render(`/${name}`, { deadlineMs }).then(
        () => 'rendered',
        (error: unknown) => (error instanceof RenderFailed ? error.reason : error),
      )
      // On a busy machine the deadline may come before the page does, which shows nothing: it gets more time then.
      return world.asked.length > 0 || deadlineMs > waitingMsMax ? end : await endOf(2 * deadlineMs)
    }
    try {
      const end = await endOf(waiting.has(name) ? waitingMs : renderMsMax)
      // Rendering waits 5 s for the end of what it killed, which may take a busy machine longer.
      await waitFor(`nothing of ${name} is left`, () => {
        const { processes, files } = world.left()
        return processes.length + files.length === 0
      }).catch(() => {})
      return { end, asked: world.asked, left: world.left() }
    } finally {
      worlds.delete(world)
      await world.close()
    }
  }

  beforeAll(async () => {
    const turns = new PQueue({ concurrency: atOnce })
    for (const name of names) {
      outcomes.set(
        name,
        turns.add(() => outcomeOf(name)),
      )
    }
    const watch = setInterval(() => {
      for (const pid of [...worlds].flatMap((world) => world.left().processes)) {
        peakBytes = Math.max(peakBytes, groupUsage(pid)?.privateBytes ?? 0)
      }
    }, 500)
    await Promise.allSettled(outcomes.values())
    clearInterval(watch)
  })

  test.each(names)('%s ends by the deadline, and nothing is left of it', async (name) => {
    // Without the deadline, those that never end by themselves would not have come this far.
    const outcome = await outcomes.get(name)
    console.log(`  ${name}: ${String(outcome?.end)}`)
    expect(harmful[name]?.ends).toContain(String(outcome?.end))
    expect(outcome?.asked).toContain(`${worldNames.site}/${name}`)
    expect(outcome?.left).toEqual({ processes: [], files: [] })
  })

  test('no browser takes more memory than it may', () => {
    console.log(`  peak of one browser: ${Math.round(peakBytes / 1024 / 1024)} MB`)
    expect(peakBytes).toBeWithin(1, bytesMax)
  })

  test('nothing is left of a busy browser whose service was killed', async () => {
    const world = await openBrowserWorld(pages)
    const page = world.url('/endless-loop').href
    const victim = Bun.spawn(
      [process.execPath, join(import.meta.dirname, '../../support/browser-victim.ts'), page, world.tmpDir],
      { stdout: 'ignore', stderr: 'inherit' },
    )
    await waitFor('the page is asked for', () => world.asked.length > 0)
    expect(world.left().processes.length).toBeGreaterThan(4)
    victim.kill('SIGKILL')
    await victim.exited
    await waitFor('nothing of the browser is left', () => {
      const { processes, files } = world.left()
      return processes.length + files.length === 0
    })
    await world.close()
  })
})
