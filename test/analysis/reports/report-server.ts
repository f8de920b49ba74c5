import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { withAddresses } from '../../../src/analysis/catalog/product-url.ts'
import { createDiagnose } from '../../../src/analysis/diagnose/diagnose.ts'
import { createProductPages } from '../../../src/analysis/pages/product-pages.ts'
import { createReportPages } from '../../../src/analysis/pages/report-pages.ts'
import type { Later, Mail } from '../../../src/analysis/reports/post.ts'
import { createReports, type Reports } from '../../../src/analysis/reports/reports.ts'
import { reportRequestBytesMax, SaveReportRequest } from '../../../src/analysis/reports/schema.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { readJsonBody } from '../../../src/kernel/http/body.ts'
import { errorResponse } from '../../../src/kernel/http/http.ts'
import { RequestRefused } from '../../../src/kernel/http/problem.ts'
import { createLog } from '../../../src/kernel/runtime/log.ts'

/** Reports and their pages over HTTP, without the rest of the service. */
export interface ReportServer {
  url: string
  reports: Reports
  /** `POST /api/reports` of any body. */
  post(body: unknown): Promise<Response>
  logged(): string
  stop(): Promise<void>
}

export function startReportServer(options: {
  database: Database
  now?: () => number
  mail?: Mail
  later?: Later
  keepDays?: number
}): ReportServer {
  const { database, now = Date.now } = options
  let logged = ''
  const log = createLog({
    level: 'debug',
    write: (text) => {
      logged += text
    },
  })
  let handle: (request: Request) => Promise<Response> = async () => new Response()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      try {
        return await handle(request)
      } catch (error) {
        return errorResponse(error, { path: pathname, requestId: 'test', extra: {} }, log)
      }
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  const addresses = { base: url, agent: url, studio: url, status: url }
  const catalog = withAddresses(defaultCatalog, addresses)
  const reports = createReports({
    ...options,
    db: database.db,
    now,
    baseUrl: url,
    catalog,
    log,
  })
  const pages = createReportPages({ reports, catalog, diagnose: createDiagnose(catalog), baseUrl: url })
  const products = createProductPages({ catalog })
  handle = async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const [, first, second = '', third = ''] = pathname.split('/').map(decodeURIComponent)
    if (first === 'api' && request.method === 'POST')
      return Response.json(
        await reports.save(await readJsonBody(request, SaveReportRequest, reportRequestBytesMax)),
      )
    if (first === 'api' && request.method === 'GET') return Response.json(await reports.read(third))
    if (first === 'api' && request.method === 'DELETE') {
      await reports.delete(third, request.headers.get('x-deletion-token') ?? undefined)
      return Response.json({ deleted: true })
    }
    if (first === 'products') return products.show(second)
    if (first === 'r' && third === '') return await pages.show(second)
    if (first === 'r' && request.method === 'GET')
      return await pages.askToDelete(second, searchParams.get('token') ?? undefined)
    if (first === 'r') return await pages.delete(second, request)
    throw new RequestRefused(404, 'not_found', 'Nothing is served at this path')
  }
  return {
    url,
    reports,
    post: (body) =>
      fetch(`${url}/api/reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    logged: () => {
      log.flush()
      return logged
    },
    stop: () => server.stop(true),
  }
}
