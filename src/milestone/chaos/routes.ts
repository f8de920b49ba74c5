import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { House } from '../../kernel/http/house.ts'
import { DescribedText } from '../../kernel/http/text-schemas.ts'
import type { NumberedReport } from '../cycle/run.ts'
import type { RunStore } from '../cycle/run-store.ts'
import type { Verification } from '../cycle/verification.ts'
import { PipelineUnavailable, RunNotFound } from '../errors.ts'
import type { PipelineFeed } from '../feed/feed.ts'
import { activeFaults } from '../views/active-faults.ts'
import { MilestoneProblem } from '../views/problem.ts'
import { areaErrors, limit, publicRead } from '../views/route-options.ts'
import {
  VerificationAnswer,
  VerificationRuns,
  verificationAnswer,
  verificationRuns,
} from '../views/verification.ts'
import { type Chaos, faultNames } from './fault.ts'
import { injectFault } from './inject-fault.ts'
import { ChaosInjected, ChaosRequest, ChaosState } from './schemas.ts'

/** What operators do: inject faults into the demo pipeline, and send a verification cycle through it. */
export interface ChaosDeps {
  /** Undefined where the followed chain is not this process's own: there is no pipeline then. */
  pipeline:
    | {
        chaos: Chaos
        verification: Verification
        feed: Pick<PipelineFeed, 'append'>
        endpoints: number
        resetEndpoints(): void
      }
    | undefined
  /** Runs of other processes on the same database, and of earlier ones. */
  runs: Pick<RunStore, 'report' | 'newest'>
}

/** The newest runs; of one in progress here this process knows more than the database. */
export async function newestRuns({ pipeline, runs }: ChaosDeps, limit: number): Promise<NumberedReport[]> {
  const stored = await runs.newest(limit)
  return stored.map((run) => ({
    ...run,
    report: pipeline?.verification.report(run.report.runId) ?? run.report,
  }))
}

/** Whether the sender of a request has the operator's rights, and otherwise what is missing. */
export type MayOperate = (request: Request) => Promise<{ allowed: boolean; detail: string | null }>

const asOperator = { access: 'operator', quota: 'chaos', ...areaErrors } as const

export function chaosRoutes(house: House, { pipeline, runs }: ChaosDeps, mayOperate: MayOperate) {
  const ownPipeline = () => {
    if (pipeline === undefined)
      throw new PipelineUnavailable(
        'this server follows a chain whose keys it does not hold. `cairn demo` has one of its own',
        3_600,
      )
    return pipeline
  }
  return new Elysia({ name: 'milestone.chaos', tags: ['milestone'] })
    .use(house)
    .post(
      '/api/chaos',
      ({ body }) => {
        const own = ownPipeline()
        const injected = injectFault(own, body)
        return { ok: true as const, injected, active: activeFaults(own.chaos.active()) }
      },
      {
        ...asOperator,
        body: ChaosRequest,
        response: { 200: ChaosInjected, 503: MilestoneProblem },
        detail: {
          summary: 'Inject a fault into the demo pipeline, or clear all',
          operationId: 'injectFault',
        },
      },
    )
    .post('/api/chaos/verify', async () => verificationAnswer(await ownPipeline().verification.verify()), {
      ...asOperator,
      response: { 200: VerificationAnswer, 503: MilestoneProblem },
      detail: {
        summary: 'Send one verification cycle through the pipeline; a second caller joins the one that runs',
        operationId: 'runVerification',
      },
    })
    .get(
      '/api/chaos',
      async ({ request, set }) => {
        set.headers['cache-control'] = 'no-store'
        return {
          ok: true as const,
          active: activeFaults(pipeline?.chaos.active() ?? []),
          types: pipeline === undefined ? [] : [...faultNames],
          endpoints: pipeline?.endpoints ?? 0,
          operator: await mayOperate(request),
        }
      },
      {
        ...publicRead,
        response: { 200: ChaosState },
        detail: {
          summary: 'Active faults, those that can be injected, and whether this caller may do it',
          operationId: 'readFaults',
        },
      },
    )
    .get(
      '/api/chaos/runs',
      async ({ query, set }) => {
        set.headers['cache-control'] = 'no-store'
        return verificationRuns(await newestRuns({ pipeline, runs }, query.limit))
      },
      {
        ...publicRead,
        query: t.Object({ limit: limit(20) }),
        response: { 200: VerificationRuns, 400: MilestoneProblem, 503: MilestoneProblem },
        detail: { summary: 'The newest verification runs', operationId: 'listVerifications' },
      },
    )
    .get(
      '/api/chaos/runs/:runId',
      async ({ params, set }) => {
        const report = pipeline?.verification.report(params.runId) ?? (await runs.report(params.runId))
        if (report === undefined) throw new RunNotFound()
        set.headers['cache-control'] = 'no-store'
        return verificationAnswer(report)
      },
      {
        ...publicRead,
        params: t.Object({
          runId: DescribedText({
            description: '`runId` of a verification',
            examples: ['run_6f1f3d0e2a119d5e'],
          }),
        }),
        response: { 200: VerificationAnswer, 404: MilestoneProblem, 503: MilestoneProblem },
        detail: { summary: 'State and steps of a verification run', operationId: 'readVerification' },
      },
    )
}
