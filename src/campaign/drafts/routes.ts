import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { House } from '../../kernel/http/house.ts'
import { Problem } from '../../kernel/http/problem-schema.ts'
import { IntegerParameterWithDefault, Text } from '../../kernel/http/text-schemas.ts'
import type { CampaignDeps } from '../deps.ts'
import { DraftNotFound, InvalidRequest } from '../errors.ts'
import { DecisionVerb, Draft, DraftSummary, isDraftId, noteCharsMax } from './draft.ts'
import { draftFiles } from './draft-files.ts'
import type { DraftCursor } from './read-drafts.ts'

const OneDraft = Type.Object({ draft: Draft })
const draftId = Type.Object({ id: Type.String() })
const tokenHint =
  'Requires the token after the # of `studioReviewUrl`, sent as `Authorization: Bearer`; a missing or wrong token is a 404.'

/** Drafts, for holders of their review tokens and for their owners. */
export function draftRoutes(house: House, { drafts, blobs, pool }: CampaignDeps) {
  return new Elysia({ name: 'campaign.drafts', prefix: '/api/drafts', tags: ['campaign'] })
    .use(house)
    .get(
      '',
      async ({ query, caller }) => {
        const { limit, cursor } = query
        const page = await drafts.read.list(caller.id, { limit, after: readCursor(cursor) })
        return { drafts: page.drafts, next: page.next === undefined ? null : cursorText(page.next) }
      },
      {
        access: 'caller',
        cacheControl: 'private, no-store',
        quota: 'campaign',
        query: Type.Object({
          limit: IntegerParameterWithDefault(20, { minimum: 1, maximum: 100, description: 'Items at most' }),
          cursor: Type.Optional(Type.String({ maxLength: 120, description: '`next` of the page before.' })),
        }),
        response: {
          200: Type.Object({
            drafts: Type.Array(DraftSummary),
            next: Type.Union([Type.String(), Type.Null()]),
          }),
          400: Problem,
          401: Problem,
          429: Problem,
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
        access: 'optional',
        cacheControl: 'private, no-store',
        quota: 'campaign',
        params: draftId,
        response: { 200: OneDraft, 404: Problem, 429: Problem },
        detail: {
          summary: 'One draft: its run, its assets and its review',
          description: `${tokenHint} The caller that owns the draft reads it as well.`,
          operationId: 'readDraft',
          security: [{ bearer: [] }],
        },
      },
    )
    .get(
      '/:id/files',
      async ({ params, caller, request }) => {
        const draft = await draftFor(drafts, params.id, caller, request)
        const zip = await draftFiles({ blobs, pool }, draft, request.signal)
        if (zip === undefined || draft.assets.length === 0) throw new DraftNotFound()
        return new Response(Buffer.from(zip), {
          headers: {
            'content-type': 'application/zip',
            'content-disposition': `attachment; filename="${draft.draftId}.zip"`,
            'cache-control': 'private, no-store',
          },
        })
      },
      {
        access: 'optional',
        quota: 'campaign',
        params: draftId,
        response: {
          200: Type.String({ contentMediaType: 'application/zip', description: 'The files' }),
          404: Problem,
          429: Problem,
          503: Problem,
        },
        detail: {
          summary: 'All files of a draft as one ZIP: PNG, JPEG and a list',
          description: `${tokenHint} The caller that owns the draft reads it as well. \`files.json\` in the archive says how far the logo of each JPEG is from the exact one.`,
          operationId: 'readDraftFiles',
          security: [{ bearer: [] }],
        },
      },
    )
    .post(
      '/:id/decision',
      async ({ params, body, request }) => {
        const token = bearerOf(request)
        const { decision: verb, note, assetHash } = body
        await drafts.decide(params.id, token, { verb, note, assetHash })
        return { draft: await drafts.read.byToken(params.id, token) }
      },
      {
        access: 'public',
        cacheControl: 'private, no-store',
        quota: 'campaign',
        params: draftId,
        body: Type.Object(
          {
            decision: DecisionVerb,
            note: Type.Optional(Text({ maxLength: noteCharsMax })),
            assetHash: Type.String({
              pattern: '^[0-9a-f]{64}$',
              description: '`assetHash` of the draft as the reviewer saw it: 64 hexadecimal digits',
            }),
          },
          { additionalProperties: false },
        ),
        response: { 200: OneDraft, 400: Problem, 404: Problem, 409: Problem, 413: Problem, 429: Problem },
        detail: {
          summary: 'Approve, reject, or request changes',
          description: `${tokenHint} Approval and rejection are final; \`assetHash\` binds the decision to the assets that were reviewed.`,
          operationId: 'decideDraft',
          security: [{ bearer: [] }],
        },
      },
    )
}

/** @throws DraftNotFound without the token or the owner's key */
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

function cursorText({ createdAt, id }: DraftCursor): string {
  return `${createdAt}.${id}`
}

function readCursor(text: string | undefined): DraftCursor | undefined {
  if (text === undefined) return undefined
  const [, createdAt, id] = /^(\d{1,15})\.(.+)$/.exec(text) ?? []
  if (createdAt === undefined || id === undefined || !isDraftId(id))
    throw new InvalidRequest('Cannot continue from this cursor: send `next` of the previous page', {
      field: 'cursor',
      need: 'must be `next` of the previous page',
    })
  return { createdAt: Number(createdAt), id }
}
