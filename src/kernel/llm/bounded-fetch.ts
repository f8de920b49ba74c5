import { readBounded } from '../runtime/read-bounded.ts'
import { LlmFault } from './llm-fault.ts'

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

const headersSent = ['authorization', 'content-type', 'accept']

/**
 * A fetch for one JSON service: follows no redirects, refuses compressed bodies (they may inflate to any size), reads at
 * most `bytesMax`, and sends only the headers that the call needs, as environment variables may add others.
 */
export function createBoundedFetch({ fetch, bytesMax }: { fetch: Fetch; bytesMax: number }): Fetch {
  return async (url, init) => {
    const given = new Headers(init?.headers)
    const headers = new Headers({ 'accept-encoding': 'identity' })
    for (const name of headersSent) {
      const value = given.get(name)
      if (value !== null) headers.set(name, value)
    }
    // By default Bun inflates without a limit.
    const request = { ...init, headers, redirect: 'manual', decompress: false } satisfies BunFetchRequestInit
    const response = await fetch(url, request).catch(() => {
      throw new LlmFault('connection', { isUnanswered: true })
    })
    const body = await readBounded(response.body, bytesMax, () => new LlmFault('too_large'))
    if (response.status >= 300 && response.status < 400) {
      throw new LlmFault('http_status', { httpStatus: response.status })
    }
    const isCompressed = (response.headers.get('content-encoding') ?? 'identity') !== 'identity'
    if (isCompressed || [101, 204, 205].includes(response.status)) throw new LlmFault('malformed')
    return new Response(body, { status: response.status, headers: response.headers })
  }
}
