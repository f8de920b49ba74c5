import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { DescribedText } from '../../kernel/http/text-schemas.ts'
import { milestoneError } from '../errors.ts'
import { limit, MilestoneProblem, publicRead } from '../wire/route-options.ts'
import { asOperator, newestRuns, type Operators, requirePipeline } from './operators.ts'
import { VerificationAnswer, VerificationRuns, verificationRuns } from './run-views.ts'

export function cycleRoutes(routeBase: RouteBase, operators: Operators) {
  const { pipeline, runs } = operators
  return new Elysia({ name: 'milestone.cycle', tags: ['milestone'] })
    .use(routeBase)
    .post(
      '/api/chaos/verify',
      async () => ({ ok: true as const, ...(await requirePipeline(operators).verification.verify()) }),
      {
        ...asOperator,
        response: { 200: VerificationAnswer, 503: MilestoneProblem },
        detail: {
          summary:
            'Send one verification cycle through the pipeline; a second caller joins the one that runs',
          operationId: 'runVerification',
        },
      },
    )
    .get(
      '/api/chaos/runs',
      async ({ query, set }) => {
        set.headers['cache-control'] = 'no-store'
        return verificationRuns(await newestRuns(operators, query.limit))
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
        if (report === undefined) throw milestoneError('run_not_found')
        set.headers['cache-control'] = 'no-store'
        return { ok: true as const, ...report }
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
