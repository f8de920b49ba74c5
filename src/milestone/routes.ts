import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { createAnswers, serialise } from '../kernel/http/cached-responses.ts'
import { widerCallerOf } from '../kernel/http/caller.ts'
import type { Connections } from '../kernel/http/connections.ts'
import { eventStreamType, type KeptAnswer, keptResponse, type RequestIds } from '../kernel/http/http.ts'
import { ChoiceParameter, IntegerParameter, readChoice, readInteger } from '../kernel/http/query.ts'
import { addressOf } from '../kernel/http/request.ts'
import type { Chaos } from './chaos/fault.ts'
import type { Deployment } from './contracts/deployment.ts'
import type { EscrowPolicy } from './contracts/policy.ts'
import { ReadModelNotReady } from './errors.ts'
import type { EvidenceLibrary } from './evidence/evidence-store.ts'
import type { ActivityStreams } from './feed/activity-streams.ts'
import type { PipelineEvents } from './feed/feed.ts'
import type { RecoveryLog } from './feed/recovery-log.ts'
import type { ReadModel } from './indexer/read-model.ts'
import * as model from './model.ts'
import { activity } from './views/activity.ts'
import { activeFaults } from './views/chaos.ts'
import { ensName } from './views/ens-name.ts'
import { explorerMilestones } from './views/explorer-milestones.ts'
import { evidenceRoot, indexerBundle, indexerProof, indexerSummary } from './views/indexer.ts'
import { milestoneStatus } from './views/milestone-status.ts'
import { operations } from './views/operations.ts'
import { recovery } from './views/recovery.ts'
import type { Snapshot } from './views/snapshot.ts'
import { sponsor } from './views/sponsor.ts'
import { statusDemo } from './views/status-demo.ts'
import { treasury } from './views/treasury.ts'
import { verifiers } from './views/verifiers.ts'

/** What the routes of Area C are made from. */
export interface MilestoneDeps {
  readModel: ReadModel
  deployment: Deployment
  /** Undefined until the chain has told it. */
  policy: () => EscrowPolicy | undefined
  /** Whether the model may be behind the chain, and why it holds nothing while it does. */
  freshness: () => { stale: boolean; reason: string }
  recoveryLog: RecoveryLog
  /** Undefined where no faults can be injected. */
  chaos: Pick<Chaos, 'revision' | 'active'> | undefined
  pipeline: PipelineEvents
  streams: ActivityStreams
  evidence: EvidenceLibrary
  health: () => model.Operations['health']
  urls: { status: string; indexer: string }
}

const readErrors = { 304: t.Null(), 400: model.MilestoneProblem, 503: model.MilestoneProblem }
const lookupErrors = {
  304: t.Null(),
  400: model.MilestoneProblem,
  404: model.MilestoneProblem,
  503: model.MilestoneProblem,
}

const noQuery = t.Object({})
const cursor = t.Optional(t.String({ description: '`next` of an earlier answer' }))
const limit = (fallback: number) =>
  IntegerParameter({ minimum: 1, maximum: 200, default: fallback, description: 'Items at most' })
const since = IntegerParameter({
  minimum: 0,
  maximum: 999_999_999_999,
  description: 'Only what happened at or after this time, in seconds since the epoch',
})

/** Bundles that this deployment's milestones name: one database may hold those of other chains as well. */
function headsOf({ order }: ReadModel, evidence: EvidenceLibrary) {
  const named = new Set(order.map((milestone) => milestone.evidenceRoot))
  return evidence.heads().filter(({ root }) => named.has(root))
}

/** Every public read of Area C. A GET is answered from memory and never waits for the chain. */
export function milestoneRoutes(
  deps: MilestoneDeps,
  requestIds: RequestIds,
  connections: Connections,
  callerOf: (request: Request) => string,
) {
  const { readModel, deployment, evidence, recoveryLog, chaos, pipeline, streams, urls } = deps
  const answers = createAnswers([
    () => readModel.revision,
    () => Number(deps.freshness().stale),
    () => Number(deps.policy() !== undefined),
    () => recoveryLog.revision,
    () => chaos?.revision ?? 0,
    () => pipeline.revision,
    () => evidence.revision,
  ])

  /** The state of the model, in one synchronous step with the view that reads it. */
  const snapshot = (): Snapshot => {
    const { head } = readModel
    const { stale, reason } = deps.freshness()
    if (head === undefined) throw new ReadModelNotReady(reason)
    return {
      model: readModel,
      asOf: {
        chainId: deployment.chainId,
        blockNumber: head.number,
        blockHash: head.hash,
        timestamp: head.timestamp,
        stale,
      },
    }
  }
  /** A pure view, made once per address and state of the model. */
  const kept = (request: Request, route: string, view: (snapshot: Snapshot) => unknown) => {
    const answer = answers.keep(addressOf(request.url), route, () => view(snapshot()))
    return keptResponse(request, answer, requestIds.of(request))
  }
  /** A view of something that changes with every look. */
  const once = (request: Request, route: string, value: unknown) =>
    keptResponse(request, serialise(route, value), requestIds.of(request))

  const routes = new Elysia({ name: 'milestone.routes', tags: ['milestone'], normalize: false })
    .get(
      '/api/status/demo',
      ({ request, route }) =>
        kept(request, route, (now) =>
          statusDemo(now, {
            deployment,
            policy: deps.policy(),
            statusUrl: urls.status,
            indexerUrl: urls.indexer,
          }),
        ),
      {
        query: noQuery,
        response: { 200: model.StatusDemo, ...readErrors },
        detail: {
          summary: 'Where to start: what this shows and which records to open',
          operationId: 'readStatusDemo',
        },
      },
    )
    .get(
      '/api/status/milestone/:milestoneHash',
      ({ request, route, params }) =>
        kept(request, route, (now) =>
          milestoneStatus(now, params.milestoneHash, {
            deployment,
            holdsEvidence: (root) => evidence.has(root),
          }),
        ),
      {
        query: noQuery,
        params: t.Object({ milestoneHash: hashParameter('The milestone') }),
        response: { 200: model.MilestoneStatus, ...lookupErrors },
        detail: { summary: 'One milestone: state, votes, money, evidence', operationId: 'readMilestone' },
      },
    )
    .get(
      '/api/explorer/milestones',
      ({ request, route, query }) =>
        kept(request, route, (now) =>
          explorerMilestones(now, {
            limit: readInteger('limit', query.limit, 1, 200) ?? 50,
            cursor: query.cursor,
            state: readChoice('state', query.state, stateWords),
            builder: query.builder,
          }),
        ),
      {
        query: t.Object({
          limit: limit(50),
          cursor,
          state: ChoiceParameter(stateWords, 'Only milestones in this state'),
          builder: t.Optional(
            t.String({ description: 'Only milestones of this builder: an address or a name' }),
          ),
        }),
        response: { 200: model.ExplorerMilestones, ...readErrors },
        detail: { summary: 'All milestones, newest first', operationId: 'listMilestones' },
      },
    )
    .get(
      '/api/operations',
      ({ request, route }) => {
        const view = operations(
          { ...snapshot(), pipeline },
          { health: deps.health(), recovery: recoveryLog, chaosActive: (chaos?.active() ?? []).length > 0 },
        )
        return once(request, route, view)
      },
      {
        query: noQuery,
        response: { 200: model.Operations, ...readErrors },
        detail: {
          summary: 'Treasury, verdicts, health and recovery at a glance',
          operationId: 'readOperations',
        },
      },
    )
    .get(
      '/api/sponsor',
      ({ request, route, query }) =>
        kept(request, route, (now) =>
          sponsor(now, { limit: readInteger('limit', query.limit, 1, 200) ?? 200, cursor: query.cursor }),
        ),
      {
        query: t.Object({ limit: limit(200), cursor }),
        response: { 200: model.Sponsor, ...readErrors },
        detail: { summary: 'Where the sponsors’ money stands', operationId: 'readSponsor' },
      },
    )
    .get(
      '/api/activity',
      ({ request, route, query }) =>
        kept(request, route, (now) =>
          activity(
            { ...now, pipeline, lastEventId: streams.currentId() },
            {
              limit: readInteger('limit', query.limit, 1, 200) ?? 50,
              cursor: query.cursor,
              type: readChoice('type', query.type, activityTypes),
              since: readInteger('since', query.since, 0, 999_999_999_999),
            },
          ),
        ),
      {
        query: t.Object({
          limit: limit(50),
          cursor,
          type: ChoiceParameter(activityTypes, 'Only events of this type'),
          since,
        }),
        response: { 200: model.Activity, ...readErrors },
        detail: { summary: 'What happened, newest first', operationId: 'listActivity' },
      },
    )
    .get(
      '/api/activity/stream',
      ({ request, query }) => {
        snapshot()
        const body = streams.open(
          {
            lastEventId: request.headers.get('last-event-id') || query.lastEventId || undefined,
            type: readChoice('type', query.type, activityTypes),
            since: readInteger('since', query.since, 0, 999_999_999_999),
            limit: readInteger('limit', query.limit, 1, 200),
          },
          () => connections.closeWhenIdle(request, 1),
          streamHolder(callerOf(request)),
        )
        connections.closeWhenIdle(request, streamIdleSecondsMax)
        return new Response(body, { headers: streamHeaders })
      },
      {
        query: t.Object({
          lastEventId: t.Optional(
            t.String({
              description:
                'Go on after this event: the `id` of an earlier one, or `lastEventId` of /api/activity. The header Last-Event-ID says the same and counts before it',
            }),
          ),
          type: ChoiceParameter(activityTypes, 'Only events of this type'),
          since,
          limit: IntegerParameter({
            minimum: 1,
            maximum: 200,
            description: 'Begin with so many of the newest events; without it and `since`, with the next one',
          }),
        }),
        response: { 200: model.ActivityStream, 400: model.MilestoneProblem, 503: model.MilestoneProblem },
        detail: { summary: 'What happens, as it happens', operationId: 'streamActivity' },
      },
    )
    .get('/api/verifiers', ({ request, route }) => kept(request, route, verifiers), {
      query: noQuery,
      response: { 200: model.Verifiers, ...readErrors },
      detail: {
        summary: 'Who votes, with what stake, and how often they agree',
        operationId: 'listVerifiers',
      },
    })
    .get('/api/treasury', ({ request, route }) => kept(request, route, treasury), {
      query: noQuery,
      response: { 200: model.Treasury, ...readErrors },
      detail: { summary: 'The agent’s income and spending', operationId: 'readTreasury' },
    })
    .get(
      '/api/recovery',
      ({ request, route, query }) =>
        kept(request, route, (now) =>
          recovery(
            now,
            recoveryLog,
            activeFaults(chaos?.active() ?? []),
            readInteger('since', query.since, 0, 999_999_999_999),
          ),
        ),
      {
        query: t.Object({ since }),
        response: { 200: model.Recovery, ...readErrors },
        detail: { summary: 'What went wrong and how it was mended', operationId: 'readRecovery' },
      },
    )
    .get(
      '/api/ens/:name',
      ({ request, route, params }) => kept(request, route, (now) => ensName(now, params.name ?? unreadable)),
      {
        query: noQuery,
        params: t.Object({
          name: t.Unsafe<string | null>(
            t.Unknown({
              type: 'string',
              description: 'A name; `.eth` is added to a bare label',
              examples: ['ada.eth'],
            }),
          ),
        }),
        response: { 200: model.NameRecordAnswer, ...lookupErrors },
        detail: {
          summary: 'A name, its records and its reputation',
          description:
            'Every `svc` field is about the address that the name stands for: its present owner points the name at it, and it has claimed the name as its primary name under that owner. Without one they are 0, null or empty.',
          operationId: 'readName',
        },
      },
    )
    .get(
      '/api/indexer',
      ({ request, route, query }) =>
        kept(request, route, (now) =>
          indexerSummary(now, headsOf(readModel, evidence), {
            limit: readInteger('limit', query.limit, 1, 200) ?? 50,
            cursor: query.cursor,
          }),
        ),
      {
        query: t.Object({ limit: limit(50), cursor }),
        response: { 200: model.IndexerSummary, ...readErrors },
        detail: { summary: 'Evidence bundles held here', operationId: 'listEvidence' },
      },
    )
    .get(
      '/api/indexer/:root',
      async ({ request, route, params }) => {
        const bundle = await evidence.read(evidenceRoot(params.root))
        return once(request, route, indexerBundle(snapshot(), bundle))
      },
      {
        query: noQuery,
        params: t.Object({ root: hashParameter('Merkle root of the bundle') }),
        response: { 200: model.IndexerBundle, ...lookupErrors },
        detail: {
          summary: 'The documents of one bundle, with the leaves of its tree',
          operationId: 'readEvidence',
        },
      },
    )
    .get(
      '/api/indexer/:root/proofs/:index',
      async ({ request, route, params }) => {
        const bundle = await evidence.read(evidenceRoot(params.root))
        return once(request, route, indexerProof(snapshot(), bundle, params.index))
      },
      {
        query: noQuery,
        params: t.Object({
          root: hashParameter('Merkle root of the bundle'),
          index: t.Unsafe<string>(
            t.Unknown({
              type: 'integer',
              minimum: 0,
              description: 'Position of the leaf',
              examples: [0],
            }),
          ),
        }),
        response: { 200: model.IndexerProof, ...lookupErrors },
        detail: { summary: 'The Merkle proof of one leaf', operationId: 'readEvidenceProof' },
      },
    )
  return { routes, findKept: (address: string): KeptAnswer | undefined => answers.find(address) }
}

/** Streams of an IPv6 network of 48 bits are those of one caller. */
function streamHolder(caller: string): string {
  return widerCallerOf(caller) ?? caller
}

/** Stands for a parameter that is no valid percent-encoding; no name holds it. */
const unreadable = '\ufffd'

/**
 * A stream gives a sign of life every 15 s: a connection that takes none of three is stalled. Never closing it, as a
 * timeout of 0 would, keeps its memory for as long as the other end pleases.
 */
const streamIdleSecondsMax = 45
/** The last one keeps proxies such as nginx from holding messages back. */
const streamHeaders = {
  'content-type': eventStreamType,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

const stateWords = ['pending', 'verified', 'failed'] as const
const activityTypes = ['verification', 'charge', 'revenue', 'chaos', 'deadline'] as const

/** Described only: the view checks it, so that the error carries the slug of this area. */
function hashParameter(description: string) {
  return t.Unsafe<string>(
    t.Unknown({
      type: 'string',
      pattern: '^0x[0-9a-fA-F]{64}$',
      description,
      examples: [`0x${'3f'.repeat(32)}`],
    }),
  )
}
