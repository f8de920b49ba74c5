import { parseArgs } from 'node:util'
import { defaultEgressLimits } from '../../src/kernel/egress.ts'
import { openEgress, refusal } from './egress-kit.ts'

/** What a child of its own measured while it fetched one URL. */
export interface Measured {
  url: string
  /** A status, or the reason and rule of a refusal. */
  outcome: string
  bodyBytes: number
  rssGrowthMiB: number
  /** The longest time that the event loop was kept from turning, by the clock and by the thread's own use of the processor. */
  blockedMs: number
  blockedCpuMs: number
  elapsedMs: number
}

const mebibyte = 1_048_576

/**
 * Fetches each URL given on the command line through an egress of its own and prints what it measured, a line each.
 * A process apart, so that the server's work and the test runner's memory stay out of the figures.
 */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ca: { type: 'string' },
      ratio: { type: 'string', default: `${defaultEgressLimits.inflationRatioMax}` },
    },
  })
  for (const url of positionals) {
    using opened = openEgress({
      port: Number(new URL(url).port),
      ...(values.ca === undefined ? {} : { trust: { ca: values.ca } }),
      limits: {
        wireBytesMax: defaultEgressLimits.wireBytesMax,
        inflatedBytesMax: defaultEgressLimits.inflatedBytesMax,
        inflationRatioMax: Number(values.ratio),
      },
    })
    Bun.gc(true)
    const watch = watchLoop()
    const before = process.memoryUsage.rss()
    const startedAt = performance.now()
    let bodyBytes = 0
    const answered = opened.get(url).then((answer) => {
      bodyBytes = answer.body.length
      return `${answer.status}`
    })
    const outcome = await answered.catch(() =>
      refusal(answered).then(({ reason, rule }) => `${reason} ${rule}`),
    )
    const { peakRss, blockedMs, blockedCpuMs } = watch.stop()
    const measured: Measured = {
      url,
      outcome,
      bodyBytes,
      rssGrowthMiB: Math.max(0, peakRss - before) / mebibyte,
      blockedMs,
      blockedCpuMs,
      elapsedMs: performance.now() - startedAt,
    }
    console.log(JSON.stringify(measured))
  }
}

/** Turns the loop without rest and notes its longest turn: on a busy machine the clock alone would blame us for others. */
function watchLoop() {
  let blockedMs = 0
  let blockedCpuMs = 0
  let peakRss = 0
  let lastAt = performance.now()
  let lastCpu = threadCpuMs()
  let stopped = false
  const look = () => {
    const at = performance.now()
    const cpu = threadCpuMs()
    blockedMs = Math.max(blockedMs, at - lastAt)
    blockedCpuMs = Math.max(blockedCpuMs, cpu - lastCpu)
    lastAt = at
    lastCpu = cpu
    peakRss = Math.max(peakRss, process.memoryUsage.rss())
  }
  const turn = () => {
    look()
    if (!stopped) setTimeout(turn, 1)
  }
  turn()
  return {
    stop() {
      stopped = true
      look()
      return { peakRss, blockedMs, blockedCpuMs }
    },
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Fetches in a process of its own. */
export async function fetchInChild(
  urls: readonly string[],
  options: { ca?: string; ratio?: number; env?: Readonly<Record<string, string>> } = {},
): Promise<readonly Measured[]> {
  const { ca, ratio, env = {} } = options
  const child = Bun.spawn(
    [
      process.execPath,
      import.meta.path,
      ...(ca === undefined ? [] : [`--ca=${ca}`]),
      ...(ratio === undefined ? [] : [`--ratio=${ratio}`]),
      ...urls,
    ],
    { env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'inherit' },
  )
  const lines = (await new Response(child.stdout).text()).trim().split('\n')
  return lines.map((line) => measuredOf(JSON.parse(line)))
}

const measuredOf = (parsed: Measured): Measured => parsed

if (import.meta.main) await main()
