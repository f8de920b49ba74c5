import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Answers up to this size are read whole and sent in one piece, which is twice as fast; longer ones are streamed. */
const wholeBytesMax = 256 * 1024

/** One JSON-RPC request, or one batch, to the node at `url`. */
export function postTo(url: string, body: string, signal?: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', body, headers, ...(signal === undefined ? {} : { signal }) })
}

/** Whether nothing listened, so that the request cannot have had any effect. */
export function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}

/** Sends a node's answer on to the client, as fast as it is read. */
export async function relay(answer: Response, response: ServerResponse, signal: AbortSignal): Promise<void> {
  const headers = { 'content-type': answer.headers.get('content-type') ?? 'application/json' }
  const length = answer.headers.get('content-length')
  if (answer.body === null || (length !== null && Number(length) <= wholeBytesMax)) {
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { ...headers, 'content-length': bytes.length })
    response.end(bytes)
    return
  }
  response.writeHead(answer.status, headers)
  for await (const chunk of answer.body) {
    if (!response.write(chunk)) await once(response, 'drain', { signal })
  }
  response.end()
}
