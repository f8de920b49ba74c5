/** A profile that a URL leads to. */
export interface Profile {
  network: string
  /** As the canonical value has it: the URL's path where that is more than a name. */
  handle: string
  /** The part that may carry a name. */
  name: string
  /** A person's own page, where the network tells persons from companies. */
  personal: boolean
}

type Read = (path: readonly string[], url: URL) => Partial<Profile> | undefined

const word = /^[\p{L}\p{N}_.%-]{1,100}$/u

const named = (name: string | undefined, handle = name): Partial<Profile> | undefined =>
  name !== undefined && handle !== undefined && word.test(name) ? { name, handle } : undefined

/** The first segment, unless it is one of the network's own pages or more follows that makes it a post. */
function firstSegment(own: string, depthMax = 1): Read {
  const reserved = new Set(own.split(' '))
  return (path) => {
    const first = path[0]
    if (first === undefined || path.length > depthMax || reserved.has(first.toLowerCase())) return undefined
    return named(first.replace(/^@/, ''))
  }
}

/** A name that the network writes with an at sign. */
const atSegment: Read = (path) => {
  const first = path[0] ?? ''
  return first.startsWith('@') && path.length === 1 ? named(first.slice(1), first) : undefined
}

const facebook: Read = (path, url) => {
  const [first = '', second, third] = path
  if (first === 'profile.php') return named(url.searchParams.get('id') ?? undefined)
  if (first === 'pages' || first === 'people')
    return third === undefined ? undefined : named(second, `${first}/${second}/${third}`)
  if (first === 'p' || first === 'pg') return named(second, first === 'pg' ? second : `p/${second}`)
  return firstSegment(
    'sharer sharer.php share share.php dialog plugins tr login login.php events event.php groups hashtag watch photo photo.php story.php policies policy privacy help legal ads business settings marketplace gaming reel reels l.php v2.0 about campaign people media messages permalink.php home.php full_data_use_policy',
    2,
  )(path, url)
}

const linkedin: Read = (path) => {
  const [first = '', second] = path
  const kind = first.toLowerCase()
  if (kind === 'company' || kind === 'school' || kind === 'showcase')
    return named(second, `${kind}/${second}`)
  if (kind === 'in' || kind === 'pub') return { ...named(second, `in/${second}`), personal: true }
  return undefined
}

const youtube: Read = (path, url) => {
  const [first = '', second] = path
  if (first.startsWith('@')) return named(first.slice(1), first)
  if (['channel', 'user', 'c'].includes(first)) return named(second, `${first}/${second}`)
  return firstSegment(
    'watch embed shorts playlist results feed live hashtag v t iframe_api yt about redirect premium howyoutubeworks',
  )(path, url)
}

const xing: Read = (path) => {
  const [first = '', second, third] = path
  if (first === 'pages' || first === 'companies' || first === 'company')
    return named(second, `${first}/${second}`)
  if (first === 'net') return named(second, `net/${second}`)
  if (first === 'profile') return { ...named(second, `profile/${second}`), personal: true }
  void third
  return undefined
}

const whatsapp: Read = (path, url) => {
  const digits = (url.searchParams.get('phone') ?? path[0] ?? '').replace(/[^\d]/g, '')
  return digits.length >= 7 && digits.length <= 15 ? { name: digits, handle: `+${digits}` } : undefined
}

const github: Read = (path, url) => {
  const first = firstSegment(
    'features pricing about login join topics sponsors orgs marketplace collections explore settings site security apps contact enterprise readme customer-stories trending search new notifications',
    2,
  )
  return path[0] === 'orgs' ? named(path[1]) : first(path, url)
}

const reddit: Read = (path) =>
  path.length === 2 && /^(?:r|u|user)$/.test(path[0] ?? '')
    ? named(path[1], `${path[0]}/${path[1]}`)
    : undefined

const networks: ReadonlyArray<readonly [network: string, hosts: string, read: Read]> = [
  ['linkedin', 'linkedin.com', linkedin],
  ['facebook', 'facebook.com fb.com fb.me', facebook],
  [
    'x',
    'twitter.com x.com',
    firstSegment(
      'intent share home search hashtag i privacy tos login signup about explore settings compose messages widgets.js statuses',
    ),
  ],
  [
    'instagram',
    'instagram.com instagr.am',
    firstSegment('p reel reels explore stories accounts tv about legal directory developer share'),
  ],
  ['youtube', 'youtube.com', youtube],
  ['tiktok', 'tiktok.com', atSegment],
  [
    'pinterest',
    'pinterest.com pinterest.de pinterest.co.uk pinterest.fr pinterest.es pinterest.it pinterest.ca pinterest.at pinterest.ch pinterest.com.au pinterest.se pinterest.pt pinterest.nz pinterest.ie pinterest.dk pinterest.jp',
    firstSegment('pin about business ideas search categories _ today', 2),
  ],
  ['xing', 'xing.com', xing],
  [
    'threads',
    'threads.net threads.com',
    (path, url) => (path[0]?.startsWith('@') ? firstSegment('')(path, url) : undefined),
  ],
  [
    'bluesky',
    'bsky.app',
    (path) => (path[0] === 'profile' && path.length === 2 ? named(path[1]) : undefined),
  ],
  ['github', 'github.com', github],
  ['gitlab', 'gitlab.com', firstSegment('users explore help dashboard', 2)],
  ['whatsapp', 'wa.me api.whatsapp.com', whatsapp],
  ['telegram', 't.me telegram.me', firstSegment('share joinchat addstickers proxy s iv socks c')],
  ['discord', 'discord.gg', firstSegment('')],
  ['discord', 'discord.com discordapp.com', (path) => (path[0] === 'invite' ? named(path[1]) : undefined)],
  [
    'vimeo',
    'vimeo.com',
    (path, url) =>
      /^\d+$/.test(path[0] ?? '')
        ? undefined
        : firstSegment(
            'channels groups categories watch upgrade features about privacy terms album showcase',
          )(path, url),
  ],
  ['twitch', 'twitch.tv', firstSegment('directory videos p downloads jobs')],
  [
    'medium',
    'medium.com',
    (path, url) =>
      atSegment(path, url) ?? firstSegment('m p tag search me about creators membership')(path, url),
  ],
  ['reddit', 'reddit.com', reddit],
  ['behance', 'behance.net', firstSegment('gallery search joblist galleries')],
  ['dribbble', 'dribbble.com', firstSegment('shots designers jobs search session')],
  ['snapchat', 'snapchat.com', (path) => (path[0] === 'add' ? named(path[1]) : undefined)],
  ['patreon', 'patreon.com', firstSegment('login signup search posts about pricing', 2)],
  ['soundcloud', 'soundcloud.com', firstSegment('discover stream upload you search pages')],
  [
    'line',
    'line.me',
    (path) => (path[0] === 'R' && path[1] === 'ti' ? named(path[3]?.replace(/^@/, ''), path[3]) : undefined),
  ],
  ['substack', 'substack.com', atSegment],
  ['ko-fi', 'ko-fi.com', firstSegment('explore shop home about')],
  ['vk', 'vk.com', firstSegment('share.php share login feed')],
]

const byHost: ReadonlyMap<string, readonly [string, Read]> = new Map(
  networks.flatMap(([network, hosts, read]) =>
    hosts.split(' ').map((host) => [host, [network, read]] as const),
  ),
)

const mastodonHosts = new Set(
  'mastodon.social mastodon.online mstdn.social mas.to fosstodon.org hachyderm.io chaos.social mastodon.world techhub.social infosec.exchange mastodon.green social.tchncs.de norden.social troet.cafe mastodon.nl mastodon.art toot.community indieweb.social mamot.fr piaille.fr mastodon.uno mastodon.scot mastodonapp.uk ruby.social phpc.social floss.social bonn.social mstdn.jp pawoo.net aus.social mastodon.nu kolektiva.social ohai.social sfba.social toot.wales berlin.social'.split(
    ' ',
  ),
)

/**
 * The profile a link leads to; undefined for share buttons, posts, videos and everything else. A server that is not
 * known to run Mastodon is believed to when the page says so, by `rel="me"` or in words.
 */
export function profileOf(href: string, toldMastodon: boolean): Profile | undefined {
  const whatsappScheme = /^whatsapp:\/\/send\/?\?/i.test(href.slice(0, 40))
  const text = whatsappScheme ? `https://api.whatsapp.com/send?${href.slice(href.indexOf('?') + 1)}` : href
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const path = url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode)
  const host = url.hostname.toLowerCase()
  const known = byHost.get(baseHost(host))
  if (known === undefined) return mastodon(host, path, toldMastodon)
  const [network, read] = known
  const profile = read(path, url)
  if (profile?.name === undefined || profile.handle === undefined) return undefined
  return {
    network,
    handle: profile.handle.toLowerCase(),
    name: profile.name,
    personal: profile.personal === true,
  }
}

/** Without `www.`, `m.` and the country or language in front: `de-de.facebook.com`, `uk.linkedin.com`. */
function baseHost(host: string): string {
  if (byHost.has(host)) return host
  const rest = host.slice(host.indexOf('.') + 1)
  return /^(?:www|m|mobile|web|touch|business|[a-z]{2}(?:-[a-z]{2})?)\./.test(host) ? rest : host
}

function mastodon(host: string, path: readonly string[], told: boolean): Profile | undefined {
  const first = path[0] ?? ''
  const server = host.replace(/^www\./, '')
  if (!first.startsWith('@') || path.length !== 1 || !word.test(first.slice(1))) return undefined
  if (!told && !mastodonHosts.has(server)) return undefined
  return {
    network: 'mastodon',
    handle: `${first}@${server}`.toLowerCase(),
    name: first.slice(1),
    personal: false,
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const patterns = [
  word,
  /^\d+$/,
  /^whatsapp:\/\/send\/?\?/i,
  /^(?:www|m|mobile|web|touch|business|[a-z]{2}(?:-[a-z]{2})?)\./,
  /[^\d]/g,
  /^(?:r|u|user)$/,
]
