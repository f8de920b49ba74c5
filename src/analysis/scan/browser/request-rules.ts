import { portOf } from '../../../kernel/egress/target.ts'
import { isSameSite } from '../crawl/same-site.ts'

/** One request of a page, before it leaves. */
export interface PageRequest {
  url: string
  method: string
  /** The resource type of the DevTools protocol. */
  type: string
  hasBody: boolean
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** `main`: the page itself. `frame`: a document within it. */
  document: 'main' | 'frame' | undefined
}

export interface RequestRulesOptions {
  /** The scanned page: only its site may deliver documents and data. */
  start: URL
  /** Origins of this machine or network, reachable only by a scan of the same origin. */
  localOrigins: readonly string[]
  limits: typeof requestRulesLimits
}

export const requestRulesLimits = {
  /** Requests that one page may make; later ones are refused. */
  requestsMax: 80,
  /** Further origins of the page's own site. */
  siblingOriginsMax: 4,
  /** Origins of other sites, for scripts and styles only. */
  foreignOriginsMax: 6,
  foreignRequestsMax: 30,
}

/** Images, media and fonts do not affect the text. */
const codeTypes: ReadonlySet<string> = new Set(['script', 'stylesheet'])
const dataTypes: ReadonlySet<string> = new Set(['xhr', 'fetch'])

/** Headers of the browser itself, and those that a page may send to another origin without a CORS preflight. */
const simpleHeaders =
  /^(?:accept|accept-language|referer|user-agent|origin|purpose|upgrade-insecure-requests|cache-control|pragma|sec-.*|dnt|save-data|rtt|downlink|ect|viewport-width|width|dpr|device-memory)$/
/** Other values need a preflight too. */
const simpleAccept = /^[\w*/+;=,. -]{0,128}$/

/**
 * Decides statically whether a page may make a request: read-only, to its own site, or for scripts and styles of a few
 * other origins. A page decides what is sent where, so each allowed request is open to any attacker.
 */
export function createRequestRules({ start, localOrigins, limits }: RequestRulesOptions) {
  const closed = new Set(localOrigins.map((origin) => placeOf(new URL(origin))))
  closed.delete(placeOf(start))
  const [siblings, foreigners] = [new Set<string>(), new Set<string>()]
  let [seen, foreignSeen] = [0, 0]

  return (request: PageRequest): URL | undefined => {
    const url = URL.canParse(request.url) ? new URL(request.url) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
    if (url.username !== '' || url.password !== '' || closed.has(placeOf(url))) return undefined
    if (!onlyReads(request)) return undefined
    const isCode = request.document === undefined && codeTypes.has(request.type)
    const isData = request.document === undefined && dataTypes.has(request.type)
    if (request.document !== 'main' && !isCode && !isData) return undefined
    const own = isSameSite(url, start)
    if (!own && !isCode) return undefined
    if (isData && asksFirst(request, url)) return undefined
    if (seen++ >= limits.requestsMax) return undefined
    if (url.origin === start.origin) return url
    if (own) return isAmong(siblings, url.origin, limits.siblingOriginsMax) ? url : undefined
    if (foreignSeen++ >= limits.foreignRequestsMax) return undefined
    return isAmong(foreigners, url.origin, limits.foreignOriginsMax) ? url : undefined
  }
}

function onlyReads({ method, hasBody }: PageRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !hasBody
}

/** Whether a browser would send a CORS preflight (OPTIONS) first, which is not read-only. */
function asksFirst({ headers }: PageRequest, url: URL): boolean {
  const origin = headers['origin']
  if (origin === undefined || origin === url.origin) return false
  return Object.entries(headers).some(
    ([name, value]) => !simpleHeaders.test(name) || (name.startsWith('accept') && !simpleAccept.test(value)),
  )
}

function isAmong(known: Set<string>, origin: string, max: number): boolean {
  if (known.has(origin)) return true
  if (known.size >= max) return false
  known.add(origin)
  return true
}

/** `name:port`, for all schemes. */
export function placeOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`
}
