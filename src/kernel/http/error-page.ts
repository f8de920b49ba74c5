import { Value } from '@sinclair/typebox/value'
import { html } from '../web/html.ts'
import { messagePage } from '../web/message-page.ts'
import { pageResponse } from '../web/page-response.ts'
import { Problem } from './problem-schema.ts'

/** Headers that say something of the request; the others describe the problem document. */
const keptHeaders = /^(retry-after|www-authenticate|allow|vary|x-request-id|access-control-.*)$/i

/** Whether a request is made by a browser that opens a page: it names HTML, and no JSON. */
export function opensPage(request: Request): boolean {
  const accepted = request.headers.get('accept') ?? ''
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    /\btext\/html\b/i.test(accepted) &&
    !/json/i.test(accepted)
  )
}

/**
 * A problem document as a page for people, with the same status and headers; any other response as it is.
 * @see RFC 9110, section 12.5.1
 */
export async function problemAsPage(response: Response): Promise<Response> {
  if (response.headers.get('content-type') !== 'application/problem+json') return response
  const problem: unknown = await response.json()
  if (!Value.Check(Problem, problem)) throw new Error('a problem document without the members of a problem')
  const { status, title, instance, requestId } = problem
  // Names of the API stand between backticks.
  const detail = problem.detail
    .split('`')
    .map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`))
  const retryAfter = response.headers.get('retry-after')
  const page = messagePage({
    title: status === 404 ? 'No page at this address' : title,
    eyebrow: String(status),
    text: html`${status === 404 && html`<span class="mono">${instance}</span> is not served here. `}${detail}`,
    notes: [
      ...(retryAfter === null ? [] : [`Try again in ${retryAfter} s.`]),
      html`Programs that send <code>Accept: application/json</code> get a problem document. Request <span class="mono">${requestId}</span>.`,
    ],
  })
  const headers = Object.fromEntries([...response.headers].filter(([name]) => keptHeaders.test(name)))
  return pageResponse(page, { status, headers: { ...headers, vary: varyOf(headers['vary']) } })
}

function varyOf(before: string | undefined): string {
  return before === undefined ? 'Accept' : `${before}, Accept`
}
