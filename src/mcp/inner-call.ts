import type { FieldProblem } from '../kernel/runtime/app-error.ts'
import { objectOf, type Tool } from './tools.ts'

/** Not of the inner request: they describe the body and the form of the outer one. */
const ownHeaders = /^(accept|connection|content-.*|if-.*|mcp-.*|last-event-id|transfer-encoding|upgrade)$/
/** Headers that no argument may replace. */
const keptHeaders = /^(authorization|cookie|forwarded|host|origin|x-forwarded-.*|x-real-ip)$/i

/** The caller's headers: key, origin, host and forwarded address stay as they came. */
export function innerHeaders(outer: Request): Headers {
  const headers = new Headers()
  outer.headers.forEach((value, name) => {
    if (!ownHeaders.test(name)) headers.set(name, value)
  })
  return headers
}

/** Arguments that no request can carry, and those that it needs; the request itself is judged as any other. */
export function argumentProblems({ places, input }: Tool, given: unknown): FieldProblem[] {
  const names = Object.keys(objectOf(given))
  const known = [...places.keys()].join(', ') || 'none'
  return [
    ...names
      .filter((name) => !places.has(name))
      .map((name) => ({
        path: `/${name}`,
        message: `is not an argument of this tool, which takes ${known}`,
      })),
    ...input.required
      .filter((name) => !names.includes(name))
      .map((name) => ({ path: `/${name}`, message: 'is missing' })),
  ]
}

/** The request that a tool call stands for. */
export function innerRequest(tool: Tool, given: unknown, outer: Request, signal: AbortSignal): Request {
  const headers = innerHeaders(outer)
  const query = new URLSearchParams()
  const body: [string, unknown][] = []
  let { path } = tool
  for (const [name, value] of Object.entries({ ...tool.defaults, ...objectOf(given) })) {
    const place = tool.places.get(name)
    if (place === 'path') path = path.replace(`{${name}}`, () => pathSegment(String(value)))
    else if (place === 'query') query.set(name, String(value))
    else if (place === 'header' && !keptHeaders.test(name)) headers.set(name, String(value))
    else if (place === 'body') body.push([name, value])
  }
  const url = new URL(`${path}${query.size > 0 ? `?${query}` : ''}`, new URL(outer.url).origin)
  if (!tool.hasBody) return new Request(url, { method: tool.method, headers, signal })
  headers.set('content-type', 'application/json')
  const text = JSON.stringify(Object.fromEntries(body))
  return new Request(url, { method: tool.method, headers, signal, body: text })
}

/** `.` and `..` would change the path; encoded once more they match no stored name. */
function pathSegment(text: string): string {
  return /^\.{1,2}$/.test(text) ? text.replaceAll('.', '%252E') : encodeURIComponent(text)
}
