import { ModelFault } from './llm-fault.ts'

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

const headersSent = ['authorization', 'content-type', 'accept']

/**
 * A fetch for one JSON service: follows no redirects, takes no compressed bodies (they may unpack to any size), reads at
 * most `bytesMax`, and sends no headers but those that the call needs, whatever the environment says.
 */
export function createBoundedFetch({ fetch, bytesMax }: { fetch: Fetch; bytesMax: number }): Fetch {
  return async (url, init) => {
    const given = new Headers(init?.headers)
    const headers = new Headers({ 'accept-encoding': 'identity' })
    for (const name of headersSent) {
      const value = given.get(name)
      if (value !== null) headers.set(name, value)
    }
    // Bun unpacks without a limit unless told not to.
    const request = { ...init, headers, redirect: 'manual', decompress: false } satisfies BunFetchRequestInit
    const response = await fetch(url, request).catch(() => {
      throw new ModelFault('connection', { isUnanswered: true })
    })
    const body = await readBody(response, bytesMax)
    if (response.status >= 300 && response.status < 400) {
      throw new ModelFault('http_status', { httpStatus: response.status })
    }
    const isPacked = (response.headers.get('content-encoding') ?? 'identity') !== 'identity'
    if (isPacked || [101, 204, 205].includes(response.status)) throw new ModelFault('malformed')
    return new Response(body, { status: response.status, headers: response.headers })
  }
}

async function readBody(response: Response, bytesMax: number): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // Leaving the loop early closes the connection.
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > bytesMax) throw new ModelFault('too_large')
    parts.push(part)
  }
  return new Blob(parts)
}
