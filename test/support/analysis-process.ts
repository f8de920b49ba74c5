/**
 * Area A in a process of its own, so that its memory and its event loop can be watched apart from the servers that it is
 * tried on: `bun analysis-process.ts '{"ports": […], "scan": {…}}'` prints its address, and answers each line of its input
 * with one JSON line of `ProcessReport`. Every name leads to 127.0.0.1.
 */
import type { ScanLimits } from '../../src/analysis/scan/steps/scan-state.ts'
import { startAnalysisServer } from './analysis-server.ts'

export interface ProcessReport {
  /** Resident memory now, in bytes. */
  rssBytes: number
  /** Since the last report. */
  peakRssBytes: number
  /** Longest time since the last report in which the event loop did nothing else, in milliseconds. */
  blockedMs: number
}

export type AnalysisProcess = Awaited<ReturnType<typeof startAnalysisProcess>>

export async function startAnalysisProcess(plan: { ports: readonly number[]; scan?: Partial<ScanLimits> }) {
  const child = Bun.spawn([process.execPath, import.meta.path, JSON.stringify(plan)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = readLines(child.stdout)
  const url = await lines.next()
  return {
    url: String(url.value),
    report: async (): Promise<ProcessReport> => {
      child.stdin.write('report\n')
      child.stdin.flush()
      return JSON.parse(String((await lines.next()).value))
    },
    stop: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true })
    for (let end = rest.indexOf('\n'); end !== -1; end = rest.indexOf('\n')) {
      yield rest.slice(0, end)
      rest = rest.slice(end + 1)
    }
  }
}

const tickMs = 5

if (import.meta.main) {
  const { ports, scan } = JSON.parse(process.argv[2] ?? '{}')
  const server = await startAnalysisServer({
    ports,
    network: {
      dns: { addresses: async () => ['93.184.215.14'], records: async () => [] },
      dial: () => '127.0.0.1',
    },
    // One test asks for all of them.
    limits: { scan, scanner: { perCallerMax: 100 } },
  })
  let peakRssBytes = 0
  let blockedMs = 0
  let last = now()
  setInterval(() => {
    const { wall, cpu } = now()
    // On a busy machine the whole process waits for its turn: only what it worked itself has blocked anything.
    blockedMs = Math.max(blockedMs, Math.min(wall - last.wall - tickMs, cpu - last.cpu))
    last = { wall, cpu }
    peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss())
  }, tickMs)
  process.stdout.write(`${server.url}\n`)
  for await (const line of console) {
    if (line !== 'report') continue
    const report: ProcessReport = { rssBytes: process.memoryUsage.rss(), peakRssBytes, blockedMs }
    process.stdout.write(`${JSON.stringify(report)}\n`)
    peakRssBytes = 0
    blockedMs = 0
  }
  await server.stop()
}

function now() {
  const { user, system } = process.cpuUsage()
  return { wall: performance.now(), cpu: (user + system) / 1000 }
}
