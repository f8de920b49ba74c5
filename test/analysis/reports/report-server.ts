import { Elysia } from 'elysia'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { withAddresses } from '../../../src/analysis/catalog/publish-catalog.ts'
import { createDiagnose } from '../../../src/analysis/diagnose/diagnose.ts'
import { createProductPages } from '../../../src/analysis/pages/product-pages.ts'
import { createReportPages } from '../../../src/analysis/pages/report-pages.ts'
import { productRoutes } from '../../../src/analysis/pages/routes.ts'
import type { Later, Mail } from '../../../src/analysis/reports/post.ts'
import { createReports, type Reports } from '../../../src/analysis/reports/reports.ts'
import { reportRoutes } from '../../../src/analysis/reports/routes.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { createLog } from '../../../src/kernel/runtime/log.ts'
import { createTestHttp } from '../../support/test-http.ts'

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
  let handle: (request: Request) => Response | Promise<Response> = () => new Response()
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => handle(request) })
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
  const http = createTestHttp({ log })
  const app = new Elysia({ normalize: false })
    .use(reportRoutes(http.routeBase, { reports, pages }))
    .use(productRoutes(http.routeBase, products))
  handle = http.serve(app, () => undefined)
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
