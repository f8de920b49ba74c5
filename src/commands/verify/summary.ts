import type { Schedule } from '../../milestone/pipeline/schedule.ts'
import type { CycleResult } from './remote.ts'

/** One cycle as the report keeps it. */
export interface CycleRow {
  number: number
  schedule: Schedule
  result: CycleResult
}

/** What became of all cycles in which one fault was in force. */
export interface FaultSummary {
  fault: string
  runs: number
  /** Runs in which it was really hit. */
  exercised: number
  /** Exercised runs that ended verified. */
  recovered: number
  p50Ms: number | null
  p95Ms: number | null
  /** Exchanges without the struck ones, for each question. */
  amplification: number
}

export function summarise(rows: readonly CycleRow[]): FaultSummary[] {
  const types = [...new Set(rows.flatMap(({ schedule }) => schedule.map(({ type }) => type)))].sort()
  return types.map((fault) => {
    const runs = rows.filter(({ schedule }) => schedule.some(({ type }) => type === fault))
    const exercised = runs.filter(({ result }) => (result.faultsHit[fault] ?? 0) > 0)
    const times = exercised.flatMap(({ result }) => result.recoveryMs).sort((a, b) => a - b)
    return {
      fault,
      runs: runs.length,
      exercised: exercised.length,
      recovered: exercised.filter(({ result }) => result.verified).length,
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
      amplification: amplification(runs),
    }
  })
}

/** Exchanges that no fault struck, for each question that was asked. */
export function amplification(rows: readonly CycleRow[]): number {
  let requests = 0
  let attempts = 0
  for (const { result } of rows) {
    const hits = Object.entries(result.faultsHit).filter(([type]) => /^(rpc|log|stale|split)/.test(type))
    requests += result.requests
    attempts += result.attempts - hits.reduce((sum, [, count]) => sum + count, 0)
  }
  return requests === 0 ? 0 : Math.round((100 * attempts) / requests) / 100
}

/** What speaks against a cycle: broken invariants, or that none could be checked as it never ended. */
export function problemsOf({ invariants, finished }: CycleResult): string[] {
  if (!finished || invariants.length === 0) return ['the cycle did not end, so that nothing could be checked']
  return invariants.filter(({ held }) => !held).map(({ name, detail }) => `${name}: ${detail}`)
}

/** Nearest rank over ascending values; null without any. */
export function percentile(ascending: readonly number[], share: number): number | null {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? null
}
