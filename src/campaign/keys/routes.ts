import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Problem } from '../../kernel/http/problem-schema.ts'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { Exactly, OneOf, TextLike } from '../../kernel/http/schema-parts.ts'
import type { CampaignDeps } from '../deps.ts'
import type { ListedKey } from '../entitlements/caller-keys.ts'
import { callerNamePattern, isCallerName } from '../entitlements/caller-name.ts'
import { planNames } from '../entitlements/plans.ts'
import { campaignError } from '../errors.ts'
import { forOperator, problems } from '../route-options.ts'
import { keysPage } from './keys-page.ts'

const Time = TextLike('2026-05-04T09:30:00.000Z', { format: 'date-time' })
const MaybeTime = (description: string) => Type.Union([Time, Type.Null()], { description })
const Count = Type.Integer({ minimum: 0 })

const KeyId = Type.String({ description: 'Id of the key, which is not secret', examples: ['k_WaYU8f3q'] })
const ListedKeyAnswer = Type.Object({
  id: KeyId,
  caller: Type.String({ examples: ['agency'] }),
  plan: Type.String({ examples: ['trial'] }),
  createdAt: Time,
  lastUsedAt: MaybeTime('When this server last received it; null since its start'),
  revokedAt: MaybeTime('null for a key that is valid'),
  runsToday: Count,
  runsPerDay: Count,
})
const refusals = problems(401, 403, 429)

/** Keys of callers, for the operator, and the page that shows keys and kits. */
export function keyRoutes(routeBase: RouteBase, { keys, entitlements }: CampaignDeps) {
  return new Elysia({ name: 'campaign.keys', tags: ['campaign'] })
    .use(routeBase)
    .get(
      '/api/keys',
      async () => {
        const listed = await keys.list()
        const callers = [...new Set(listed.map(({ caller }) => caller))]
        const records = new Map(
          await Promise.all(
            callers.map(async (caller) => [caller, await entitlements.read(caller)] as const),
          ),
        )
        return {
          keys: listed.map((key) => ({
            ...answerOf(key),
            runsToday: records.get(key.caller)?.used.runsToday ?? 0,
            runsPerDay: records.get(key.caller)?.limits.runsPerDay ?? 0,
          })),
        }
      },
      {
        ...forOperator,
        response: { 200: Type.Object({ keys: Type.Array(ListedKeyAnswer) }), ...refusals },
        detail: { summary: 'Keys of callers, oldest first, as the operator', operationId: 'listKeys' },
      },
    )
    .post(
      '/api/keys',
      async ({ body, set }) => {
        if (!isCallerName(body.caller)) throw campaignError('caller_reserved', body.caller)
        set.status = 201
        return await keys.create(body.caller, body.plan)
      },
      {
        ...forOperator,
        body: Exactly({
          caller: Type.String({
            pattern: callerNamePattern,
            description: 'Who calls with it: 1 to 64 of a-z 0-9 . _ -',
            examples: ['agency'],
          }),
          plan: Type.Optional(OneOf(planNames)),
        }),
        response: {
          201: Type.Object({
            id: KeyId,
            key: TextLike('cairn_pU2w8yFq3xTzRkN5vB7mCdE1', {
              description: 'Returned this once; a hash of it is stored',
            }),
          }),
          400: Problem,
          ...refusals,
        },
        detail: {
          summary: 'Create a key for a caller, as the operator',
          description:
            'Once a key exists, every request that needs a caller needs a key, from this machine too, even after all are revoked. A key of the caller `demo` leads to what was made without keys.',
          operationId: 'createKey',
        },
      },
    )
    .delete(
      '/api/keys/:id',
      async ({ params }) => {
        const revoked = await keys.revoke(params.id)
        if (revoked === undefined) throw campaignError('key_not_found', params.id)
        return { id: params.id, revokedAt: new Date(revoked.revokedAt).toISOString() }
      },
      {
        ...forOperator,
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        response: { 200: Type.Object({ id: KeyId, revokedAt: Time }), 404: Problem, ...refusals },
        detail: { summary: 'Revoke a key, as the operator', operationId: 'revokeKey' },
      },
    )
    .get('/keys', () => keysPage(), { access: 'public', detail: { hide: true } })
}

function answerOf({ createdAt, revokedAt, lastUsedAt, ...key }: ListedKey) {
  const text = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return {
    ...key,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: text(lastUsedAt),
    revokedAt: text(revokedAt),
  }
}
