import { parseArgs } from 'node:util'
import { defaultEgressLimits } from '../../src/kernel/egress/egress.ts'
import { openEgress, refusal } from './egress-kit.ts'

/** What a child of its own measured while it fetched one URL. */
export interface Measured {
  url: string
  /** A status, or the reason and rule of a refusal. */
  outcome: string
  bodyBytes: number
  /** What the budget was charged, for answers that were refused too. */
  wireBytes: number
  inflatedBytes: number
  /** The most that was decoded between two turns of the event loop. */
  inflatedPerTurn: number
  rssGrowthMiB: number
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
    const watch = watchLoop(() => opened.budget.spent)
    let bodyBytes = 0
    const answered = opened.get(url).then((answer) => {
      bodyBytes = answer.body.length
      return `${answer.status}`
    })
    const outcome = await answered.catch(() =>
      refusal(answered).then(({ reason, rule }) => `${reason} ${rule}`),
    )
    const measured: Measured = { url, outcome, bodyBytes, ...watch.stop() }
    console.log(JSON.stringify(measured))
  }
}

/** Looks at each turn of the loop what came of the work since the one before. */
function watchLoop(spent: () => { wireBytes: number; inflatedBytes: number }) {
  const rssBefore = process.memoryUsage.rss()
  let peakRss = rssBefore
  let inflatedPerTurn = 0
  let last = spent()
  let stopped = false
  const look = () => {
    const now = spent()
    if (now.wireBytes === last.wireBytes && now.inflatedBytes === last.inflatedBytes) return
    inflatedPerTurn = Math.max(inflatedPerTurn, now.inflatedBytes - last.inflatedBytes)
    last = now
    peakRss = Math.max(peakRss, process.memoryUsage.rss())
  }
  const turn = () => {
    look()
    if (!stopped) setImmediate(turn)
  }
  turn()
  return {
    stop() {
      stopped = true
      look()
      const { wireBytes, inflatedBytes } = last
      const rssGrowthMiB = (peakRss - rssBefore) / mebibyte
      return { wireBytes, inflatedBytes, inflatedPerTurn, rssGrowthMiB }
    },
  }
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
