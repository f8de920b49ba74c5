import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { TextLike } from '../../kernel/http/schema-parts.ts'
import { IntegerParameter, IntegerParameterWithDefault } from '../../kernel/http/text-schemas.ts'
import type { CampaignDeps } from '../deps.ts'
import { campaignError, concerning } from '../errors.ts'
import { Kit, KitRequest, KitVersion, kitIdPattern, logoVariantNames } from '../requests/kit.ts'
import { forCallers, problems } from '../route-options.ts'
import { type KitLogos, parsePin } from './kits.ts'

const listMax = 100

const OneKit = Type.Object({ kit: Kit })

/** Brand kits of the caller; every caller may read the demo kit. */
export function kitRoutes(routeBase: RouteBase, { kits, logos, remoteImages, idempotency }: CampaignDeps) {
  return new Elysia({ name: 'campaign.kits', prefix: '/api/brand-kits', tags: ['campaign'] })
    .use(routeBase)
    .get(
      '',
      async ({ query, caller }) => {
        const { limit, cursor } = query
        const found = await kits.list(caller.id, { limit: limit + 1, after: cursor })
        const page = found.slice(0, limit)
        return { kits: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null }
      },
      {
        ...forCallers,
        query: Type.Object({
          limit: IntegerParameterWithDefault(50, {
            minimum: 1,
            maximum: listMax,
            description: 'Items at most',
          }),
          cursor: Type.Optional(
            Type.String({ pattern: kitIdPattern, description: '`next` of the previous page' }),
          ),
        }),
        response: {
          200: Type.Object({
            kits: Type.Array(Kit),
            next: Type.Union([TextLike('demo-launch'), Type.Null()]),
          }),
          ...problems(400, 401, 429),
        },
        detail: { summary: 'Brand kits that the caller may use', operationId: 'listBrandKits' },
      },
    )
    .get(
      '/:id',
      async ({ params, caller }) => {
        const pin = parsePin(params.id)
        if (pin === undefined) throw campaignError('brand_kit_not_found', params.id)
        const { kit } = await kits.read(caller.id, pin, { anyVersion: true })
        return { kit }
      },
      {
        ...forCallers,
        params: Type.Object({ id: Type.String({ maxLength: 80 }) }),
        response: { 200: OneKit, ...problems(401, 404, 429) },
        detail: {
          summary: 'One brand kit, or one version of it by `<kit_id>@<version>`',
          operationId: 'readBrandKit',
        },
      },
    )
    .get(
      '/:id/versions',
      async ({ params, query, caller }) => {
        const { limit, cursor } = query
        const pin = parsePin(params.id)
        if (pin === undefined) throw campaignError('brand_kit_not_found', params.id)
        const found = await kits.versions(caller.id, pin.id, { limit: limit + 1, before: cursor })
        const versions = found.slice(0, limit)
        return { versions, next: found.length > limit ? (versions.at(-1)?.version ?? null) : null }
      },
      {
        ...forCallers,
        params: Type.Object({ id: Type.String({ maxLength: 80 }) }),
        query: Type.Object({
          limit: IntegerParameterWithDefault(20, {
            minimum: 1,
            maximum: listMax,
            description: 'Items at most',
          }),
          cursor: IntegerParameter({
            minimum: 1,
            maximum: 999_999_999,
            description: '`next` of the previous page',
          }),
        }),
        response: {
          200: Type.Object({
            versions: Type.Array(KitVersion),
            next: Type.Union([Type.Integer(), Type.Null()]),
          }),
          ...problems(400, 401, 404, 429),
        },
        detail: { summary: 'Versions of a brand kit, newest first', operationId: 'listBrandKitVersions' },
      },
    )
    .post(
      '',
      async ({ body, caller, request, set }) => {
        const { logoUrl, logoVariants = {} } = body
        const { signal } = request
        const reader = { work: { caller: caller.id }, signal }
        const create = async () => {
          const read = (field: string, url: string | undefined) =>
            url === undefined
              ? undefined
              : concerning(field, () => remoteImages.read(url, reader, (bytes) => logos.add(bytes, reader)))
          const stored: { -readonly [Name in keyof KitLogos]: KitLogos[Name] } = {}
          const logo = await read('logoUrl', logoUrl)
          if (logo !== undefined) stored.logo = logo
          for (const name of logoVariantNames) {
            const variant = await read(`logoVariants.${name}`, logoVariants[name])
            if (variant !== undefined) stored[name] = variant
          }
          return { status: 201, body: { kit: await kits.create(caller.id, body, stored, caller.keyId) } }
        }
        const { headers } = request
        const keyed = { owner: caller.id, capability: 'brand-kits', headers, request: body }
        const { kit } = (await idempotency.once(keyed, create)).body
        set.status = 201
        set.headers['location'] = `/api/brand-kits/${kit.id}@${kit.version}`
        return { kit }
      },
      {
        ...forCallers,
        body: KitRequest,
        response: {
          201: OneKit,
          ...problems(400, 401, 403, 404, 409, 413, 415, 422, 429, 502, 503),
        },
        detail: {
          summary: 'Create a brand kit, or its next version',
          description:
            'A new id, or none, makes version 1; the id of a kit of yours makes its next version. Versions never change. The same `Idempotency-Key` with the same body repeats the answer, so that a repeated request makes no version.',
          operationId: 'createBrandKit',
        },
      },
    )
}
