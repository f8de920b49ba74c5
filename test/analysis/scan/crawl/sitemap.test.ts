import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { sitemapUrls } from '../../../../src/analysis/scan/crawl/sitemap.ts'
import { testSeed } from '../../../support/seed.ts'

const seed = testSeed('sitemap.test.ts')
const pages = (...urls: string[]) => ({ kind: 'pages' as const, urls })
const urlset = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inside}</urlset>`
const loc = (content: string) => `<url><loc>${content}</loc><priority>0.5</priority></url>`

test.each([
  ['a plain entry', loc('https://a.example/b'), ['https://a.example/b']],
  ['blanks around', loc('\n   https://a.example/b\t\r\n'), ['https://a.example/b']],
  [
    'entities',
    loc('https://a.example/?a=1&amp;b=2&#38;c=3&#x26;d=4'),
    ['https://a.example/?a=1&b=2&c=3&d=4'],
  ],
  ['a CDATA section', loc('<![CDATA[https://a.example/?a=1&b=2]]>'), ['https://a.example/?a=1&b=2']],
  ['a CDATA section after blanks', loc('\n <![CDATA[ https://a.example/b ]]>'), ['https://a.example/b']],
  [
    'attributes and capitals',
    '<URL><LOC lang="en" >https://a.example/b</LOC></URL>',
    ['https://a.example/b'],
  ],
  ['a prefix of its own', '<sm:url><sm:loc>https://a.example/b</sm:loc></sm:url>', ['https://a.example/b']],
  [
    'images and videos',
    `<url><loc>https://a.example/b</loc><image:image><image:loc>https://a.example/i.jpg</image:loc></image:image>
     <video:video><video:player_loc>https://a.example/v</video:player_loc></video:video></url>`,
    ['https://a.example/b'],
  ],
  [
    'comments',
    `<!-- ${loc('https://a.example/old')} -->${loc('https://a.example/b')}`,
    ['https://a.example/b'],
  ],
  ['a duplicate', loc('https://a.example/b') + loc('https://a.example/b'), ['https://a.example/b']],
  ['other schemes', loc('ftp://a.example/b') + loc('javascript:alert(1)') + loc('/relative'), []],
  ['credentials', loc('https://user:secret@a.example/'), []],
  ['an unknown entity', loc('https://a.example/&secret;'), ['https://a.example/&secret;']],
  ['an empty entry', `${loc('')}<loc/>${loc('https://a.example/b')}`, ['https://a.example/b']],
  ['a URL that is too long', loc(`https://a.example/${'a'.repeat(3_000)}`), []],
  ['an entry that is not closed', '<url><loc>https://a.example/b<url>', ['https://a.example/b']],
  ['a tag that never ends', `${loc('https://a.example/b')}<loc `, ['https://a.example/b']],
  [
    'a comment that never ends',
    `${loc('https://a.example/b')}<!-- ${loc('https://a.example/c')}`,
    ['https://a.example/b'],
  ],
])('a sitemap is read up to or past %s', (_what, inside, urls) => {
  expect(sitemapUrls(urlset(inside))).toEqual(pages(...urls))
})

test('the URLs of an index are sitemaps', () => {
  const index = `\uFEFF<?xml version="1.0"?><sitemapindex><sitemap><loc>https://a.example/s1.xml</loc></sitemap></sitemapindex>`
  expect(sitemapUrls(index)).toEqual({ kind: 'index', urls: ['https://a.example/s1.xml'] })
})

test('a plain text sitemap has one URL per line', () => {
  const text = '\uFEFFhttps://a.example/b\r\n\r\n  http://a.example/c  \rnot a URL\nhttps://a.example/b\n'
  expect(sitemapUrls(text)).toEqual(pages('https://a.example/b', 'http://a.example/c'))
})

test.each(['', ' ', '\0', 'Not found', '<html><body>Not found</body></html>', '{"a": "https://a.example/"}'])(
  '%j holds no URLs',
  (text) => {
    expect(sitemapUrls(text)).toEqual(pages())
  },
)

test('an entry at which the file was cut is left out', () => {
  expect(sitemapUrls(`<urlset>${loc('https://a.example/b')}<url><loc>https://a.example/c`)).toEqual(
    pages('https://a.example/b'),
  )
})

test('only the first 500 URLs are read', () => {
  const urls = Array.from({ length: 600 }, (_, index) => `https://a.example/${index}`)
  expect(sitemapUrls(urlset(urls.map(loc).join(''))).urls).toEqual(urls.slice(0, 500))
  expect(sitemapUrls(urls.join('\n')).urls).toEqual(urls.slice(0, 500))
})

test('the part beyond 1 MiB is not read', () => {
  const filler = `<!--${'a'.repeat(1_048_576)}-->`
  expect(sitemapUrls(urlset(loc('https://a.example/b') + filler + loc('https://a.example/c'))).urls).toEqual([
    'https://a.example/b',
  ])
})

test('declared entities are never expanded', () => {
  const names = Array.from({ length: 10 }, (_, index) => `l${index}`)
  const declared = names
    .map((name, index) => `<!ENTITY ${name} "${`&l${index - 1};`.repeat(10)}">`)
    .join('\n')
  const text = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">${declared}]>${urlset(loc('https://a.example/&l9;&x;'))}`
  expect(sitemapUrls(text)).toEqual(pages('https://a.example/&l9;&x;'))
})

test('any text gives at most 500 http URLs', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<loc>',
      '</loc>',
      '<url>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&amp;',
      '&#0;',
      '&#xFFFFFF;',
      '<',
      '>',
    ),
    fc.webUrl(),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { urls } = sitemapUrls(pieces.join(''))
      expect(urls.length).toBeLessThanOrEqual(500)
      for (const url of urls) expect(url).toMatch(/^https?:\/\//)
    }),
    { seed, numRuns: 1_000 },
  )
})

test('a sitemap is read up to 1 MiB', () => {
  const behind = (blanks: number) => sitemapUrls(`${' '.repeat(blanks)}https://a.example/`).urls
  expect(behind(1_000_000)).toEqual(['https://a.example/'])
  expect(behind(1_048_576)).toEqual([])
})
