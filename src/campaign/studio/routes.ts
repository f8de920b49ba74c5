import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import type { CampaignDeps } from '../deps.ts'
import { createStudioPages } from './pages.ts'

const Page = Type.String({ contentMediaType: 'text/html', description: 'A page for people' })

/** The review application. Reading a page never changes anything: decisions are sent to the API. */
export function studioRoutes(routeBase: RouteBase, { urls }: CampaignDeps) {
  const pages = createStudioPages({ agentUrl: urls.agent })
  return new Elysia({ name: 'campaign.studio', prefix: '/studio', tags: ['campaign'] })
    .use(routeBase)
    .get('', () => pages.drafts(), {
      access: 'public',
      response: { 200: Page },
      detail: { summary: 'The drafts of a caller, as a page', operationId: 'showDrafts' },
    })
    .get('/drafts/:id', () => pages.draft(), {
      access: 'public',
      params: Type.Object({ id: Type.String() }),
      response: { 200: Page },
      detail: {
        summary: 'The review of a draft, as a page',
        description:
          'The same page for every id; its script reads the draft with the token behind the # of the link.',
        operationId: 'showDraft',
      },
    })
}
