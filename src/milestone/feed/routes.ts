import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Connections } from '../../kernel/http/connections.ts'
import { eventStreamHeaders } from '../../kernel/http/event-stream.ts'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { ChoiceParameter, IntegerParameter } from '../../kernel/http/text-schemas.ts'
import { widerCallerOf } from '../../kernel/runtime/caller-networks.ts'
import { activityTypes, type PipelineEvents } from '../pipeline-event.ts'
import { Activity, ActivityStream, activity } from '../views/activity.ts'
import type { CachedViews } from '../views/cached-views.ts'
import { cursor, limit, MilestoneProblem, publicRead, reads, since } from '../wire/route-options.ts'
import type { ActivityStreams } from './activity-streams.ts'

export interface FeedDeps {
  pipeline: PipelineEvents
  streams: ActivityStreams
  connections: Connections
  views: CachedViews
}

/**
 * A stream sends a comment every 15 s: a connection that accepts none of three is stalled. With a timeout of 0 a stalled
 * one would stay open and keep its memory.
 */
const streamIdleSecondsMax = 45
const type = ChoiceParameter(activityTypes, 'Only events of this type')

/** The activity feed, as a list and as a stream. */
export function feedRoutes(routeBase: RouteBase, { pipeline, streams, connections, views }: FeedDeps) {
  return new Elysia({ name: 'milestone.feed', tags: ['milestone'] })
    .use(routeBase)
    .get(
      '/api/activity',
      (context) =>
        views.cached(context, (now) =>
          activity({ ...now, pipeline, lastEventId: streams.currentId() }, context.query),
        ),
      {
        ...reads(Activity, 'What happened, newest first', 'listActivity'),
        query: t.Object({
          limit: limit(50),
          cursor,
          type,
          since,
          milestone: t.Optional(t.String({ description: 'Only events of this milestone: its hash' })),
          account: t.Optional(t.String({ description: 'Only events of this account: its address or name' })),
        }),
      },
    )
    .get(
      '/api/activity/stream',
      ({ request, query, caller }) => {
        views.snapshot()
        const { lastEventId, ...filters } = query
        const body = streams.open(
          { ...filters, lastEventId: request.headers.get('last-event-id') || lastEventId || undefined },
          () => connections.closeWhenIdle(request, 1),
          // Streams of an IPv6 network of 48 bits count as those of one caller.
          widerCallerOf(caller.id) ?? caller.id,
        )
        connections.closeWhenIdle(request, streamIdleSecondsMax)
        return new Response(body, { headers: eventStreamHeaders })
      },
      {
        ...publicRead,
        query: t.Object({
          lastEventId: t.Optional(
            t.String({
              description:
                'Continue after this event: the `id` of an earlier one, or `lastEventId` of /api/activity. The header Last-Event-ID does the same and takes precedence',
            }),
          ),
          type,
          since,
          limit: IntegerParameter({
            minimum: 1,
            maximum: 200,
            description: 'Begin with so many of the newest events; without it and `since`, with the next one',
          }),
        }),
        response: { 200: ActivityStream, 400: MilestoneProblem, 503: MilestoneProblem },
        detail: { summary: 'What happens, as it happens', operationId: 'streamActivity' },
      },
    )
}
