import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { House } from '../../kernel/http/house.ts'
import type { RunStore } from '../cycle/run-store.ts'
import type { Verification } from '../cycle/verification.ts'
import { PipelineUnavailable, RunNotFound, UnknownChaosType, UnknownEndpoint } from '../errors.ts'
import type { PipelineFeed } from '../feed/feed.ts'
import { activeFaults } from '../views/active-faults.ts'
import { MilestoneProblem } from '../views/problem.ts'
import { areaErrors, publicRead } from '../views/route-options.ts'
import { VerificationAnswer, verificationAnswer } from '../views/verification.ts'
import { type Chaos, faultAliases, faultTypes } from './fault.ts'
import { resolveFault } from './faults.ts'
import { ChaosInjected, ChaosRequest } from './schemas.ts'

/** What operators do: inject faults into the demo pipeline, and send a verification cycle through it. */
export interface ChaosDeps {
  /** Undefined where the followed chain is not this process's own: there is no pipeline then. */
  pipeline:
    | { chaos: Chaos; verification: Verification; feed: Pick<PipelineFeed, 'append'>; endpoints: number }
    | undefined
  /** Runs of other processes on the same database, and of earlier ones. */
  storedReport: RunStore['report']
}

const operatorErrors = {
  401: MilestoneProblem,
  403: MilestoneProblem,
  429: MilestoneProblem,
  503: MilestoneProblem,
}
const asOperator = { access: 'operator', quota: 'chaos', ...areaErrors } as const

export function chaosRoutes(house: House, { pipeline, storedReport }: ChaosDeps) {
  const ownPipeline = () => {
    if (pipeline === undefined) throw new PipelineUnavailable()
    return pipeline
  }
  return new Elysia({ name: 'milestone.chaos', tags: ['milestone'] })
    .use(house)
    .post(
      '/api/chaos',
      ({ body }) => {
        const { chaos, feed, endpoints } = ownPipeline()
        const { type: word, endpoint, ...rest } = body
        const resolved = resolveFault(word)
        if (resolved === undefined) throw new UnknownChaosType([...faultTypes, ...faultAliases, 'clear'])
        if (resolved === 'clear') {
          const hadAny = chaos.active().length > 0
          chaos.clear()
          if (hadAny)
            feed.append({
              type: 'chaos',
              title: 'Faults cleared',
              description: 'No fault is in force',
              metadata: {},
            })
        } else {
          if (typeof endpoint === 'number' && endpoint >= endpoints) throw new UnknownEndpoint(endpoints)
          const { name, type, count } = resolved
          const affected = endpoint ?? resolved.endpoint
          const fault = chaos.inject({
            ...(count === undefined ? {} : { count }),
            ...rest,
            ...(typeof affected === 'number' ? { endpoint: affected } : {}),
            name,
            type,
          })
          feed.append({
            type: 'chaos',
            title: `Fault injected: ${name}`,
            description: `Until ${new Date(fault.expiresAt).toISOString()}, seed ${fault.seed}`,
            metadata: { fault: name, seed: fault.seed, probability: fault.probability },
          })
        }
        return { ok: true as const, injected: resolved !== 'clear', active: activeFaults(chaos.active()) }
      },
      {
        ...asOperator,
        body: ChaosRequest,
        response: {
          200: ChaosInjected,
          400: MilestoneProblem,
          413: MilestoneProblem,
          415: MilestoneProblem,
          ...operatorErrors,
        },
        detail: {
          summary: 'Inject a fault into the demo pipeline, or clear all',
          operationId: 'injectFault',
        },
      },
    )
    .post('/api/chaos/verify', async () => verificationAnswer(await ownPipeline().verification.verify()), {
      ...asOperator,
      response: { 200: VerificationAnswer, ...operatorErrors },
      detail: {
        summary: 'Send one verification cycle through the pipeline; a second caller joins the one that runs',
        operationId: 'runVerification',
      },
    })
    .get(
      '/api/chaos/runs/:runId',
      async ({ params, set }) => {
        const report = pipeline?.verification.report(params.runId) ?? (await storedReport(params.runId))
        if (report === undefined) throw new RunNotFound()
        set.headers['cache-control'] = 'no-store'
        return verificationAnswer(report)
      },
      {
        ...publicRead,
        params: t.Object({
          runId: t.String({
            description: 'As a verification answered it',
            examples: ['run_6f1f3d0e2a119d5e'],
          }),
        }),
        response: { 200: VerificationAnswer, 404: MilestoneProblem, 503: MilestoneProblem },
        detail: { summary: 'How a verification run stands', operationId: 'readVerification' },
      },
    )
}
