import { gzipSync } from 'node:zlib'
import {
  brotliBomb,
  captchaPage,
  deepNesting,
  gzipBomb,
  hugeRobots,
  largeJsonLd,
  manyElements,
  manyLinks,
  pdf,
  plainPage,
  worstText,
} from './hostile-pages.ts'
import { type Exchange, headOf, type Misbehaviour } from './hostile-server.ts'

/** What a scan answers; `reason` stands beside `scan_failed` alone. */
export interface ScanOutcome {
  status: 200 | 400 | 422
  error?: 'url_not_allowed' | 'scan_failed'
  reason?: string
}

/** A site that misbehaves in one way, and how a scan of its root must end. */
export interface HostileSite extends Misbehaviour {
  name: string
  /** The first is the one to be expected; the others are as safe. */
  outcomes: readonly ScanOutcome[]
}

const read: ScanOutcome = { status: 200 }
const notAllowed: ScanOutcome = { status: 400, error: 'url_not_allowed' }
const failed = (reason: string): ScanOutcome => ({ status: 422, error: 'scan_failed', reason })

/** Answers the root in this way; there is no robots.txt and nothing else. */
function atRoot(serveRoot: (exchange: Exchange) => void): (exchange: Exchange) => void {
  return (exchange) => {
    if (exchange.path === '/') serveRoot(exchange)
    else exchange.answer('Not here', { status: 404 })
  }
}

/** Answers the root with this body. */
const root = (answerOf: () => Parameters<Exchange['answer']>) => atRoot(({ answer }) => answer(...answerOf()))

/** Begins the answer to the root with these bytes, and goes on in this way. */
const sends = (first: string, goOn: (exchange: Exchange) => void) =>
  atRoot((exchange) => {
    exchange.write(first)
    goOn(exchange)
  })

/** An ordinary page behind a robots.txt that is served in this way. */
function behindRobots(serveRobots: (exchange: Exchange) => void): (exchange: Exchange) => void {
  return (exchange) => {
    if (exchange.path === '/robots.txt') serveRobots(exchange)
    else exchange.answer(plainPage())
  }
}

function* forever(part: string): Generator<string> {
  while (true) yield part
}

const chunk = 'x'.repeat(65_536)
const openHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n'
const redirect = (location: string) => ({ status: 302, headers: [`location: ${location}`] })
const compressed = (coding: string) => ({ headers: [`content-encoding: ${coding}`] })

type Row = [name: string, serve: (exchange: Exchange) => void, ...outcomes: ScanOutcome[]]

const rows: readonly Row[] = [
  // Redirects
  [
    'redirects without end',
    ({ path, origin, answer }) =>
      path === '/robots.txt'
        ? answer('', { status: 404 })
        : answer('', redirect(`${origin}/${Number(path.slice(1)) + 1}`)),
    failed('http_status'),
  ],
  ['redirect to itself', root(() => ['', redirect('/')]), failed('http_status')],
  ['redirect to a private address', root(() => ['', redirect('http://192.168.1.1/')]), notAllowed],
  [
    'redirect to cloud metadata',
    root(() => ['', redirect('http://169.254.169.254/latest/meta-data/')]),
    notAllowed,
  ],
  ['redirect to a file', root(() => ['', redirect('file:///etc/passwd')]), notAllowed],
  [
    'redirect with credentials',
    atRoot(({ answer, origin }) => answer('', redirect(origin.replace('//', '//me:secret@')))),
    notAllowed,
  ],
  // Bodies
  ['body without end', sends(openHead, ({ pour }) => pour(forever(chunk))), failed('too_large')],
  ['one byte a second', sends(openHead, ({ drip }) => drip(plainPage(), 1_000)), failed('timeout')],
  ['gzip bomb of 512 MiB', root(() => [gzipBomb(512), compressed('gzip')]), failed('too_large')],
  ['brotli bomb of 32 MiB', root(() => [brotliBomb(32), compressed('br')]), failed('too_large')],
  ['page of 20 MB', root(() => [plainPage(chunk.repeat(310))]), failed('too_large')],
  [
    'length that promises more than comes',
    sends(headOf('x'.repeat(90_000)) + plainPage(), ({ end }) => end()),
    failed('connect'),
  ],
  [
    'length that promises less than comes',
    sends(headOf(plainPage()) + plainPage() + '<p>and more'.repeat(1_000), ({ end }) => end()),
    read,
    failed('connect'),
  ],
  [
    'broken gzip',
    root(() => [gzipSync(plainPage()).subarray(0, 120), compressed('gzip')]),
    failed('connect'),
  ],
  ['empty page', root(() => ['']), read, failed('not_html')],
  // Markup
  ['100,000 elements', root(() => [plainPage(manyElements(100_000))]), read],
  ['50,000 nested tags', root(() => [plainPage(deepNesting(50_000))]), read],
  [
    'JSON-LD of 5 MB',
    root(() => [gzipSync(plainPage(largeJsonLd(5_000_000))), compressed('gzip')]),
    read,
    failed('too_large'),
  ],
  ['worst text', root(() => [plainPage(worstText(600_000))]), read],
  ['40,000 links', root(() => [plainPage(manyLinks(40_000))]), read],
  [
    'charset lies',
    root(() => [
      Buffer.from(plainPage('<meta charset="utf-7"><p>\xe9t\xe9 \x80 \xff</p>'), 'latin1'),
      {
        contentType: 'text/html; charset=iso-2022-kr',
      },
    ]),
    read,
  ],
  // Types
  ['PDF at the root', root(() => [pdf, { contentType: 'application/pdf' }]), failed('not_html')],
  ['PDF labelled as HTML', root(() => [pdf, { contentType: 'text/html' }]), failed('not_html')],
  ['HTML labelled as an image', root(() => [plainPage(), { contentType: 'image/png' }]), failed('not_html')],
  // Refusals
  ['403', root(() => [plainPage(), { status: 403 }]), failed('blocked_by_site')],
  ['429', root(() => [plainPage(), { status: 429 }]), failed('blocked_by_site')],
  ['captcha', root(() => [captchaPage]), failed('blocked_by_site')],
  [
    'captcha with 503',
    root(() => [captchaPage, { status: 503 }]),
    failed('http_status'),
    failed('blocked_by_site'),
  ],
  ['404', root(() => [plainPage(), { status: 404 }]), failed('http_status')],
  ['500', root(() => [plainPage(), { status: 500 }]), failed('http_status')],
  // Connections
  ['connection reset', atRoot(({ reset }) => reset()), failed('connect')],
  [
    'connection reset in the body',
    sends(headOf(chunk), ({ reset }) => setTimeout(reset, 20)),
    failed('connect'),
  ],
  ['closed without a word', atRoot(({ end }) => end()), failed('connect')],
  ['silence', atRoot(() => {}), failed('timeout')],
  ['slow headers', atRoot(({ drip }) => drip(openHead, 1_000)), failed('timeout')],
  [
    'headers without end',
    sends('HTTP/1.1 200 OK\r\n', ({ pour }) => pour(forever(`x-more: ${'y'.repeat(1_000)}\r\n`))),
    failed('too_large'),
    failed('connect'),
  ],
  ['another protocol', sends('SSH-2.0-OpenSSH_9.2\r\n', ({ end }) => end()), failed('connect')],
  // Robots
  [
    'robots of 500 KiB',
    behindRobots(({ answer }) => answer(hugeRobots(20_000), { contentType: 'text/plain' })),
    read,
  ],
  [
    'robots of 50 MB',
    behindRobots(({ write, pour }) => {
      write(
        'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\nUser-agent: *\nDisallow: /private\n',
      )
      pour(Array.from({ length: 800 }, () => `# ${chunk}\n`))
    }),
    read,
    failed('robots_unreachable'),
  ],
  [
    'robots with 503',
    behindRobots(({ answer }) => answer('', { status: 503 })),
    failed('robots_unreachable'),
  ],
  ['robots that hangs', behindRobots(() => {}), failed('robots_unreachable')],
  ['robots with a reset', behindRobots(({ reset }) => reset()), failed('robots_unreachable')],
  [
    'robots that forbids the site',
    behindRobots(({ answer }) => answer('User-agent: *\nDisallow: /\n', { contentType: 'text/plain' })),
    notAllowed,
  ],
  [
    'robots that redirects without end',
    behindRobots(({ answer }) => answer('', redirect('/robots.txt'))),
    read,
    failed('robots_unreachable'),
  ],
  [
    'sitemap without end',
    ({ path, origin, answer, write, pour }) => {
      if (path === '/robots.txt') return answer(`Sitemap: ${origin}/map.xml\n`, { contentType: 'text/plain' })
      if (path === '/') return answer(plainPage())
      write('HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\nconnection: close\r\n\r\n<urlset>')
      return pour(forever(`<url><loc>${origin}/about</loc></url>`.repeat(500)))
    },
    read,
  ],
  [
    'further pages that hang',
    ({ path, answer }) => {
      if (path === '/robots.txt') answer('', { status: 404 })
      if (path === '/') answer(plainPage('<a href="/about">About</a> <a href="/contact">Contact</a>'))
    },
    read,
  ],
]

/** Every way of misbehaving; `startHostileServer` serves them. */
export const hostileSites: readonly HostileSite[] = rows.map(([name, serve, ...outcomes]) => ({
  name,
  host: `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.marrow-finch-trap.com`,
  serve,
  outcomes,
}))
