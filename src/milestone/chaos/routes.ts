import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readJsonBody } from '../../kernel/http/body.ts'
import type { OperatorGate } from '../../kernel/http/operator.ts'
import type { RateLimit } from '../../kernel/http/rate-limit.ts'
import type { RunStore } from '../cycle/run-store.ts'
import type { Verification } from '../cycle/verification.ts'
import { PipelineUnavailable, RunNotFound, UnknownChaosType, UnknownEndpoint } from '../errors.ts'
import type { PipelineFeed } from '../feed/feed.ts'
import { ChaosInjected, ChaosRequest, MilestoneProblem, VerificationAnswer } from '../model.ts'
import { activeFaults } from '../views/chaos.ts'
import { verificationAnswer } from '../views/verification.ts'
import { type Chaos, faultAliases, faultTypes } from './fault.ts'
import { resolveFault } from './faults.ts'

/** What operators do: inject faults into the demo pipeline, and send a verification cycle through it. */
export interface ChaosDeps {
  /** Undefined where the followed chain is not this process's own: there is no pipeline then. */
  pipeline:
    | { chaos: Chaos; verification: Verification; feed: Pick<PipelineFeed, 'append'>; endpoints: number }
    | undefined
  /** Runs of other processes on the same database, and of earlier ones. */
  storedReport: RunStore['report']
  gate: OperatorGate
  rateLimit: RateLimit
  /** For callers on this machine; undefined counts them with the others. */
  localRateLimit?: RateLimit
  callerOf: (request: Request) => string
}

const operatorErrors = {
  401: MilestoneProblem,
  403: MilestoneProblem,
  429: MilestoneProblem,
  503: MilestoneProblem,
}

export function chaosRoutes({
  pipeline,
  storedReport,
  gate,
  rateLimit,
  localRateLimit = rateLimit,
  callerOf,
}: ChaosDeps) {
  const admit = async (request: Request) => {
    await gate.admit(request)
    await (gate.isLocal(request) ? localRateLimit : rateLimit).take(callerOf(request))
    if (pipeline === undefined) throw new PipelineUnavailable()
    return pipeline
  }
  return new Elysia({ name: 'milestone.chaos', tags: ['milestone'], normalize: false })
    .post(
      '/api/chaos',
      async ({ request }) => {
        const { chaos, feed, endpoints } = await admit(request)
        const { type: word, endpoint, ...rest } = await readJsonBody(request, ChaosRequest)
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
          const struck = endpoint ?? resolved.endpoint
          const fault = chaos.inject({
            ...(count === undefined ? {} : { count }),
            ...rest,
            ...(typeof struck === 'number' ? { endpoint: struck } : {}),
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
        return Response.json({
          ok: true,
          injected: resolved !== 'clear',
          active: activeFaults(chaos.active()),
        })
      },
      {
        parse: 'none',
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
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ChaosRequest' } } },
          },
        },
      },
    )
    .post(
      '/api/chaos/verify',
      async ({ request }) => {
        const { verification } = await admit(request)
        return Response.json(verificationAnswer(await verification.verify()))
      },
      {
        parse: 'none',
        response: { 200: VerificationAnswer, ...operatorErrors },
        detail: {
          summary:
            'Send one verification cycle through the pipeline; a second caller joins the one that runs',
          operationId: 'runVerification',
        },
      },
    )
    .get(
      '/api/chaos/runs/:runId',
      async ({ params }) => {
        const report = pipeline?.verification.report(params.runId) ?? (await storedReport(params.runId))
        if (report === undefined) throw new RunNotFound()
        return Response.json(verificationAnswer(report), { headers: { 'cache-control': 'no-store' } })
      },
      {
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
