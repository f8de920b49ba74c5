import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CycleResult } from '../../src/commands/verify/remote.ts'
import { type CycleRow, summarise } from '../../src/commands/verify/summary.ts'
import { cairnCommand, cairnEnvironment } from '../support/cairn-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-verify-test-'))
let service: ReturnType<typeof Bun.serve> | undefined
afterEach(async () => {
  await service?.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

const answer = {
  ok: true,
  verified: true,
  status: 'verified',
  finished: true,
  runId: 'run_1',
  reason: null,
  milestoneHash: null,
  txHashes: [],
  requests: 100,
  attempts: 100,
  faultsHit: {},
  exercised: false,
  recoveries: 0,
  durationMs: 10,
  invariants: [{ name: 'one vote per verifier', held: true, detail: '' }],
  steps: [],
} satisfies Omit<CycleResult, 'recoveryMs'>

/** A service whose cycles end as given, one after the other; after the last it closes connections. */
function startService(cycles: readonly Partial<CycleResult>[]) {
  let next = 0
  service = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/api/recovery') return Response.json({ events: [] })
      if (pathname === '/api/chaos') return Response.json({ ok: true })
      next += 1
      if (next <= cycles.length) return Response.json({ ...answer, ...cycles[next - 1] })
      await service?.stop(true)
      return new Response()
    },
  })
  return service.url.origin
}

async function verify(...flags: readonly string[]) {
  const report = join(folder, 'report.json')
  const child = Bun.spawn([...cairnCommand, 'verify', '--seed', '1', '--report', report, ...flags], {
    env: { ...cairnEnvironment },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const out = await new Response(child.stdout).text()
  return { exitCode: await child.exited, out, report: await Bun.file(report).json() }
}

test('a lost connection ends in a report of the cycles so far, which lists faults that never applied', async () => {
  const url = startService([{}, {}, { attempts: 150, faultsHit: { reorg: 2 } }, { attempts: 900 }])
  const { exitCode, out, report } = await verify('--endpoint', url, '--chaos', 'reorg', '--cycles', '9')
  expect(exitCode).toBe(1)
  expect(report.lost).toStartWith(`Cannot reach ${url}: `)
  expect(report.rows.map(({ faults }: { faults: unknown }) => faults)).toEqual([
    [{ type: 'reorg', hits: 2, exercised: true }],
    [{ type: 'reorg', hits: 0, exercised: false }],
  ])
  expect(report.lacking).toEqual([{ number: 2, faults: ['reorg'] }])
  expect(out).toContain('1 in which no fault applied')
  expect(report.summary).toMatchObject([
    { fault: 'reorg', runs: 2, exercised: 1, survived: 1, amplification: 1.5 },
  ])
})

test('requests are counted against an undisturbed cycle, and only where the fault applied', () => {
  const row = (attempts: number, faultsHit: Record<string, number>): CycleRow => ({
    number: 1,
    schedule: [
      { type: 'stale_node', probability: 1, count: undefined, endpoint: 0, steps: undefined, seed: 1 },
    ],
    exercise: 'always',
    result: { ...answer, attempts, faultsHit, recoveryMs: [] },
  })
  const [summary] = summarise([row(20_000, { stale_node: 9 }), row(100, {})], 100)
  expect(summary).toMatchObject({ runs: 2, exercised: 1, survived: 1, amplification: 200 })
})
