import { remembered } from '../../../text/remembered.ts'
import { decodePercents } from '../../decode-percents.ts'
import networks from './social-networks.json'

/** The profile of a URL. */
export interface Profile {
  network: string
  /** As in the canonical value: the URL's path where that is more than a name. */
  handle: string
  /** The part that may contain a name. */
  name: string
  /** A personal profile, where the network distinguishes persons from companies. */
  personal: boolean
  /** The URL is below the profile, such as a repository. */
  deeper: boolean
}

/**
 * One segment of a path pattern. `{}` is the name, `-` leaves the segment out of the handle, `!` marks a personal page,
 * `~` a name with a suffix, `*` any rest.
 */
interface Segment {
  literal: string
  named: boolean
  silent: boolean
  personal: boolean
  deeper: boolean
  rest: boolean
}

interface Network {
  network: string
  paths: ReadonlyArray<readonly Segment[]>
  reserved: ReadonlySet<string>
}

const word = /^[\p{L}\p{N}_.%-]{1,100}$/u

const byHost: ReadonlyMap<string, Network> = new Map(
  networks.flatMap(({ network, hosts, paths, reserved = '' }) => {
    const known = { network, paths: paths.map(segmentsOf), reserved: new Set(reserved.split(' ')) }
    return hosts.split(' ').map((host) => [host, known] as const)
  }),
)

function segmentsOf(path: string): Segment[] {
  return path.split('/').map((segment) => ({
    literal: segment.replace(/[-{}!~*]/g, '') === '@' ? '@' : segment.replace(/^-|[{}!~*]/g, ''),
    named: segment.includes('{}'),
    silent: segment.startsWith('-'),
    personal: segment.includes('!'),
    deeper: segment.includes('~'),
    rest: segment.endsWith('*'),
  }))
}

/**
 * The profile that a link leads to; undefined for share buttons, posts, videos, chats and other URLs. An unknown server
 * counts as Mastodon when the page states so, by `rel="me"` or in words.
 */
export function profileOf(href: string, isMastodon: boolean): Profile | undefined {
  return isMastodon ? readProfile(href, true) : ordinaryProfile(href)
}

/** Kept, as several topics ask for each link, and the pages of a site have the same. */
const ordinaryProfile = remembered((href) => readProfile(href, false))

function readProfile(href: string, isMastodon: boolean): Profile | undefined {
  if (!URL.canParse(href)) return undefined
  const url = new URL(href)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const path = url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodePercents)
  const host = url.hostname.toLowerCase()
  const known = byHost.get(baseHost(host))
  if (known === undefined || known.network === 'mastodon')
    return mastodon(host, path, isMastodon || known !== undefined)
  const id = path[0] === 'profile.php' ? (url.searchParams.get('id') ?? '') : ''
  if (known.network === 'facebook' && word.test(id)) return profile(known.network, id, id)
  for (const segments of known.paths) {
    const read = readPath(known, segments, path)
    if (read !== undefined) return read
  }
  return undefined
}

function readPath(
  { network, reserved }: Network,
  segments: readonly Segment[],
  path: readonly string[],
): Profile | undefined {
  const last = segments.at(-1)
  if (last === undefined || (path.length > segments.length && !last.rest)) return undefined
  const handle: string[] = []
  let name: string | undefined
  for (const [index, { literal, named, silent, rest }] of segments.entries()) {
    const own = path[index]
    if (rest) {
      // Old Facebook pages have a number after the name.
      if (network === 'facebook' && !silent && own !== undefined) handle.push(own)
      break
    }
    if (own === undefined) return undefined
    if (!named) {
      if (own.toLowerCase() !== literal.toLowerCase()) return undefined
      if (!silent) handle.push(own)
      continue
    }
    if (literal === '@' && !own.startsWith('@')) return undefined
    name = own.replace(/^@/, '')
    if (!word.test(name) || (index === 0 && reserved.has(own.toLowerCase()))) return undefined
    if (network === 'vimeo' && /^\d+$/.test(name)) return undefined
    handle.push(literal === '@' && !silent ? `@${name}` : name)
  }
  if (name === undefined) return undefined
  const is = (mark: 'personal' | 'deeper') => segments.some((segment) => segment[mark])
  return profile(network, handle.join('/'), name, is('personal'), is('deeper'))
}

function profile(network: string, handle: string, name: string, personal = false, deeper = false): Profile {
  return { network, handle: handle.toLowerCase(), name, personal, deeper }
}

/** Without `www.`, `m.` and a country or language prefix: `de-de.facebook.com`, `uk.linkedin.com`. */
function baseHost(host: string): string {
  if (byHost.has(host)) return host
  const rest = host.slice(host.indexOf('.') + 1)
  return /^(?:www|m|mobile|web|touch|business|[a-z]{2}(?:-[a-z]{2})?)\./.test(host) ? rest : host
}

function mastodon(host: string, path: readonly string[], isMastodon: boolean): Profile | undefined {
  const [first = ''] = path
  const name = first.slice(1)
  if (!isMastodon || !first.startsWith('@') || path.length !== 1 || !word.test(name)) return undefined
  return profile('mastodon', `${first}@${host.replace(/^www\./, '')}`, name)
}
