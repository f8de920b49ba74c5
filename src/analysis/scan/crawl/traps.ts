import { decodePercents } from '../decode-percents.ts'
import { fold } from './fold.ts'
import words from './trap-words.json'

const files = new Set(words.files)
/** Pages that change something, need an account, or are endless. */
const segments = new Set(words.segments.map(folded))
const parameters = new Set(words.parameters)
const hosts = new Set(words.hosts)

export const urlLengthMax = 512
const depthMax = 6
const parametersMax = 3
const digits = /^[0-9]+$/

const paging = /^(?:page|paged|start|offset)$/
const extension = /\.[a-z]{2,5}$/i

/** Whether a URL leads to a file or to a page that a scan must not request. */
export function isTrap(url: URL): boolean {
  if (url.href.length > urlLengthMax || url.username !== '' || url.password !== '') return true
  return isTrapPath(url.pathname) || (url.search !== '' && isTrapQuery(url.searchParams))
}

/** Whether a subdomain is for customers or machines. */
export function isTrapHost(hostname: string): boolean {
  return hosts.has(hostname.split('.', 1)[0] ?? '')
}

function isTrapPath(pathname: string): boolean {
  const parts = pathname.split('/').filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  const dot = last.lastIndexOf('.')
  if (dot !== -1 && files.has(last.slice(dot + 1).toLowerCase())) return true
  const repeats = parts.length - new Set(parts.map((part) => part.toLowerCase())).size
  return parts.length > depthMax || repeats > 1 || parts.some(isTrapSegment)
}

function isTrapQuery(search: URLSearchParams): boolean {
  if (search.size > parametersMax) return true
  for (const [name, value] of search) {
    const key = folded(name)
    if (parameters.has(key) || (paging.test(key) && digits.test(value))) return true
  }
  return false
}

function isTrapSegment(part: string): boolean {
  const name = decodePercents(part)
  return name.length <= segmentLengthMax && segments.has(folded(name.replace(extension, '')))
}

/** Longer than any name in the lists, with separators and file extension. */
const segmentLengthMax = 40

function folded(text: string): string {
  return fold(text).replaceAll(' ', '')
}
