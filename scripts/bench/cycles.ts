/**
 * What verification cycles cost everybody else: cycles a minute without faults, and the p99 of public reads while every
 * fault is in force and cycles run, against the same reads of the same server at rest.
 * `bun scripts/bench/cycles.ts`, about a minute; `--rounds N` changes the length.
 */
import { parseArgs } from 'node:util'
import { faultTypes } from '../../src/milestone/chaos/fault.ts'
import { type LoadResult, runLoad } from './support/load.ts'
import { startServer } from './support/server.ts'

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(flags.rounds)
const cycles = 10
const connections = 8
const paths = ['/api/explorer/milestones?limit=50', '/api/treasury', '/api/activity']
const say = (line: string) => console.log(line)

const server = await startServer({ RATE_CHAOS_PER_MINUTE: '1000000' }, 'demo')
try {
  await post('/api/chaos/verify')
  const startedAt = performance.now()
  let verified = 0
  for (let cycle = 0; cycle < cycles; cycle += 1)
    if ((await post('/api/chaos/verify'))['verified'] === true) verified += 1
  const minutes = (performance.now() - startedAt) / 60_000
  say(`${(cycles / minutes).toFixed(1)} cycles a minute without faults, ${verified} of ${cycles} verified\n`)

  for (const path of paths) {
    const still: LoadResult[] = []
    const busy: LoadResult[] = []
    for (let round = 0; round < rounds; round += 1) {
      await post('/api/chaos', { type: 'clear' })
      still.push(await load(path))
      const stop = keepCycling()
      for (const type of faultTypes)
        if (type !== 'rpc_down') await post('/api/chaos', { type, probability: 0.3, ttlSeconds: 60 })
      busy.push(await load(path))
      await stop()
    }
    const ratio = median(busy) / median(still)
    say(
      `${path.padEnd(34)} p99 at rest ${median(still).toFixed(2)} ms, under faults and cycles ${median(busy).toFixed(2)} ms`,
    )
    say(`  ${ratio <= 1.5 ? 'ok  ' : 'MISS'}  ratio ${ratio.toFixed(2)} (aim: at most 1.5)`)
  }
} finally {
  await server.stop()
}

/** Few connections that each wait for their answer: what is measured is waiting, not how much the machine can do. */
async function load(path: string): Promise<LoadResult> {
  const result = await runLoad({ url: server.url + path, connections, milliseconds: 1_500 })
  if (result.failures > 0) throw new Error(`${result.failures} reads of ${path} failed`)
  return result
}

function keepCycling(): () => Promise<void> {
  let going = true
  const running = (async () => {
    while (going) await post('/api/chaos/verify')
  })()
  return async () => {
    going = false
    await post('/api/chaos', { type: 'clear' })
    await running
  }
}

async function post(path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status} ${await response.text()}`)
  return await response.json()
}

function median(results: readonly LoadResult[]): number {
  return results.map(({ p99Ms }) => p99Ms).sort((a, b) => a - b)[results.length >> 1] ?? 0
}
