import { isDatabaseUnavailable } from '../../kernel/database/database-unavailable.ts'
import { readRequestBytes } from '../../kernel/http/bounded-body.ts'
import { AppError } from '../../kernel/runtime/app-error.ts'
import { kernelError } from '../../kernel/runtime/errors.ts'
import type { Page } from '../../kernel/web/page.ts'
import { pageResponse } from '../../kernel/web/page-response.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Diagnose } from '../diagnose/diagnose.ts'
import { analysisError } from '../errors.ts'
import type { Reports } from '../reports/reports.ts'
import {
  renderDeletedPage,
  renderDeletePage,
  renderNotFoundPage,
  renderUnavailablePage,
  renderWrongTokenPage,
} from './notice-pages.ts'
import { renderReportPage } from './report-page.ts'

/** Responses of `/r/{id}` and its subpaths. */
export interface ReportPages {
  /** `GET /r/{id}` */
  show(id: string): Promise<Response>
  /** `GET /r/{id}/delete?token=`, the link in the mail: a confirmation page that deletes nothing. */
  askToDelete(id: string, token: string | undefined): Promise<Response>
  /** `POST /r/{id}/delete`, a form with `token`; a wrong one shows the form again. */
  delete(id: string, request: Request): Promise<Response>
}

export function createReportPages({
  reports,
  catalog,
  diagnose,
  baseUrl,
}: {
  reports: Pick<Reports, 'read' | 'delete'>
  /** With this server's addresses. */
  catalog: Pick<Catalog, 'questions' | 'privacy' | 'products'>
  diagnose: Diagnose
  baseUrl: string
}): ReportPages {
  return {
    show: (id) =>
      asPage(async () => {
        const report = await reports.read(id)
        const shareUrl = `${baseUrl}/r/${report.id}`
        return { page: renderReportPage(report, { catalog, diagnose, shareUrl }), status: 200 }
      }),
    askToDelete: (id, token) =>
      asPage(async () => ({ page: renderDeletePage(await reports.read(id), token), status: 200 })),
    delete: (id, request) =>
      asPage(async () => {
        try {
          await reports.delete(id, await tokenOf(request))
        } catch (error) {
          if (!analysisError.is(error, 'report_not_found')) throw error
          // Existence is public: anyone with the link can read the report.
          return { page: renderWrongTokenPage(await reports.read(id)), status: 404 }
        }
        return { page: renderDeletedPage(), status: 200 }
      }),
  }
}

async function asPage(render: () => Promise<{ page: Page; status: number }>): Promise<Response> {
  try {
    const { page, status } = await render()
    return pageResponse(page, { status })
  } catch (error) {
    if (error instanceof AppError && error.status === 404)
      return pageResponse(renderNotFoundPage(), { status: 404 })
    if (isDatabaseUnavailable(error))
      return pageResponse(renderUnavailablePage(), {
        status: 503,
        headers: { 'retry-after': `${kernelError('database_unavailable').retryAfterSeconds}` },
      })
    throw error
  }
}

const formBytesMax = 4_096

function refusedAsUndefined(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

/** The token of a posted form; undefined for any other body or additional fields. */
async function tokenOf(request: Request): Promise<string | undefined> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return undefined
  const bytes = await readRequestBytes(request, formBytesMax).catch(refusedAsUndefined)
  return bytes && new URLSearchParams(new TextDecoder().decode(bytes)).get('token')?.trim()
}
