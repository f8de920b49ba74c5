import { createHttp, createRequestIds, type KeptAnswer, keptResponse } from '../../../src/kernel/http/http.ts'
import { listen } from '../../../src/kernel/http/listen.ts'
import { createRouteTable } from '../../../src/kernel/http/route-table.ts'
import { AppError } from '../../../src/kernel/runtime/errors.ts'
import { createLog } from '../../../src/kernel/runtime/log.ts'
import { createMetrics, type Metrics } from '../../../src/kernel/runtime/metrics.ts'
import { type RawAnswer, rawRequest, sendRaw } from '../../support/raw-http.ts'

class Teapot extends AppError {
  readonly status = 409
  readonly slug = 'teapot'
}

export const answer: KeptAnswer = {
  route: '/api/read',
  body: new TextEncoder().encode('{"ok":true,"text":"grün"}'),
  etag: '"abc"',
}

/** The kernel's HTTP rules over a router of a few lines, listening. */
export interface HttpKit {
  url: string
  metrics: Metrics
  /** Answers that are kept, by address. */
  kept: Map<string, KeptAnswer>
  /** What the router was handed, oldest first. */
  handled: { method: string; url: string; body: string }[]
  /** Sends one request with its own connection: the request line without the version, header lines, a body. */
  send(line: string, headers?: string[], text?: string): Promise<RawAnswer>
  /** The log as it was written. */
  logText(): string
  /** The log line by line. */
  logged(): Record<string, unknown>[]
  /** Forgets what was kept, handled and logged. */
  reset(): void
  stop(): Promise<void>
}

export function startHttpKit(): HttpKit {
  const kept = new Map<string, KeptAnswer>()
  const handled: HttpKit['handled'] = []
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (text) => lines.push(text) })
  const metrics = createMetrics()
  const requestIds = createRequestIds()
  const fetch = createHttp({
    handle: async (request) => {
      handled.push({ method: request.method, url: request.url, body: await request.text() })
      const { pathname } = new URL(request.url)
      if (pathname === '/api/read') return keptResponse(request, answer, requestIds.of(request))
      if (pathname === '/api/fail') throw new Teapot('no coffee here')
      if (pathname === '/api/bug') throw new TypeError('secret')
      return Response.json({ id: requestIds.of(request) }, { headers: { 'x-frame-options': 'SAMEORIGIN' } })
    },
    findKept: (address) => kept.get(address),
    routes: createRouteTable([
      { method: 'GET', path: '/api/read', anyOrigin: true },
      { method: 'GET', path: '/api/fail', anyOrigin: true },
      { method: 'GET', path: '/api/bug', anyOrigin: true },
      { method: 'GET', path: '/api/own/:id', anyOrigin: false },
      { method: 'POST', path: '/api/own/:id', anyOrigin: false },
    ]),
    log,
    metrics,
    corsOrigins: ['https://app.example'],
    requestIds,
    problemExtra: (path) => (path.startsWith('/api/read') ? { ok: false } : {}),
  })
  const server = listen({ host: '127.0.0.1', port: 0, fetch })
  const logText = () => {
    log.flush()
    return lines.join('')
  }
  return {
    url: server.url,
    metrics,
    kept,
    handled,
    send: (line, headers = [], text = '') => sendRaw(server.url, rawRequest(line, headers, text)),
    logText,
    logged: () =>
      logText()
        .trimEnd()
        .split('\n')
        .map((line): Record<string, unknown> => JSON.parse(line)),
    reset: () => {
      kept.clear()
      handled.length = 0
      log.flush()
      lines.length = 0
    },
    stop: () => server.stop(0),
  }
}
