import { describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import {
  type CrawlChoice,
  type CrawlLink,
  deeperPages,
  firstAllowed,
  pageChooser,
} from '../../../../src/analysis/scan/crawl/choose-pages.ts'
import topicWords from '../../../../src/analysis/scan/crawl/page-topic-words.json'
import { type PageTopic, pageTopics } from '../../../../src/analysis/scan/crawl/page-topics.ts'
import { testSeed } from '../../../support/seed.ts'

const seed = testSeed('choose-pages.test.ts')
const start = new URL('https://www.acme.example/')
const link = (path: string, text = '', area: CrawlLink['area'] = 'nav'): CrawlLink => ({
  url: new URL(path, start).href,
  text,
  area,
})
const choosePages = (choice: CrawlChoice & { sitemapUrls?: readonly string[]; max?: number }) =>
  pageChooser(choice)(choice.sitemapUrls ?? []).slice(0, choice.max ?? 5)
const paths = (links: readonly CrawlLink[], more: Partial<Parameters<typeof choosePages>[0]> = {}) =>
  choosePages({ start, links, ...more }).map(({ url, topic }) => [topic, url.replace(start.origin, '')])

/** How many addresses some work parses, the first step of reading any link. */
function readsOf(work: () => void): number {
  const parse = spyOn(URL, 'parse')
  try {
    work()
    return parse.mock.calls.length
  } finally {
    parse.mockRestore()
  }
}

const words: Readonly<Record<PageTopic, Record<'strong' | 'weak' | 'whole', readonly string[]>>> = topicWords

describe('the topic of a page', () => {
  test('each phrase has one topic as a text, and as a path', () => {
    const wrong = pageTopics.flatMap((topic) =>
      Object.values(words[topic])
        .flat()
        .flatMap((phrase) => {
          const path = `/${phrase.replaceAll(' ', '-')}`
          const [byText] = paths([link('/p17', phrase)])
          const [byPath] = paths([link(path)])
          return byText?.[0] === topic && byPath?.[0] === topic ? [] : [{ topic, phrase, byText, byPath }]
        }),
    )
    expect(wrong).toEqual([])
  })

  test.each<[PageTopic, path: string, text: string]>([
    ['about', '/quienes-somos', '¿Quiénes somos?'],
    ['about', '/o-spolecnosti', 'O společnosti'],
    ['pricing', '/plans-and-pricing', 'Plans & Pricing'],
    ['product', '/losninger', 'Løsninger'],
    ['team', '/unser-team-in-kiel', 'Unser Team in Kiel'],
  ])('%s is recognized by %s and by “%s”', (topic, path, text) => {
    expect(paths([link(path)])).toEqual([[topic, path]])
    expect(paths([link('/p17', text)])).toEqual([[topic, '/p17']])
  })

  test.each([
    ['about', '/AboutUs.aspx'],
    ['about', '/about-us/index.html'],
    ['about', '/about_us.php'],
    ['about', '/%C3%BCber-uns'],
    ['contact', '/company/contact'],
    ['product', '/services/roof-repair'],
  ] as const)('%s is recognized by %s', (topic, path) => {
    expect(paths([link(path)])).toEqual([[topic, path]])
  })

  test.each(['/blog', '/news/2024/05/how-we-moved-our-about-page-to-another-server', '/p/12', '/de'])(
    '%s has no topic',
    (path) => {
      expect(paths([link(path)])).toEqual([])
    },
  )
  test('a page that has a number for a name is recognized by its text', () => {
    expect(paths([link('/?page_id=2', 'Kontakt')])).toEqual([['contact', '/?page_id=2']])
  })

  test('a sentence has no topic, regardless of its words', () => {
    const sentence = 'You can contact us about our pricing and our services any time you like'
    expect(paths([link('/a', sentence)])).toEqual([])
  })
})

describe('a link is left out when it leads to', () => {
  test.each([
    ['another site', 'https://www.other.example/contact'],
    ['another scheme', 'ftp://www.acme.example/contact'],
    ['mail', 'mailto:contact@acme.example'],
    ['another port', 'https://www.acme.example:8443/contact'],
    ['credentials', 'https://a:b@www.acme.example/contact'],
    ['a file in capitals', '/PRICES.PDF'],
    ['a login in German', '/anmelden/kontakt'],
    ['a cart in Japanese', `/${encodeURIComponent('カート')}/contact`],
    ['a search by parameter', '/products?q=about'],
    ['a further page of a list', '/products?page=2'],
    ['a print view', '/about?print=1'],
    ['a path that repeats', '/a/a/a/contact'],
    ['a deep path', '/a/b/c/d/e/f/contact'],
    ['a long URL', `/contact?x=${'a'.repeat(600)}`],
    ["the customers' host", 'https://app.acme.example/contact'],
    ['the start page', '/#contact'],
    ['the start page by another name', 'http://acme.example/index.html?utm_source=contact'],
  ])('%s', (_what, path) => {
    expect(paths([link(path, 'Contact')])).toEqual([])
  })

  test('a text that is not an absolute URL', () => {
    const links = ['', '/contact', 'http://', 'https://[::1/contact'].map(
      (url): CrawlLink => ({ url, text: 'Contact', area: 'nav' }),
    )
    expect(paths(links)).toEqual([])
  })

  test('a page that the caller excludes, in any spelling', () => {
    const exclude = [new URL('http://acme.example/contact/')]
    expect(paths([link('/contact', 'Contact'), link('/about', 'About')], { exclude })).toEqual([
      ['about', '/about'],
    ])
  })

  test('a page that robots rules forbid, which makes room for the next', async () => {
    const links = [link('/contact', 'Contact'), link('/support', 'Support'), link('/about', 'About')]
    const asked: string[] = []
    const allowed = async (url: URL) => {
      asked.push(url.pathname)
      return url.pathname !== '/contact'
    }
    const likely = pageChooser({ start, links })([])
    expect(await firstAllowed(likely, { max: 1, allowed })).toEqual([
      { topic: 'about', url: `${start.origin}/about` },
    ])
    expect(asked).toEqual(['/contact', '/about'])
  })

  test('a chooser offers 25 pages at most', () => {
    const links = Array.from({ length: 500 }, (_, index) => link(`/contact/${index}`, 'Contact'))
    expect(pageChooser({ start, links })([])).toHaveLength(25)
  })
})

describe('the same page', () => {
  test.each([
    'https://www.acme.example/contact/index.html',
    'http://acme.example/contact/?utm_source=a&utm_medium=b#form',
    'https://www.acme.example/contact;jsessionid=0A1B?gclid=1&PHPSESSID=abc',
    'https://www.acme.example./contact',
  ])('/contact is also %s, and asked for on the host and by the scheme that answered', (url) => {
    expect(paths([link('/contact', 'Contact'), link(url, 'Contact')])).toEqual([['contact', '/contact']])
    expect(paths([link(url, 'Contact')])[0]?.[1]).toStartWith('/contact')
  })

  test('the order of parameters does not matter, their values do', () => {
    const links = ['/contact?a=1&b=2', '/contact?b=2&a=1', '/contact?a=1&b=3'].map((path) =>
      link(path, 'Contact'),
    )
    expect(paths(links).map(([, path]) => path)).toEqual(['/contact?a=1&b=2', '/contact?a=1&b=3'])
  })
})

describe('which site', () => {
  const chosen = (from: string, to: string) =>
    choosePages({ start: new URL(from), links: [{ url: to, text: 'Contact', area: 'nav' }] }).length === 1
  test.each([
    ['https://acme.co.uk/', 'https://help.acme.co.uk/contact', true],
    ['https://acme.co.uk/', 'https://other.co.uk/contact', false],
    ['https://acme.github.io/', 'https://other.github.io/contact', false],
    ['https://acme.github.io/', 'https://acme.github.io/contact', true],
    ['http://192.0.2.7/', 'http://192.0.2.7/contact', true],
    ['http://192.0.2.7/', 'http://192.0.2.8/contact', false],
    ['http://intranet/', 'http://otherhost/contact', false],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/contact', true],
  ])('%s may lead to %s: %p', (from, to, same) => {
    expect(chosen(from, to)).toBe(same)
  })
})

describe('order', () => {
  test('one page for each topic comes before a second for any', () => {
    const links = [
      link('/contact', 'Contact'),
      link('/offices', 'Our offices'),
      link('/about', 'About'),
      link('/who-we-are', 'Who we are'),
      link('/pricing', 'Pricing'),
    ]
    expect(paths(links)).toEqual([
      ['contact', '/contact'],
      ['about', '/about'],
      ['pricing', '/pricing'],
      ['contact', '/offices'],
      ['about', '/who-we-are'],
    ])
  })

  test('terms are read for what an imprint states, and last where there is one', () => {
    const links = [link('/wholesale', 'Wholesale'), link('/terms', 'Terms'), link('/about', 'About')]
    expect(paths(links).map(([, path]) => path)).toEqual(['/about', '/terms', '/wholesale'])
    expect(paths([...links, link('/imprint', 'Imprint')]).map(([, path]) => path)).toEqual([
      '/about',
      '/imprint',
      '/wholesale',
      '/terms',
    ])
  })

  test('the topics of most value are kept', () => {
    const links = [...pageTopics].reverse().map((name) => link(`/${name}`, name))
    expect(paths(links, { max: 6 }).map(([topic]) => topic)).toEqual(pageTopics.slice(0, 6))
    expect(paths(links, { max: 0 })).toEqual([])
  })

  test.each([
    ['a plain name before a mention', link('/contact-form-help', 'a'), link('/contact', 'b')],
    ['navigation before text', link('/contact-us', 'Contact', 'main'), link('/kontakt', 'Contact', 'nav')],
    ['footer before text', link('/a', 'Contact', 'aside'), link('/b', 'Contact', 'footer')],
    ['shorter paths before longer', link('/company/contact', 'Contact'), link('/contact', 'Contact')],
    [
      "the start page's own host before others",
      link('https://help.acme.example/contact', 'Contact'),
      link('/eu/contact', 'Contact'),
    ],
    ['no language before another language', link('/fr/contact', 'Contact'), link('/info/contact', 'Contact')],
  ])('%s', (_rule, worse, better) => {
    for (const links of [
      [worse, better],
      [better, worse],
    ]) {
      expect(choosePages({ start, links, max: 1 }).map(({ url }) => url)).toEqual([better.url])
    }
  })

  test.each([
    ['https://www.acme.example/de/', undefined, '/de/kontakt'],
    ['https://www.acme.example/en/', undefined, '/en/contact'],
    ['https://www.acme.example/', 'de-AT', '/de/kontakt'],
    ['https://www.acme.example/', 'en', '/en/contact'],
    ['https://www.acme.example/?lang=de', undefined, '/de/kontakt'],
    ['https://www.acme.example/index_de.html', undefined, '/de/kontakt'],
    ['https://www.acme.example/start.en.htm', 'de', '/en/contact'],
    ['https://www.acme.example/about-us.html', 'de', '/de/kontakt'],
  ])('from %s in language %p the version %s is chosen', (from, lang, path) => {
    const links = [link('/de/kontakt', 'Kontakt'), link('/en/contact', 'Contact')]
    const [first] = choosePages({ start: new URL(from), links, lang })
    expect(first?.url).toBe(new URL(path, start).href)
  })

  test('a translation is not a second page, and stands in where the right language has none', () => {
    const links = [
      link('/de/kontakt', 'Kontakt'),
      link('/en/contact', 'Contact'),
      link('/fr/contact', 'Contact'),
      link('/en/about', 'About'),
      link('/fr/a-propos', 'À propos'),
    ]
    expect(paths(links, { start: new URL('https://www.acme.example/de/') })).toEqual([
      ['contact', '/de/kontakt'],
      ['about', '/en/about'],
    ])
  })

  test('the sitemap fills what the links leave open', () => {
    const sitemapUrls = ['https://www.acme.example/about', 'https://www.acme.example/contact-us']
    expect(paths([link('/contact', 'Contact')], { sitemapUrls })).toEqual([
      ['contact', '/contact'],
      ['about', '/about'],
      ['contact', '/contact-us'],
    ])
  })
})

test('further pages lead to one page for each topic that none keeps so far', () => {
  const links = [
    link('/contact/kiel', 'Contact Kiel'),
    link('/about/team', 'Team'),
    link('/about/people', 'Our people'),
    link('/prices', 'Prices'),
    link('/jobs', 'Jobs'),
    link('/wholesale', 'Wholesale'),
  ]
  const chosen = deeperPages({ start, links, exclude: [new URL('/prices', start)] }, new Set(['contact']))
  expect(chosen).toEqual([{ topic: 'team', url: `${start.origin}/about/team` }])
})

const anyTail = fc.oneof(fc.constantFrom('', '/', '/index.html', '?utm_source=a', '?a=1', '#a'), fc.string())
const anyLink = fc.record({
  url: fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc
      .tuple(fc.constantFrom('/contact', '/about-us', '/preise', '/services/a', '/en/jobs', '/a'), anyTail)
      .map(([path, tail]) => `https://www.acme.example${path}${tail}`),
    fc.string({ unit: 'binary' }),
  ),
  text: fc.oneof(fc.constantFrom('Contact', 'Über uns', 'Home'), fc.string({ unit: 'binary' })),
  area: fc.constantFrom('nav', 'header', 'main', 'footer', 'aside'),
})

test('free places are filled from the menus, never from the text, and not with labels of low value', () => {
  const link = (path: string, area: 'nav' | 'main' | 'footer') => ({
    url: `https://acme.com${path}`,
    text: 'Read',
    area,
  })
  const chosen = choosePages({
    start: new URL('https://acme.com/'),
    links: [
      link('/wholesale', 'nav'),
      link('/contact', 'footer'),
      link('/blog', 'nav'),
      link('/admissions.html', 'footer'),
      link('/visit?lang=en', 'nav'),
      link('/2024', 'nav'),
      link('/a/b/deep', 'nav'),
      link('/from-the-text', 'main'),
    ],
  })
  expect(chosen).toEqual([
    { url: 'https://acme.com/contact', topic: 'contact' },
    { url: 'https://acme.com/wholesale', topic: 'navigation' },
    { url: 'https://acme.com/admissions.html', topic: 'navigation' },
  ])
})

test('without a link in a menu the text fills free places, without any link the sitemap does', () => {
  const names = ['/paint-nights', '/music', '/little-artists', '/parties']
  const filled = names.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const links = names.map((path) => link(path, 'Read', 'main'))
  const sitemapUrls = names.map((path) => `https://www.acme.example${path}`)
  for (const choice of [{ links }, { links: [], sitemapUrls }])
    expect(choosePages({ start, ...choice }).map(({ url }) => new URL(url).pathname)).toEqual(filled)
  expect(choosePages({ start, links: [...links, link('/imprint', 'Imprint', 'footer')] })).toHaveLength(1)
})

test('any links give distinct pages of the site, and the order of equal areas does not matter', () => {
  fc.assert(
    fc.property(fc.array(anyLink, { maxLength: 40 }), fc.integer(), (links, salt) => {
      const chosen = choosePages({ start, links })
      expect(chosen.length).toBeLessThanOrEqual(5)
      expect(new Set(chosen.map(({ url }) => url)).size).toBe(chosen.length)
      for (const { url } of chosen) {
        expect(new URL(url).hostname).toEndWith('acme.example')
        expect(new URL(url).hash).toBe('')
        expect(url).not.toBe(start.href)
      }
      const shuffled = [...links].sort((a, b) => hash(a.url + a.text, salt) - hash(b.url + b.text, salt))
      expect(choosePages({ start, links: shuffled })).toEqual(chosen)
    }),
    { seed, numRuns: 300 },
  )
})

function hash(text: string, salt: number): number {
  return Number(Bun.hash.wyhash(text, BigInt.asUintN(64, BigInt(salt))) % 1_000_000n)
}

test('of 100,000 links each is looked at once and 600 are read, and the footer is one of them', () => {
  let looks = 0
  const links = Array.from({ length: 100_000 }, (_, index): CrawlLink => {
    const { url, ...others } = link(`/p/${index}`, `Thing ${index}`, 'main')
    return {
      ...others,
      get url() {
        looks += 1
        return url
      },
    }
  })
  const withFooter = [...links, link('/contact', 'Contact', 'footer')]
  const reads = readsOf(() => expect(paths(withFooter)).toEqual([['contact', '/contact']]))
  expect({ looks, reads }).toEqual({ looks: 100_000, reads: 600 })
})

test('sitemap addresses added later count as if given at once', () => {
  fc.assert(
    fc.property(fc.array(anyLink, { maxLength: 20 }), fc.array(anyLink, { maxLength: 20 }), (links, more) => {
      const sitemapUrls = more.map(({ url }) => url)
      const choose = pageChooser({ start, links })
      expect(choose([])).toEqual(choosePages({ start, links, max: 25 }))
      expect(choose(sitemapUrls)).toEqual(choosePages({ start, links, sitemapUrls, max: 25 }))
    }),
    { seed, numRuns: 200 },
  )
})

test('of 2,000 long links and 1,500 addresses of sitemaps, 600 and 300 are read, each once', () => {
  const areas = ['nav', 'main', 'footer', 'header', 'aside'] as const
  const links = Array.from({ length: 2_000 }, (_, index) =>
    link(
      `/abteilung-für-wörter-${index}/ein-längerer-weg-${index}?x=${index}&y=zwei`,
      `Ein längerer Text über Ämter und Märkte, Nummer ${index}, für ganz Äthiopien`,
      areas[index % areas.length],
    ),
  )
  const sitemapUrls = Array.from({ length: 1_500 }, (_, index) => `${start}größe/seite-${index}`)
  let choose = pageChooser({ start, links: [] })
  const reads = [
    readsOf(() => {
      choose = pageChooser({ start, links })
    }),
    readsOf(() => choose([])),
    readsOf(() => choose(sitemapUrls)),
    readsOf(() => choose(sitemapUrls)),
  ]
  expect(reads).toEqual([600, 0, 300, 0])
})
