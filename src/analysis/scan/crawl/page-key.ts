import parameters from './noise-parameters.json'

/** Tracking and session parameters, which do not select a page. */
const noise = new Set(parameters.names)
const indexPage = /^(?:index|default|home)\.(?:html?|php\d?|aspx?|jsp|cfm|shtml|xhtml)$/i
const sessionPart = /;(?:jsessionid|phpsessid|sid)=[^/;]*$/i

/** The URL to request: without fragment, tracking and session. */
export function withoutNoise(url: URL): URL {
  const clean = new URL(url)
  clean.hash = ''
  if (clean.pathname.includes(';')) clean.pathname = clean.pathname.replace(sessionPart, '')
  if (clean.search === '') return clean
  for (const name of new Set(clean.searchParams.keys())) if (isNoise(name)) clean.searchParams.delete(name)
  if (clean.searchParams.size === 0) clean.search = ''
  return clean
}

/**
 * Equal for all spellings of one page: http and https, with and without `www.`, trailing slash or `index.html`, order
 * of parameters.
 * @param clean as returned by `withoutNoise`
 */
export function pageKey(clean: URL): string {
  const path = pathNames(clean).join('/')
  const search = clean.search === '' ? [] : [...clean.searchParams].map(([name, value]) => `${name}=${value}`)
  return `${hostKey(clean)}/${path}?${search.sort().join('&')}`
}

/** The meaningful segments of a path. */
export function pathNames({ pathname }: URL): string[] {
  const names = pathname.split('/').filter((name) => name !== '')
  return indexPage.test(names.at(-1) ?? '') ? names.slice(0, -1) : names
}

/** Host and port without `www.`; http and https have the same default. */
export function hostKey({ hostname, port }: URL): string {
  const host = hostname.replace(/\.$/, '').replace(/^www\./, '')
  return port === '' ? host : `${host}:${port}`
}

function isNoise(name: string): boolean {
  const lower = name.toLowerCase()
  return noise.has(lower) || parameters.prefixes.some((prefix) => lower.startsWith(prefix))
}
