import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readJsonBody } from '../../kernel/http/body.ts'
import { Problem } from '../../kernel/http/docs.ts'
import type { RateLimit } from '../../kernel/http/rate-limit.ts'
import type { ReportPages } from '../pages/report-pages.ts'
import type { Reports } from './reports.ts'
import {
  DeletedReport,
  PublicReport,
  reportRequestBytesMax,
  SavedReport,
  SaveReportRequest,
} from './schema.ts'

export interface ReportDeps {
  reports: Pick<Reports, 'save' | 'read' | 'delete'>
  pages: ReportPages
  limit: RateLimit
  callerOf: (request: Request) => string
}

const unkept = { headers: { 'cache-control': 'private, no-store' } }
/** What is no id is not found, as an id that nobody has; the router gives none for what cannot be decoded. */
const idOf = ({ id }: { id?: string }) => id ?? ''
const Html = t.String({ contentMediaType: 'text/html', description: 'A page for people' })

/** Saved reports: for programs under `/api/reports`, for people under `/r`. */
export function reportRoutes({ reports, pages, limit, callerOf }: ReportDeps) {
  return new Elysia({ name: 'analysis.reports', tags: ['analysis'], normalize: false })
    .post(
      '/api/reports',
      async ({ request }) => {
        await limit.take(callerOf(request))
        return Response.json(
          await reports.save(await readJsonBody(request, SaveReportRequest, reportRequestBytesMax)),
          unkept,
        )
      },
      {
        parse: 'none',
        response: { 200: SavedReport, 400: Problem, 413: Problem, 415: Problem, 429: Problem, 503: Problem },
        detail: {
          summary: 'Keep a report that somebody consents to share',
          description:
            'Without `consent: true` nothing is stored. The deletion token is told once and kept as a digest only; the e-mail address is never shown again.',
          operationId: 'saveReport',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/SaveReportRequest' } } },
          },
        },
      },
    )
    .get('/api/reports/:id', async ({ params }) => Response.json(await reports.read(idOf(params)), unkept), {
      response: { 200: PublicReport, 404: Problem, 503: Problem },
      detail: { summary: 'Read a shared report', operationId: 'readReport', parameters: idParameter() },
    })
    .delete(
      '/api/reports/:id',
      async ({ params, request }) => {
        await reports.delete(idOf(params), request.headers.get('x-deletion-token') ?? undefined)
        return Response.json({ deleted: true }, unkept)
      },
      {
        response: { 200: DeletedReport, 404: Problem, 503: Problem },
        detail: {
          summary: 'Delete a report for good',
          operationId: 'deleteReport',
          parameters: [
            ...idParameter(),
            {
              name: 'X-Deletion-Token',
              in: 'header',
              required: true,
              description: 'As the saving told it; a wrong one is 404',
              schema: { type: 'string' },
            },
          ],
        },
      },
    )
    .get('/r/:id', ({ params }) => pages.show(idOf(params)), {
      response: { 200: Html, 404: Html, 503: Html },
      detail: { summary: 'A shared report as a page', operationId: 'showReport', parameters: idParameter() },
    })
    .get(
      '/r/:id/delete',
      ({ params, request }) =>
        pages.askToDelete(idOf(params), new URL(request.url).searchParams.get('token') ?? undefined),
      { detail: { hide: true } },
    )
    .post('/r/:id/delete', ({ params, request }) => pages.delete(idOf(params), request), {
      parse: 'none',
      detail: { hide: true },
    })
}

function idParameter() {
  return [
    { name: 'id', in: 'path' as const, required: true, schema: { type: 'string' as const, format: 'uuid' } },
  ]
}
