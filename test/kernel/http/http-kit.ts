import { Elysia } from 'elysia'
import { type CachedResponse, cachedResponse, sendCached } from '../../../src/kernel/http/cached-responses.ts'
import { listen } from '../../../src/kernel/http/listen.ts'
import { problemResponse } from '../../../src/kernel/http/problem.ts'
import { contextOf } from '../../../src/kernel/http/request-context.ts'
import type { ErrorBody } from '../../../src/kernel/http/route-facts.ts'
import { AppError } from '../../../src/kernel/runtime/app-error.ts'
import { createLog } from '../../../src/kernel/runtime/log.ts'
import { createMetrics } from '../../../src/kernel/runtime/metrics.ts'
import { rawRequest, sendRaw } from '../../support/raw-http.ts'
import { createTestHttp } from '../../support/test-http.ts'

const text = '{"ok":true,"text":"grün"}'
export const answerBody = new TextEncoder().encode(text)
export const answer: CachedResponse = {
  ...cachedResponse('/api/read', JSON.parse(text), { headers: { etag: '"abc"' } }),
  etag: '"abc"',
}

const errorBody: ErrorBody = (error, about) => problemResponse(error, { ...about, extra: { ok: false } })

/** The kernel's HTTP rules over a router of a few lines, listening. */
export function startHttpKit() {
  const kept = new Map<string, CachedResponse>()
  const handled: { method: string; url: string; body: string }[] = []
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (text) => lines.push(text) })
  const metrics = createMetrics()
  const http = createTestHttp({ log, metrics, corsOrigins: ['https://app.example'] })
  const note = async (request: Request) => {
    handled.push({ method: request.method, url: request.url, body: await request.text() })
  }
  const options = { access: 'public', cors: 'any', errorBody } as const
  const app = new Elysia({ normalize: false, strictPath: true })
    .use(http.routeBase)
    .get(
      '/api/read',
      async ({ request }) => {
        await note(request)
        return sendCached(request, answer, contextOf(request).id)
      },
      options,
    )
    .get(
      '/api/fail',
      async ({ request }) => {
        await note(request)
        throw new AppError('teapot', { status: 409, text: 'no coffee here' })
      },
      options,
    )
    .get(
      '/api/bug',
      async ({ request }) => {
        await note(request)
        throw new TypeError('secret')
      },
      options,
    )
    .get('/api/own/:id', own, { access: 'public' })
    .post('/api/own/:id', own, { access: 'public' })
  async function own({ request }: { request: Request }) {
    await note(request)
    const { id } = contextOf(request)
    return Response.json({ id }, { headers: { 'x-frame-options': 'SAMEORIGIN' } })
  }
  const fetch = http.serve(app, (address) => kept.get(address))
  const server = listen({ host: '127.0.0.1', port: 0, fetch })
  const logText = () => {
    log.flush()
    return lines.join('')
  }
  return {
    url: server.url,
    metrics,
    /** Answers that are kept, by address. */
    kept,
    /** What the router was handed, oldest first. */
    handled,
    /** Sends one request with its own connection: the request line without the version, header lines, a body. */
    send: (line: string, headers: string[] = [], text = '') =>
      sendRaw(server.url, rawRequest(line, headers, text)),
    /** The log as it was written. */
    logText,
    /** The log line by line. */
    logged: () =>
      logText()
        .trimEnd()
        .split('\n')
        .map((line): Record<string, unknown> => JSON.parse(line)),
    /** Forgets what was kept, handled and logged. */
    reset: () => {
      kept.clear()
      handled.length = 0
      log.flush()
      lines.length = 0
    },
    stop: () => server.stop(0),
  }
}
