import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { readJsonBody } from '../kernel/http/body.ts'
import { Problem } from '../kernel/http/docs.ts'
import type { RateLimit } from '../kernel/http/rate-limit.ts'
import type { Catalog } from './catalog/catalog.ts'
import type { ChatAnswer as Answer, ChatQuestion } from './chat/chat.ts'
import { ChatAnswer, ChatRequest } from './chat/schema.ts'
import type { Diagnose } from './diagnose/diagnose.ts'
import type { RewordReasoning } from './diagnose/reword-reasoning.ts'
import { CallerLeft } from './errors.ts'
import { DiagnoseRequest, DiagnoseResult, PublishedCatalog, ScanRequest, ScanResult } from './model.ts'
import type { ProductPages } from './pages/product-pages.ts'
import { productRoutes } from './pages/routes.ts'
import { type ReportDeps, reportRoutes } from './reports/routes.ts'
import type { Scanner } from './scan/scanner.ts'

/** What the routes of Area A are made from. */
export interface AnalysisDeps {
  scanner: Scanner
  diagnose: Diagnose
  /** With this server's addresses. */
  catalog: Catalog
  /** Words the reasons of a diagnosis anew where there is a model. */
  reword: RewordReasoning | undefined
  chat: (question: ChatQuestion, caller: string) => Answer | Promise<Answer>
  products: ProductPages
  reports: Omit<ReportDeps, 'limit' | 'callerOf'>
  limits: { scan: RateLimit; diagnose: RateLimit; chat: RateLimit; reports: RateLimit }
  callerOf: (request: Request) => string
  /** How the crawler introduces itself: the name robots.txt files know it by, and its whole User-Agent. */
  crawler: { name: string; userAgent: string }
}

/** Largest body that holds answers in the words of a person, in bytes. */
const answersBytesMax = 262_144
const unkept = { headers: { 'cache-control': 'private, no-store' } }
const PlainText = t.String({ contentMediaType: 'text/plain', description: 'For people' })
const textHeaders = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' }

export function analysisRoutes(deps: AnalysisDeps) {
  const { scanner, diagnose, reword, chat, catalog, products, reports, limits, callerOf, crawler } = deps
  return new Elysia({ name: 'analysis', tags: ['analysis'], normalize: false })
    .post(
      '/api/scan',
      async ({ request }) => {
        const caller = callerOf(request)
        await limits.scan.take(caller)
        const { url } = await readJsonBody(request, ScanRequest)
        const { signal } = request
        const result = await scanner
          .scan(url, { signal, fresh: asksForFresh(request.headers), caller })
          .catch((error: unknown) => {
            throw signal.aborted ? new CallerLeft() : error
          })
        return Response.json(result, unkept)
      },
      {
        parse: 'none',
        response: {
          200: ScanResult,
          400: Problem,
          413: Problem,
          415: Problem,
          422: Problem,
          429: Problem,
          503: Problem,
        },
        detail: {
          summary: 'Read a company’s public website and return cited facts',
          description:
            'Reads the given page and up to 5 more of the same site, as far as its robots.txt allows. Answers within 27 seconds; the same site asked for again within 10 minutes is answered from memory unless the request says `Cache-Control: no-cache`.',
          operationId: 'scanWebsite',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ScanRequest' } } },
          },
        },
      },
    )
    .post(
      '/api/diagnose',
      async ({ request }) => {
        const caller = callerOf(request)
        await limits.diagnose.take(caller)
        const result = diagnose(await readJsonBody(request, DiagnoseRequest, answersBytesMax))
        return Response.json(reword === undefined ? result : await reword(result, caller), unkept)
      },
      {
        parse: 'none',
        response: { 200: DiagnoseResult, 400: Problem, 413: Problem, 415: Problem, 429: Problem },
        detail: {
          summary: 'Recommend a product by deterministic scoring',
          description:
            'The order of answers never matters, an answer that speaks for a product never lowers it, and the same answers give the same bytes.',
          operationId: 'diagnose',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/DiagnoseRequest' } } },
          },
        },
      },
    )
    .post(
      '/api/chat',
      async ({ request }) => {
        const caller = callerOf(request)
        await limits.chat.take(caller)
        const { scoresWell: _, ...answer } = await chat(
          await readJsonBody(request, ChatRequest, answersBytesMax),
          caller,
        )
        return Response.json(answer, unkept)
      },
      {
        parse: 'none',
        response: { 200: ChatAnswer, 400: Problem, 413: Problem, 415: Problem, 429: Problem, 503: Problem },
        detail: {
          summary: 'Ask about a recommended agent',
          description:
            'Answers stand on the catalog, which they cite. Nothing is remembered between two questions, and nothing is ever done.',
          operationId: 'chat',
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ChatRequest' } } },
          },
        },
      },
    )
    .use(productRoutes(products))
    .use(reportRoutes({ ...reports, limit: limits.reports, callerOf }))
    .get(
      '/api/catalog',
      () => Response.json(catalog, { headers: { 'cache-control': 'public, max-age=300' } }),
      {
        response: { 200: PublishedCatalog },
        detail: { summary: 'Questions, options and products of the catalog', operationId: 'readCatalog' },
      },
    )
    .get('/bot', () => new Response(aboutCrawler(crawler), { headers: textHeaders }), {
      response: { 200: PlainText },
      detail: { summary: 'What the crawler is, and how a site turns it away', operationId: 'aboutCrawler' },
    })
}

function aboutCrawler({ name, userAgent }: AnalysisDeps['crawler']): string {
  return `${name} reads a company's public web pages when somebody asks this service about the company.

It sends this User-Agent:
  ${userAgent}

It reads at most 6 pages and two sitemaps of a site in one go, two requests at a time, and nothing that robots.txt
forbids. A page that is empty until its scripts have run is opened in a browser. That only reads (GET and HEAD, no forms,
no sockets), fetches data from the page's own site alone and scripts and styles from at most six others, and asks
robots.txt of each first. Cookies set there are gone when it closes; nothing else sends any. It signs in nowhere.

To turn it away from a whole site, put this into robots.txt:
  User-agent: ${name}
  Disallow: /

Changes to robots.txt are seen within 24 hours.
`
}

function asksForFresh(headers: Headers): boolean {
  return /(^|[,\s])no-(cache|store)\b/i.test(headers.get('cache-control') ?? '')
}
