import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { answerMsMax } from '../kernel/http/answer-in-time.ts'
import { cachedResponse, sendCached } from '../kernel/http/cached-responses.ts'
import { opensPage } from '../kernel/http/error-page.ts'
import { errorResponse } from '../kernel/http/error-response.ts'
import { eventStreamHeaders } from '../kernel/http/event-stream.ts'
import { Problem } from '../kernel/http/problem-schema.ts'
import { contextOf } from '../kernel/http/request-context.ts'
import type { RouteBase } from '../kernel/http/route-base.ts'
import type { Log } from '../kernel/runtime/log.ts'
import { pageResponse } from '../kernel/web/page-response.ts'
import { type Catalog, PublishedCatalog } from './catalog/catalog.ts'
import type { ChatResult } from './chat/chat.ts'
import { ChatAnswer, ChatRequest } from './chat/schema.ts'
import type { ChooseReasons } from './diagnose/choose-reasons.ts'
import type { Diagnose } from './diagnose/diagnose.ts'
import { DiagnoseRequest, DiagnoseResult } from './diagnose/schema.ts'
import { aboutCrawler, crawlerPage } from './pages/crawler-page.ts'
import type { ProductPages } from './pages/product-pages.ts'
import { productRoutes } from './pages/routes.ts'
import { scanPage } from './pages/scan-page.ts'
import { type ReportDeps, reportRoutes } from './reports/routes.ts'
import type { Scanner } from './scan/scanner.ts'
import { pagesMax, ScanRequest, ScanResult } from './scan/schema.ts'
import { ScanStream, streamScan } from './scan/stream-scan.ts'

/** Dependencies of Area A's routes. */
export interface AnalysisDeps {
  log: Log
  /** A site to scan that pages propose; undefined for none. */
  example: string | undefined
  /** How long a report is stored. */
  reportDays: number
  scanner: Scanner
  /** Longest time for one scan. */
  scanSeconds: number
  diagnose: Diagnose
  /** With this server's addresses. */
  catalog: Catalog
  /** Rewords the reasons of a diagnosis; undefined without an LLM. */
  chooseReasons: ChooseReasons | undefined
  chat: (question: ChatRequest, caller: string) => ChatResult | Promise<ChatResult>
  products: ProductPages
  reports: ReportDeps
  /** The crawler's name in robots.txt files, and its whole User-Agent. */
  crawler: { name: string; userAgent: string }
}

const catalogPath = '/api/catalog'
/** Largest body with free-text answers, in bytes. */
const answersBytesMax = 262_144
/** Longest wait of a scan for its turn. */
const queueSeconds = 7
const noStore = 'private, no-store'
const PlainText = t.String({ contentMediaType: 'text/plain', description: 'For people' })

/** Area A: scan, diagnosis, chat, catalog, reports and their pages. */
export function analysisRoutes(routeBase: RouteBase, deps: AnalysisDeps) {
  const {
    log,
    example,
    reportDays,
    scanner,
    scanSeconds,
    diagnose,
    chooseReasons,
    chat,
    catalog,
    products,
    reports,
    crawler,
  } = deps
  const answerSeconds = scanSeconds + queueSeconds
  // Before the quota: an address that is refused without a request counts as a try only.
  const requireAddress = ({ body }: { body: unknown }) => {
    if (typeof body === 'object' && body !== null && 'url' in body && typeof body.url === 'string')
      scanner.check(body.url)
  }
  // The catalog never changes while a process runs.
  const catalogResponse = cachedResponse(catalogPath, catalog, {
    etag: false,
    cors: 'configured',
    headers: { 'cache-control': 'public, max-age=300' },
  })
  const routes = new Elysia({ name: 'analysis', tags: ['analysis'], normalize: false })
    .use(routeBase)
    .post(
      '/api/scan',
      ({ request, body, caller }) => {
        const { signal, headers } = request
        return scanner.scan(body.url, { signal, fresh: asksForFresh(headers), caller: caller.id })
      },
      {
        access: 'public',
        quota: 'scan',
        transform: requireAddress,
        ...(answerSeconds > answerMsMax / 1_000 && { quietSecondsMax: answerSeconds }),
        cacheControl: noStore,
        body: ScanRequest,
        response: { 200: ScanResult, 422: Problem, 503: Problem },
        detail: {
          summary: 'Read a company’s public website and return cited facts',
          description: `Reads the given page and up to ${pagesMax - 1} more of the same site, as far as its robots.txt allows. Responds within 27 seconds by default; results with every page are cached for 10 minutes, which \`Cache-Control: no-cache\` bypasses.`,
          operationId: 'scanWebsite',
        },
      },
    )
    .post(
      '/api/scan/stream',
      async ({ request, body, caller }) => {
        const { signal, headers } = request
        const { id, path } = contextOf(request)
        const stream = await streamScan(
          scanner,
          body.url,
          { signal, fresh: asksForFresh(headers), caller: caller.id },
          (error) => errorResponse(error, { path, requestId: id }, { log }).json(),
        )
        return new Response(stream, { headers: eventStreamHeaders })
      },
      {
        access: 'public',
        quota: 'scan',
        transform: requireAddress,
        body: ScanRequest,
        response: { 200: ScanStream, 422: Problem, 503: Problem },
        detail: {
          summary: 'The same with its progress, as server-sent events',
          description: 'What is refused before the scan has begun is an ordinary error.',
          operationId: 'streamScan',
        },
      },
    )
    .post(
      '/api/diagnose',
      async ({ body, caller }) => {
        const result = diagnose(body)
        return chooseReasons === undefined ? result : await chooseReasons(result, caller.id)
      },
      {
        access: 'public',
        quota: 'diagnose',
        cacheControl: noStore,
        bodyBytesMax: answersBytesMax,
        body: DiagnoseRequest,
        response: { 200: DiagnoseResult },
        detail: {
          summary: 'Recommend a product by deterministic scoring',
          description:
            'The order of answers never matters, an answer in favour of a product never lowers its score, and equal answers give equal bytes.',
          operationId: 'diagnose',
        },
      },
    )
    .post(
      '/api/chat',
      async ({ body, caller }) => {
        const { scoresWell: _, ...answer } = await chat(body, caller.id)
        return answer
      },
      {
        access: 'public',
        quota: 'chat',
        cacheControl: noStore,
        bodyBytesMax: answersBytesMax,
        body: ChatRequest,
        response: { 200: ChatAnswer, 503: Problem },
        detail: {
          summary: 'Ask about a recommended agent',
          description:
            'Replies quote the catalog and cite it. The chat is stateless and has no side effects.',
          operationId: 'chat',
        },
      },
    )
    .get('/scan', ({ query }) => scanPage(query.url ?? '', { example, reportDays }), {
      access: 'public',
      query: t.Object({ url: t.Optional(t.String({ maxLength: 2048 })) }),
      detail: { hide: true },
    })
    .use(productRoutes(routeBase, products))
    .use(reportRoutes(routeBase, reports))
    .get(catalogPath, ({ request }) => sendCached(request, catalogResponse, contextOf(request).id), {
      access: 'public',
      response: { 200: PublishedCatalog },
      detail: { summary: 'Questions, options and products of the catalog', operationId: 'readCatalog' },
    })
    .get(
      '/bot',
      ({ request, set }) => {
        if (opensPage(request)) return pageResponse(crawlerPage(crawler), { headers: { vary: 'Accept' } })
        set.headers['content-type'] = 'text/plain; charset=utf-8'
        set.headers['vary'] = 'Accept'
        return aboutCrawler(crawler)
      },
      {
        access: 'public',
        cacheControl: 'public, max-age=3600',
        response: { 200: PlainText },
        detail: { summary: 'What the crawler does, and how to exclude it', operationId: 'aboutCrawler' },
      },
    )
  const findCached = (address: string) => (address === catalogPath ? catalogResponse : undefined)
  return { routes, findCached }
}

function asksForFresh(headers: Headers): boolean {
  return /(^|[,\s])no-(cache|store)\b/i.test(headers.get('cache-control') ?? '')
}
