import type { Chaos } from '../chaos/fault.ts'
import { milestoneError } from '../errors.ts'
import type { PipelineFeed } from '../pipeline-event.ts'
import { areaErrors } from '../wire/route-options.ts'
import type { RunStore } from './run-store.ts'
import type { NumberedReport } from './run-views.ts'
import type { Verification } from './verification.ts'

/** The demo pipeline of this process, into which operators inject faults and through which they send cycles. */
export interface Pipeline {
  chaos: Chaos
  verification: Verification
  feed: Pick<PipelineFeed, 'append'>
  endpoints: number
  resetEndpoints(): void
}

export interface Operators {
  /** Undefined when the process follows a chain that it did not start. */
  pipeline: Pipeline | undefined
  /** Runs of other processes on the same database, and of earlier ones. */
  runs: Pick<RunStore, 'report' | 'newest'>
}

/** Whether the sender of a request has the operator's rights, and otherwise what is missing. */
export type MayOperate = (request: Request) => Promise<{ allowed: boolean; detail: string | null }>

/** Options of the routes that only operators may call. */
export const asOperator = { access: 'operator', quota: 'chaos', ...areaErrors } as const

/** @throws pipeline_unavailable */
export function requirePipeline({ pipeline }: Operators): Pipeline {
  if (pipeline === undefined)
    throw milestoneError(
      'pipeline_unavailable',
      'this server follows a chain whose keys it does not hold. `cairn demo` has one of its own',
      3_600,
    )
  return pipeline
}

/** The newest runs; of one in progress here this process has more than the database. */
export async function newestRuns({ pipeline, runs }: Operators, limit: number): Promise<NumberedReport[]> {
  const stored = await runs.newest(limit)
  return stored.map((run) => ({
    ...run,
    report: pipeline?.verification.report(run.report.runId) ?? run.report,
  }))
}
