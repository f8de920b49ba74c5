import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Problem } from '../../kernel/http/problem-schema.ts'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { DescribedText } from '../../kernel/http/text-schemas.ts'
import type { ReportPages } from '../pages/report-pages.ts'
import { Html } from '../pages/routes.ts'
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
}

const noStore = 'private, no-store'
/** A malformed id is not found, like an unknown one. */
const reportId = t.Object({ id: DescribedText({ format: 'uuid' }) })

/** Saved reports: for programs under `/api/reports`, for people under `/r`. */
export function reportRoutes(routeBase: RouteBase, { reports, pages }: ReportDeps) {
  return (
    new Elysia({ name: 'analysis.reports', tags: ['analysis'], normalize: false })
      .use(routeBase)
      .post('/api/reports', ({ body }) => reports.save(body), {
        access: 'public',
        quota: 'reports',
        cacheControl: noStore,
        bodyBytesMax: reportRequestBytesMax,
        body: SaveReportRequest,
        response: { 200: SavedReport, 503: Problem },
        detail: {
          summary: 'Save a report with consent',
          description:
            'Without `consent: true` nothing is stored. The deletion token is returned once and stored as a digest; the e-mail address is never returned.',
          operationId: 'saveReport',
        },
      })
      .get('/api/reports/:id', ({ params }) => reports.read(params.id), {
        access: 'public',
        cacheControl: noStore,
        params: reportId,
        response: { 200: PublicReport, 404: Problem, 503: Problem },
        detail: { summary: 'Read a shared report', operationId: 'readReport' },
      })
      .delete(
        '/api/reports/:id',
        async ({ params, request }) => {
          await reports.delete(params.id, request.headers.get('x-deletion-token') ?? undefined)
          return { deleted: true as const }
        },
        {
          access: 'public',
          cacheControl: noStore,
          params: reportId,
          response: { 200: DeletedReport, 404: Problem, 503: Problem },
          detail: {
            summary: 'Delete a report permanently',
            operationId: 'deleteReport',
            parameters: [
              {
                name: 'X-Deletion-Token',
                in: 'header',
                required: true,
                description: '`deletionToken` of the saved report; a wrong one is 404',
                schema: { type: 'string' },
              },
            ],
          },
        },
      )
      .get('/r/:id', ({ params }) => pages.show(params.id), {
        access: 'public',
        params: reportId,
        response: { 200: Html, 404: Html, 503: Html },
        detail: { summary: 'A shared report as a page', operationId: 'showReport' },
      })
      .get('/r/:id/delete', ({ params, query }) => pages.askToDelete(params.id, query.token), {
        access: 'public',
        params: reportId,
        query: t.Object({ token: t.Optional(t.String()) }),
        detail: { hide: true },
      })
      // The page reads its form itself, as its errors are pages.
      .post('/r/:id/delete', ({ params, request }) => pages.delete(params.id, request), {
        access: 'public',
        params: reportId,
        detail: { hide: true },
      })
  )
}
