/** A service with OpenAI's image generations on this machine, which plays what a test needs. */

export interface SeenImageRequest {
  headers: Headers
  body: Record<string, unknown>
}

export type PlayImage = (request: SeenImageRequest, call: number) => Response | Promise<Response>

export type ImageServer = ReturnType<typeof startImageServer>

/** `files` are served by their paths. */
export function startImageServer(first: PlayImage, files: Readonly<Record<string, () => Response>> = {}) {
  let play = first
  const requests: SeenImageRequest[] = []
  const downloads: Request[] = []
  let left = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const file = files[pathname]
      if (file !== undefined) {
        downloads.push(request)
        return file()
      }
      if (request.method !== 'POST' || pathname !== '/v1/images/generations') {
        return new Response('moved here', { status: 418 })
      }
      request.signal.addEventListener('abort', () => {
        left += 1
      })
      const body: unknown = await request.json()
      const seen = { headers: request.headers, body: typeof body === 'object' ? { ...body } : {} }
      return await play(seen, requests.push(seen))
    },
  })
  return {
    /** As a setting would name it. */
    baseUrl: `http://127.0.0.1:${server.port}/v1`,
    /** Requests for an image, in order. */
    requests,
    /** Requests for a file that an answer pointed to. */
    downloads,
    /** How many requests ended before their answer. */
    get left() {
      return left
    },
    play: (next: PlayImage) => {
      play = next
    },
    stop: () => server.stop(true),
  }
}

/** An answer with the image in base64; `changes` replace members. */
export function imageAnswer(bytes: Uint8Array, changes: Record<string, unknown> = {}): Response {
  return Response.json({
    created: 1_700_000_000,
    data: [{ b64_json: Buffer.from(bytes).toString('base64'), ...changes }],
  })
}
