import { samplePages } from './pages.ts'

/** The running website of the sample company. */
export interface SampleSite {
  /** URL origin, for a browser on this machine and for a scan that allows this origin. */
  origin: string
  stop(): Promise<void>
}

/** Every name under `localhost` resolves to this machine (RFC 6761). */
export const sampleHost = 'larkfield-cycles.localhost'

/** Serves the sample site on this machine only. Uses another port when `port` is taken or 0. */
export function startSampleSite(port: number): SampleSite {
  const server = serveOn(port) ?? serveOn(0)
  if (server === undefined) throw new Error('Cannot serve the sample site: this machine has no free port')
  return { origin: `http://${sampleHost}:${server.port}`, stop: () => server.stop(true) }
}

function serveOn(port: number) {
  try {
    return Bun.serve({ hostname: '127.0.0.1', port, fetch: answer, development: false })
  } catch {
    return undefined
  }
}

function answer(request: Request): Response {
  const page = samplePages.get(new URL(request.url).pathname)
  if (page === undefined) return new Response('Not found\n', { status: 404 })
  return new Response(page.body, {
    headers: { 'content-type': page.type, 'x-content-type-options': 'nosniff' },
  })
}
