import { describe, expect, test } from 'bun:test'
import type { Page } from '../../../../../src/analysis/scan/document/page.ts'
import { integration } from '../../../../../src/analysis/scan/facts/tools/integrations.ts'
import { tool } from '../../../../../src/analysis/scan/facts/tools/use.ts'
import { expectLinearGrowth } from '../../../linear-growth.ts'
import { found, main, misquoted, type PageOptions, pageWith, unlimited } from '../facts-kit.ts'
import { factsOf } from '../topic-kit.ts'
import rows from './tools.rows.json'

const findTools = (page: Page) => [...tool.read(page), ...integration.read(page)]

/** `tool:Stripe` and `integration:Stripe`, each once. */
function relations(body: string, options: PageOptions = {}): string[] {
  return [...new Set(findTools(pageWith(body, options)).map(({ topic, value }) => `${topic}:${value}`))]
}

const script = (src: string) => `<script src="${src}"></script>`

describe('tools in use', () => {
  const site = (head: string, url = 'https://www.acme-widgets.com/') => ({
    url,
    html: `<html><head>${head}</head><body><main><h1>Acme</h1></main></body></html>`,
  })

  test('a script from a tool’s host is a sure fact that quotes the address', () => {
    expect(factsOf(tool, site(script('https://js.stripe.com/v3/')))).toMatchObject([
      {
        kind: 'found',
        topic: 'tool',
        text: 'Uses Stripe',
        value: 'Stripe',
        confidence: 'high',
        sources: [{ method: 'script', quote: 'https://js.stripe.com/v3/' }],
      },
    ])
  })

  test('many files of one tool are one candidate with three quotes', () => {
    const files = Array.from({ length: 200 }, (_, at) => script(`https://js.stripe.com/v3/${at}.js`))
    const read = tool.read(pageWith('', { head: files.join('') }))
    expect(read.map(({ value, evidence }) => [value, evidence.length])).toEqual([['Stripe', 3]])
  })

  const lookalikes = rows.lookalikes
  test.each(lookalikes)('a script from %s is not a tool', (src) => {
    expect(found(findTools, '<p>Hello</p>', { head: script(src) })).toEqual([])
  })

  test('host names match without case, with a port and with a trailing query', () => {
    expect(found(findTools, '', { head: script('HTTPS://JS.Stripe.COM:443/v3/?x=1') })).toEqual(['Stripe'])
  })

  test('a script that waits for consent counts', () => {
    const blocked =
      '<script type="text/plain" data-cookieblock-src="https://static.hotjar.com/c/hotjar-1.js"></script>'
    expect(found(findTools, blocked)).toEqual(['Hotjar'])
  })

  test('a frame for visitors without scripts counts', () => {
    const frame =
      '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-T4K9QX"></iframe></noscript>'
    expect(found(findTools, frame)).toEqual(['Google Tag Manager'])
  })

  test('the id in a tag’s address separates analytics from advertising', () => {
    const tag = (id: string) =>
      found(findTools, '', { head: script(`https://www.googletagmanager.com/gtag/js?id=${id}`) })
    expect(tag('G-7QK2W0L9XM')).toEqual(['Google Analytics'])
    expect(tag('UA-1234-1')).toEqual(['Google Analytics'])
    expect(tag('AW-123456')).toEqual(['Google Ads'])
    expect(tag('DC-123456')).toEqual([])
  })

  test('the account of a copied example is not a tool in use', () => {
    const head = `${script('https://www.googletagmanager.com/gtag/js?id=G-XXXXXXXXXX')}<script>gtag('config', 'G-XXXXXXXXXX')</script>`
    expect(factsOf(tool, site(head))).toEqual([])
    expect(factsOf(tool, site('<form action="https://formspree.io/f/xxxxxxx"></form>'))).toEqual([])
    expect(factsOf(tool, site(head.replaceAll('XXXXXXXXXX', 'XK4MT2WQ9B')))).toHaveLength(1)
  })

  test('a preconnect alone is not sure', () => {
    const facts = factsOf(tool, site('<link rel="preconnect" href="https://js.stripe.com">'))
    expect(facts.map(({ value, confidence }) => [value, confidence])).toEqual([['Stripe', 'medium']])
  })

  test('an inline loader is read by the host it names, and by the call it makes', () => {
    const loader = `<script>(function(h,o){a.src='https://static.hotjar.com/c/hotjar-'})(window);
      gtag( "config" , "G-7QK2W0L9XM" );</script>`
    expect(found(findTools, loader).sort()).toEqual(['Google Analytics', 'Hotjar'])
  })

  const noCode = rows.noCode as [what: string, body: string][]
  test.each(noCode)('%s is not a tool in use', (_, body) => {
    expect(found(findTools, body)).toEqual([])
  })

  test('headers are quoted from the header block', () => {
    const page = pageWith('', {
      headers: [
        ['date', 'Mon, 01 Jan 2024 00:00:00 GMT'],
        ['server', 'Vercel'],
        ['x-vercel-id', 'fra1::abc'],
      ],
    })
    const [fact] = findTools(page)
    expect(fact?.value).toBe('Vercel')
    expect(fact?.evidence.map(({ quote }) => quote)).toEqual(['server: Vercel', 'x-vercel-id: fra1::abc'])
    expect(misquoted(page, findTools(page))).toEqual([])
  })

  test('plain servers are not business tools', () => {
    const headers = [
      ['server', 'nginx/1.25'],
      ['x-powered-by', 'PHP/8.2'],
      ['via', '1.1 varnish'],
    ] as const
    expect(found(findTools, '', { headers })).toEqual([])
  })

  test('a company does not use its own product', () => {
    expect(
      factsOf(tool, site(script('https://js.hs-scripts.com/53.js'), 'https://www.hubspot.com/')),
    ).toEqual([])
  })

  test('a generator must be the word itself', () => {
    const generator = (content: string) =>
      found(findTools, '', { head: `<meta name="generator" content="${content}">` })
    expect(generator('WordPress 6.5')).toEqual(['WordPress'])
    expect(generator('WordPressish 1')).toEqual([])
    expect(generator('Made without WordPress')).toEqual([])
  })
})

describe('links to a company’s own place at a tool', () => {
  const link = (href: string, options: PageOptions = {}) =>
    found(findTools, main(`<p><a href="${href}">Open</a></p>`), options)

  test('a place of its own is a sign of use', () => {
    expect(link('https://acme.zendesk.com/hc/en-us')).toEqual(['Zendesk'])
    expect(link('https://boards.greenhouse.io/acme')).toEqual(['Greenhouse'])
  })

  const toolsOwn = rows.toolsOwn
  test.each(toolsOwn)('%s is not the account of a company', (href) => {
    expect(link(href)).toEqual([])
  })

  test('a repository counts where it is called like the site', () => {
    expect(link('https://github.com/acme-widgets/widget')).toEqual(['GitHub'])
  })

  test('an article and a list of customers link to other companies’ places', () => {
    for (const path of [
      '/blog/how-we-chose',
      '/customers/big-corp',
      '/2024/05/news-of-others',
      '/acme-vs-zendesk',
    ])
      expect(link('https://bigcorp.zendesk.com/', { url: `https://www.acme-widgets.com${path}` })).toEqual([])
  })

  test('what a visitor does not see is not a link', () => {
    expect(found(findTools, '<div hidden><a href="https://acme.zendesk.com/">x</a></div>')).toEqual([])
  })
})

describe('integrations', () => {
  const said = rows.said as [text: string, tools: string[]][]
  test.each(said)('“%s” names %p', (text, tools) => {
    expect(relations(main(`<h1>Acme</h1><p>${text}</p>`))).toEqual(tools.map((tool) => `integration:${tool}`))
  })

  const notSaid = rows.notSaid
  test.each(notSaid)('“%s” is not an integration', (text) => {
    expect(found(findTools, main(`<h1>Acme</h1><p>${text}</p>`))).toEqual([])
  })

  test('under a heading that names integrations, names count until the next subject', () => {
    const body = main(`<h2>Works with the tools you love</h2>
      <ul><li>Slack</li><li><h3>Linear</h3><p>Issues in both places.</p></li><li>GitHub</li></ul>
      <h2>Trusted by</h2><ul><li>Notion</li><li>Zapier</li></ul>`)
    expect(relations(body).sort()).toEqual(['integration:GitHub', 'integration:Linear', 'integration:Slack'])
  })

  test('customers’ logos are not tools', () => {
    const body = main(
      '<h2>Companies that trust us</h2><img src="/a.svg" alt="Slack"><img src="/b.svg" alt="HubSpot">',
    )
    expect(found(findTools, body)).toEqual([])
  })

  test('a page of integrations lists them', () => {
    const body = main(
      '<h1>Integrations</h1><div><a href="/integrations/xero">Xero</a><a href="/integrations/monday-com">monday.com</a></div>',
    )
    expect(relations(body, { url: 'https://www.acme-widgets.com/integrations' }).sort()).toEqual([
      'integration:Xero',
      'integration:monday.com',
    ])
  })

  const elsewhere = [
    '/blog/why-xero',
    '/acme-vs-xero',
    '/xero-alternatives',
    '/customers/xero-users',
    '/careers/accountant',
    '/privacy',
  ]
  test.each(elsewhere)('the page %s names other things than integrations', (path) => {
    const url = `https://www.acme-widgets.com${path}`
    expect(found(findTools, main('<h1>Xero</h1><p>Acme integrates with Xero.</p>'), { url })).toEqual([])
  })

  test('an integration and a tool in use are two facts', () => {
    const body = main('<p>Acme integrates with Stripe.</p>')
    expect(relations(body, { head: script('https://js.stripe.com/v3/') })).toEqual([
      'tool:Stripe',
      'integration:Stripe',
    ])
  })

  test('an integration is a topic of its own, and not sure from prose alone', () => {
    const html = main('<h1>Acme</h1><p>Acme integrates with Freshdesk.</p>')
    expect(factsOf(integration, { html })).toMatchObject([
      { topic: 'integration', text: 'Integrates with Freshdesk', value: 'Freshdesk', confidence: 'medium' },
    ])
    expect(factsOf(tool, { html })).toEqual([])
  })
})

describe('ways to pay and tools that a company names itself', () => {
  test('payment methods are tools in use', () => {
    expect(relations(main('<p>We accept Visa, PayPal and Klarna.</p>'))).toEqual([
      'tool:PayPal',
      'tool:Klarna',
    ])
    expect(relations('<footer><p>Sicher bezahlen mit PayPal, Visa</p></footer>')).toEqual(['tool:PayPal'])
  })

  test('“powered by” and “we use” name tools, their denials do not', () => {
    expect(relations('<footer><p>Powered by Shopify</p></footer>')).toEqual(['tool:Shopify'])
    expect(relations(main('<p>Wir arbeiten mit DATEV Unternehmen online.</p>'), { lang: 'de' })).toEqual([
      'tool:DATEV',
    ])
    expect(relations(main('<p>We never use Google Analytics.</p>'))).toEqual([])
  })
})

describe('speed', () => {
  test('tools are found in time linear in the length of a page', () => {
    const scripts = Array.from({ length: 40 }, (_, at) =>
      script(`https://static${at}.acme-widgets.com/app.js`),
    ).join('')
    const pageOf = (chars: number) => {
      const inline = 'var a1=b.c(d,"e");fetch("//x.example/y");'.repeat(Math.ceil(chars / 4 / 40))
      const text =
        '<p>Acme makes widgets for people who need them, and sends them home by Friday.</p>'.repeat(
          Math.ceil((chars * 3) / 4 / 80),
        )
      return pageWith(
        `${scripts}<script>${inline}</script>${main(`<h2>Integrations</h2><ul><li>Slack</li></ul>${text}`)}`,
        { limits: unlimited },
      )
    }
    const page = pageOf(200_000)
    expect(page.body.length).toBeGreaterThan(190_000)
    expect(findTools(page).map(({ value }) => value)).toEqual(['Slack'])
    expectLinearGrowth('tools of a page', {
      size: 25_000,
      workOn: (chars) => () => findTools(pageOf(chars)),
    })
  })
})
