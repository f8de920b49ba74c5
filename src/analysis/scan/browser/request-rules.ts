import { isSameSite } from '../crawl/same-site.ts'

/** One request of a page, before it leaves. */
export interface PageRequest {
  url: string
  method: string
  /** What it is for, in the browser's own word. */
  type: string
  hasBody: boolean
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** `main`: the page itself. `frame`: a document within it. */
  document: 'main' | 'frame' | undefined
}

export interface RequestRulesOptions {
  /** The page that was asked for: its site is the only one that documents and data may come from. */
  start: URL
  /** Origins of this machine or network, which only a scan of that very origin may reach. */
  localOrigins: readonly string[]
  limits: RequestRulesLimits
}

export interface RequestRulesLimits {
  /** Requests that one page may make; what comes after is refused. */
  requestsMax: number
  /** Origins of the page's own site beside the page's own. */
  siblingOriginsMax: number
  /** Origins of other sites; only scripts and styles may come from there. */
  foreignOriginsMax: number
  foreignRequestsMax: number
}

/** What a page's text is made of. Images, media, fonts and all else would only cost bytes. */
const codeTypes: ReadonlySet<string> = new Set(['script', 'stylesheet'])
const dataTypes: ReadonlySet<string> = new Set(['xhr', 'fetch'])

/** The browser's own headers, and those that a page may put on a request to another origin without asking first. */
const simpleHeaders =
  /^(?:accept|accept-language|referer|user-agent|origin|purpose|upgrade-insecure-requests|cache-control|pragma|sec-.*|dnt|save-data|rtt|downlink|ect|viewport-width|width|dpr|device-memory)$/
/** Other values of these need asking, too. */
const simpleAccept = /^[\w*/+;=,. -]{0,128}$/

/**
 * Whether a page may make a request, by what can be told without asking anybody: it only reads, from its own site, and
 * from a few others what it is built with. A page decides what is sent where, so whatever it may do, a stranger may do
 * through us.
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

/** Whether a browser would ask the other origin by OPTIONS before it sends this, which is a request of another kind. */
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

/** `name:port`, whatever the scheme. */
export function placeOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}
