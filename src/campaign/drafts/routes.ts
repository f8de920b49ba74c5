import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Problem } from '../../kernel/docs.ts'
import type { CampaignDeps, CampaignHouse } from '../deps.ts'
import { Draft } from './draft.ts'

/** Drafts, for holders of their review tokens. */
export function draftRoutes(house: CampaignHouse, { drafts }: CampaignDeps) {
  return new Elysia({ name: 'campaign.drafts', prefix: '/api/drafts', tags: ['campaign'] }).use(house).get(
    '/:id',
    async ({ params, request, set }) => {
      const token = /^Bearer (.{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
      set.headers['cache-control'] = 'private, no-store'
      return { draft: await drafts.read(params.id, token) }
    },
    {
      access: 'public',
      params: Type.Object({ id: Type.String({ maxLength: 80 }) }),
      response: { 200: Type.Object({ draft: Draft }), 404: Problem },
      detail: {
        summary: 'One draft: how its run went, its assets and its review',
        description:
          'Needs the token behind the # of `studioReviewUrl`, sent as `Authorization: Bearer`; without it there is no such draft.',
        operationId: 'readDraft',
      },
    },
  )
}
