import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Problem } from '../../kernel/http/problem-schema.ts'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { Exactly, OneOf, TextLike } from '../../kernel/http/schema-parts.ts'
import { IntegerParameter, IntegerParameterWithDefault, Text } from '../../kernel/http/text-schemas.ts'
import { CopyControls, layoutNames, Placement } from '../compose/controls.ts'
import { partNames } from '../compose/copy/parts.ts'
import type { CampaignDeps } from '../deps.ts'
import { campaignError } from '../errors.ts'
import { variantsMax } from '../requests/request.ts'
import { forAnyCaller, forCallers, forEveryone, problems } from '../route-options.ts'
import {
  AssetHash,
  DecisionRequest,
  Draft,
  DraftSummary,
  Pin,
  pinNoteCharsMax,
  pinsMax,
  ReviewerName,
} from './draft.ts'
import { assetFiles, draftFiles } from './draft-files.ts'
import { cursorText, type DraftCursor, parseCursor } from './read-drafts.ts'

const OneDraft = Type.Object({ draft: Draft })
const draftId = Type.Object({ id: Type.String() })
const tokenHint =
  'Requires the token after the # of `studioReviewUrl`, sent as `Authorization: Bearer`; a missing or wrong token is a 404.'

/** Of a route that takes the review token. */
const ofReview = (operationId: string, summary: string, more = '') => ({
  summary,
  description: `${tokenHint} ${more}`.trim(),
  operationId,
  security: [{ reviewToken: [] }],
})

/** Drafts, for holders of their review tokens and for their owners. */
export function draftRoutes(routeBase: RouteBase, { agent, gate, drafts, blobs, pool }: CampaignDeps) {
  return new Elysia({ name: 'campaign.drafts', prefix: '/api/drafts', tags: ['campaign'] })
    .use(routeBase)
    .get(
      '',
      async ({ query, caller }) => {
        const { limit, cursor } = query
        const page = await drafts.read.list(caller.id, {
          limit,
          after: cursor === undefined ? undefined : readCursor(cursor),
        })
        return { drafts: page.drafts, next: page.next === undefined ? null : cursorText(page.next) }
      },
      {
        ...forCallers,
        query: Type.Object({
          limit: IntegerParameterWithDefault(20, { minimum: 1, maximum: 100, description: 'Items at most' }),
          cursor: Type.Optional(Type.String({ maxLength: 120, description: '`next` of the page before.' })),
        }),
        response: {
          200: Type.Object({
            drafts: Type.Array(DraftSummary),
            next: Type.Union([TextLike('1777886400000.d_Ixb3TLgXBP2Dne97'), Type.Null()]),
          }),
          ...problems(400, 401, 429),
        },
        detail: {
          summary: 'The caller’s drafts, newest first',
          description: 'Review links are returned by runs only.',
          operationId: 'listDrafts',
        },
      },
    )
    .get(
      '/:id',
      async ({ params, caller, request }) => {
        return { draft: await draftFor(drafts, params.id, caller, request) }
      },
      {
        ...forAnyCaller,
        params: draftId,
        response: { 200: OneDraft, 404: Problem, 429: Problem },
        detail: ofReview(
          'readDraft',
          'One draft: its run, its assets and its review',
          'The caller that owns the draft reads it as well.',
        ),
      },
    )
    .get(
      '/:id/files',
      async ({ params, caller, request }) => {
        const draft = await draftFor(drafts, params.id, caller, request)
        const zip = await draftFiles({ blobs, pool }, draft, request.signal)
        if (zip === undefined) throw campaignError('draft_not_found')
        return download(zip, `${draft.draftId}.zip`)
      },
      {
        access: 'optional',
        quota: 'campaign',
        params: draftId,
        response: {
          200: Type.String({ contentMediaType: 'application/zip', description: 'The files' }),
          ...problems(404, 429, 503),
        },
        detail: ofReview(
          'readDraftFiles',
          'All files of a draft as one ZIP: PNG, JPEG and a list',
          `The caller that owns the draft reads it as well. \`files.json\` in the archive says how far the logo of each JPEG is from the exact one. Once a variant is approved, it alone is in the archive.`,
        ),
      },
    )
    .get(
      '/:id/jpeg',
      async ({ params, query, caller, request }) => {
        const draft = await draftFor(drafts, params.id, caller, request)
        const { format, variant } = query
        const asset = draft.assets.find((one) => one.format === format && one.variant === variant)
        const files = asset && (await assetFiles({ blobs, pool }, asset, request.signal))
        if (files === undefined) throw campaignError('asset_not_found')
        return download(files.jpeg, `${draft.draftId}-${format}.jpg`)
      },
      {
        access: 'optional',
        quota: 'campaign',
        params: draftId,
        query: Type.Object({
          format: Pin.properties.format,
          variant: IntegerParameter({
            minimum: 1,
            maximum: variantsMax,
            description: 'Of a draft with several',
          }),
        }),
        response: {
          200: Type.String({ contentMediaType: 'image/jpeg', description: 'The picture' }),
          ...problems(400, 404, 429, 503),
        },
        detail: ofReview(
          'readDraftJpeg',
          'One asset of a draft as JPEG',
          'For places that take no PNG. The caller that owns the draft reads it as well.',
        ),
      },
    )
    .post(
      '/:id/decision',
      async ({ params, body, request }) => {
        const token = bearerOf(request)
        const { decision: verb, ...decision } = body
        await drafts.decide(params.id, token, { note: undefined, ...decision, verb })
        return { draft: await drafts.read.byToken(params.id, token) }
      },
      {
        ...forEveryone,
        params: draftId,
        body: DecisionRequest,
        response: { 200: OneDraft, ...problems(400, 404, 409, 413, 429) },
        detail: ofReview(
          'decideDraft',
          'Approve, reject, or request changes',
          `Approval and rejection are final; \`assetHash\` binds the decision to the assets that were reviewed.`,
        ),
      },
    )
    .post(
      '/:id/revisions',
      async ({ params, body, request, set }) => {
        const token = bearerOf(request)
        if (body.text === undefined && body.layout === undefined && body.placement === undefined)
          throw campaignError('revision_without_change')
        const revision = await gate.enter(() => agent.revise({ id: params.id, token }, body, request.signal))
        set.status = 201
        return { draft: await drafts.read.byToken(revision, token) }
      },
      {
        ...forEveryone,
        quota: 'agent',
        quietSecondsMax: 120,
        params: draftId,
        body: Exactly({
          by: ReviewerName,
          assetHash: AssetHash,
          text: Type.Optional(
            Type.Pick(CopyControls, partNames, {
              title: 'CopyParts',
              additionalProperties: false,
              description: 'The parts that change; an empty one is removed.',
            }),
          ),
          layout: Type.Optional(
            OneOf(['auto', ...layoutNames], {
              description: 'The layout of the draft stays where absent; `auto` chooses one.',
            }),
          ),
          placement: Type.Optional(Placement),
        }),
        response: {
          201: OneDraft,
          ...problems(400, 403, 404, 409, 413, 422, 429, 502, 503),
        },
        detail: ofReview(
          'reviseDraft',
          'Revise a draft as its reviewer: other copy, layout, or place of the logo',
          'Runs the request of the draft again with these changes, on the plan of its owner. The revision has the same token; the draft can no longer be decided.',
        ),
      },
    )
    .post(
      '/:id/pins',
      async ({ params, body, request, set }) => {
        const token = bearerOf(request)
        await drafts.pins.add(params.id, token, body)
        set.status = 201
        return { draft: await drafts.read.byToken(params.id, token) }
      },
      {
        ...forEveryone,
        params: draftId,
        body: Exactly({
          format: Pin.properties.format,
          variant: Pin.properties.variant,
          x: Type.Number({ minimum: 0, maximum: 1, description: Pin.properties.x.description ?? '' }),
          y: Type.Number({ minimum: 0, maximum: 1, description: Pin.properties.y.description ?? '' }),
          note: Text({ minLength: 1, maxLength: pinNoteCharsMax, pattern: '\\S' }),
          by: ReviewerName,
        }),
        response: { 201: OneDraft, ...problems(400, 404, 409, 413, 429) },
        detail: ofReview(
          'pinDraft',
          'Pin a note to a place of an asset',
          `At most ${pinsMax} pins a draft, while it can be decided.`,
        ),
      },
    )
    .delete(
      '/:id/pins/:number',
      async ({ params, request }) => {
        const token = bearerOf(request)
        await drafts.pins.remove(params.id, token, Number(params.number))
        return { draft: await drafts.read.byToken(params.id, token) }
      },
      {
        ...forEveryone,
        params: Type.Object({ id: Type.String(), number: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
        response: { 200: OneDraft, ...problems(400, 404, 409, 429) },
        detail: ofReview('unpinDraft', 'Remove a pin'),
      },
    )
}

/** @throws draft_not_found without the token or the owner's key */
async function draftFor(
  { read }: CampaignDeps['drafts'],
  id: string,
  caller: { id: string; isUnknown?: boolean },
  request: Request,
): Promise<Draft> {
  return caller.isUnknown === true
    ? await read.byToken(id, bearerOf(request))
    : await read.byOwner(id, caller.id)
}

function bearerOf(request: Request): string {
  return /^Bearer (.{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
}

function readCursor(text: string): DraftCursor {
  const cursor = parseCursor(text)
  if (cursor === undefined) throw campaignError('cursor_malformed')
  return cursor
}

function download(bytes: Uint8Array, name: string): Response {
  return new Response(Buffer.from(bytes), {
    headers: {
      'content-type': name.endsWith('.zip') ? 'application/zip' : 'image/jpeg',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
