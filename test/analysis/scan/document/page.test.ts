import { describe, expect, test } from 'bun:test'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import { looksLikeShell } from '../../../../src/analysis/scan/document/shell.ts'

const pageOf = (body: string, url = 'https://acme.example/shop/') =>
  buildPage({ url, body, headers: [], viaBrowser: false })

describe('a page', () => {
  test('has its title, description and language', () => {
    const page = pageOf(
      '<html lang="de_AT"><svg><title>Logo</title></svg><title> Acme\n&amp; Söhne </title><meta name="Description" content="  Wir  bauen. ">',
    )
    expect([page.title, page.label, page.description, page.lang]).toEqual([
      'Acme & Söhne',
      'Acme & Söhne',
      'Wir bauen.',
      'de-AT',
    ])
    const bare = pageOf('<p>x', 'https://acme.example/about')
    expect([bare.title, bare.label, bare.description, bare.lang]).toEqual([
      '',
      'acme.example/about',
      '',
      undefined,
    ])
    expect(pageOf('<html lang="<b>x">').lang).toBeUndefined()
    expect(pageOf('<meta property="og:description" content="Open">').description).toBe('Open')
  })

  test('keeps its headers as lines', () => {
    const headers = [
      ['server', 'nginx'],
      ['x-powered-by', 'PHP/8'],
    ] as const
    const page = buildPage({ url: 'https://acme.example/', body: '', headers, viaBrowser: false })
    expect(page.headerBlock).toBe('server: nginx\r\nx-powered-by: PHP/8\r\n')
  })

  test('a click that leads to an address is a link, one that runs something else not', () => {
    const body = `<nav><button onclick="location.href='kontakt.html'">Contact</button>
      <div onclick='window.open("/prices?a=1&amp;b=2", "_blank")'>Prices</div>
      <button onclick="show('menu')">Menu</button><button onclick="location.href=next">Next</button></nav>`
    const cited = pageOf(body).links.map(({ url, text, area, hrefSpan }) => [
      url,
      text,
      area,
      hrefSpan && body.slice(hrefSpan.start, hrefSpan.end),
    ])
    expect(cited).toEqual([
      ['https://acme.example/shop/kontakt.html', 'Contact', 'nav', 'kontakt.html'],
      ['https://acme.example/prices?a=1&b=2', 'Prices', 'nav', undefined],
    ])
  })

  test('resolves links, leaves out those that lead nowhere', () => {
    const body = `<base href="/de/"><nav><a href="team#us" rel="NoFollow">Our <b>team</b></a></nav>
      <a href="mailto:a@acme.example?subject=x&amp;body=y">Mail</a><a href="tel:+4930123">Call</a>
      <a href="javascript:void(0)">no</a><a href="http://[bad">no</a><a>no</a><a href="#">top</a>
      <a href="//other.example/x?y#"><img alt="Other" src=x></a><footer><a href='/a b' aria-label="Spoken"></a></footer>
      <svg><a href="/s">in svg</a></svg><map><area href=/m alt="Region"></map><a href="data:text/html,x">no</a>`
    const page = pageOf(body)
    expect(
      page.links.map(({ url, text, area, rel, hrefSpan }) => [
        url,
        text,
        area,
        rel,
        hrefSpan && body.slice(hrefSpan.start, hrefSpan.end),
      ]),
    ).toEqual([
      ['https://acme.example/de/team', 'Our team', 'nav', 'nofollow', 'team#us'],
      [
        'mailto:a@acme.example?subject=x&body=y',
        'Mail',
        'main',
        '',
        'mailto:a@acme.example?subject=x&amp;body=y',
      ],
      ['tel:+4930123', 'Call', 'main', '', 'tel:+4930123'],
      ['https://acme.example/de/', 'top', 'main', '', '#'],
      ['https://other.example/x?y', 'Other', 'main', '', '//other.example/x?y#'],
      ['https://acme.example/a%20b', 'Spoken', 'footer', '', '/a b'],
      ['https://acme.example/s', 'in svg', 'main', '', '/s'],
      ['https://acme.example/m', 'Region', 'main', '', '/m'],
    ])
    expect(page.links[1]?.href).toBe('mailto:a@acme.example?subject=x&body=y')
    expect(pageOf('<base href="javascript:x"><a href=y>z</a>').links[0]?.url).toBe(
      'https://acme.example/shop/y',
    )
  })
})

describe('JSON-LD', () => {
  const itemsOf = (json: string): unknown[] =>
    pageOf(`<script type="application/ld+json">${json}</script>`).jsonLd.map(({ types, value }) => [
      types.join('+'),
      value['name'],
    ])
  const table: ReadonlyArray<readonly [name: string, json: string, items: unknown[]]> = [
    ['plain', '{"@type":"Organization","name":"Acme"}', [['Organization', 'Acme']]],
    [
      'an array',
      '[{"@type":"A","name":1},{"@type":"B","name":2},[{"@type":"C"}]]',
      [
        ['A', 1],
        ['B', 2],
        ['C', undefined],
      ],
    ],
    [
      'a graph',
      '{"@context":"x","@graph":[{"@type":"A"},{"@type":["B","C"],"@graph":{"@type":"D"}}]}',
      [
        ['A', undefined],
        ['B+C', undefined],
        ['D', undefined],
      ],
    ],
    [
      'full type names',
      '{"@type":["https://schema.org/Store","http://www.schema.org/A","schema:B"]}',
      [['Store+A+B', undefined]],
    ],
    ['no type', '{"name":"x"}', [['', 'x']]],
    ['an HTML comment around', '<!--\n{"@type":"A"}\n-->', [['A', undefined]]],
    ['CDATA around', '//<![CDATA[\n{"@type":"A"}\n//]]>', [['A', undefined]]],
    ['CDATA in comments around', '/*<![CDATA[*/{"@type":"A"}/*]]>*/', [['A', undefined]]],
    ['bare CDATA', '<![CDATA[{"@type":"A"}]]>', [['A', undefined]]],
    ['JavaScript comments', '{// one\n"@type":/* two */"A","name":"http://x"}', [['A', 'http://x']]],
    ['control characters in strings', '{"@type":"A","name":"a\n\tb"}', [['A', 'a\n\tb']]],
    ['trailing commas', '{"@type":"A","name":["x",],},', [['A', ['x']]]],
    [
      'double commas',
      '[{"@type":"A"},,{"@type":"B"}]',
      [
        ['A', undefined],
        ['B', undefined],
      ],
    ],
    ['a semicolon', '{"@type":"A"};', [['A', undefined]]],
    ['wrong escapes', '{"@type":"A","name":"it\\\'s \\d \\u12"}', [['A', "it's \\d \\u12"]]],
    ['encoded quotes', '{&quot;@type&quot;:&quot;A&quot;}', [['A', undefined]]],
    ['a byte order mark', '\ufeff{"@type":"A"}', [['A', undefined]]],
    ['a prototype', '{"@type":"A","__proto__":{"name":"x"}}', [['A', undefined]]],
    ['a cut end', '{"@type":"A","name":"x', [['A', 'x']]],
    ['nonsense', 'nothing (of) use', []],
    ['no object', '"x"', []],
    ['nothing', '', []],
  ]
  test.each(table)('is read with %s', (_, json, items) => {
    expect(itemsOf(json)).toEqual(items)
  })

  test('is placed between its tags, in every spelling of its type', () => {
    const body = '<body><script TYPE=\'Application/LD+json; charset=utf-8\'> {"@type":"A"} </script>'
    const [item] = pageOf(body).jsonLd
    expect(item && body.slice(item.script.start, item.script.end)).toBe(' {"@type":"A"} ')
  })

  test('becomes null below its depth limit', () => {
    const [item] = pageOf(
      `<script type="application/ld+json">{"@type":"A","x":${'['.repeat(5000)}1${']'.repeat(5000)},"name":"y"}</script>`,
    ).jsonLd
    expect(item?.value['name']).toBe('y')
    let depth = 0
    for (let value = item?.value['x']; Array.isArray(value); value = value[0]) depth++
    expect(depth).toBe(31)
  })

  test('is passed over when it is too large, and the page says so', () => {
    const page = pageOf(
      `<script type="application/ld+json">{"@type":"A","x":"${'x'.repeat(600_000)}"}</script><script type="application/ld+json">{"@type":"B"}</script>`,
    )
    expect(page.jsonLd.map((item) => item.types)).toEqual([['B']])
    expect(page.truncated).toBe(true)
  })
})

describe('a client-rendered shell', () => {
  const table: ReadonlyArray<readonly [name: string, shell: boolean, body: string]> = [
    ['an empty #root', true, '<div id="root"></div><script src=/a.js></script>'],
    [
      'an empty #app with a loader',
      true,
      '<noscript>Please enable JavaScript.</noscript><div id="app"><p>Loading…</p></div><script src=/a.js></script>',
    ],
    [
      'an empty #__next with a footer line',
      true,
      '<div id="__next"></div><footer>© Acme</footer><script>x</script>',
    ],
    ['app-root', true, '<app-root></app-root><script src=/main.js></script>'],
    ['ng-app', true, '<div ng-app="shop"><div ng-view></div></div><script src=/main.js></script>'],
    ['an element of its own', true, '<acme-shop></acme-shop><script type=module src=/main.js></script>'],
    [
      'nothing but a request for scripts',
      true,
      '<noscript>You need to enable JavaScript to run this app.</noscript><script src=/a.js></script>',
    ],
    [
      'a filled #root',
      false,
      `<div id="root"><h1>Acme</h1><p>${'We make anvils. '.repeat(8)}</p></div><script src=/a.js></script>`,
    ],
    ['a short page', false, '<h1>Acme</h1><p>Call us: +49 30 123</p><script src=/stats.js></script>'],
    ['a page under construction', false, '<p>Coming soon</p>'],
    ['an empty #root without scripts', false, '<div id="root"></div>'],
    [
      'an empty #root on a page with text',
      false,
      `<div id="root"></div><p>${'We make anvils. '.repeat(40)}</p><script src=/a.js></script>`,
    ],
  ]
  test.each(table)('%s: %p', (_, shell, body) => {
    expect(looksLikeShell(pageOf(body))).toBe(shell)
  })

  test('is nothing that a browser has already filled', () => {
    const body = '<div id="root"></div><script src=/a.js></script>'
    expect(
      looksLikeShell(buildPage({ url: 'https://acme.example/', body, headers: [], viaBrowser: true })),
    ).toBe(false)
  })
})
