import { describe, test } from 'bun:test'
import { business } from '../../../../src/analysis/scan/facts/business/business.ts'
import { pricing } from '../../../../src/analysis/scan/facts/offer/pricing.ts'
import { product } from '../../../../src/analysis/scan/facts/offer/product.ts'
import { dnsCandidates } from '../../../../src/analysis/scan/facts/tools/dns-records.ts'
import { integration } from '../../../../src/analysis/scan/facts/tools/integrations.ts'
import { createInlineFinder } from '../../../../src/analysis/scan/facts/tools/scripts.ts'
import { toolTable } from '../../../../src/analysis/scan/facts/tools/tool.ts'
import { tool } from '../../../../src/analysis/scan/facts/tools/use.ts'
import { sizeOf, someOf } from '../../../support/soak.ts'
import { expectLinearGrowth } from '../../linear-growth.ts'
import { main, pageWith, unlimited } from './facts-kit.ts'

const finders = [tool.read, integration.read, business.read, pricing.read, product.read]

/** A piece repeated to so many characters. */
type Fill = (piece: string) => string
const fillTo =
  (chars: number): Fill =>
  (piece) =>
    piece.repeat(Math.ceil(chars / piece.length))
const hostile: ReadonlyArray<readonly [what: string, bodyOf: (fill: Fill) => string]> = [
  ['one endless word', (fill) => main(`<p>${fill('a')}</p>`)],
  [
    'one endless sentence of tools',
    (fill) => main(`<p>integrates with ${fill('Slack, Xero, Close and ')}</p>`),
  ],
  ['cues without end', (fill) => main(`<p>${fill('integrates with connects to ')}</p>`)],
  ['prices without end', (fill) => main(`<p>${fill('$1 ')}</p>`)],
  ['prices line by line', (fill) => main(fill('<p>$1 per month</p>'))],
  ['prices with units in one line', (fill) => main(`<p>${fill('€1.299,00 per user per month from ')}</p>`)],
  ['numbers and separators', (fill) => main(`<p>${fill('1.1,')}</p>`)],
  ['headings over nothing', (fill) => main(fill('<h2>Integrations</h2><h3>Slack</h3>'))],
  [
    'sections that open and close',
    (fill) => main(fill('<h2>Integrations</h2><p>Slack</p><h2>Customers</h2>')),
  ],
  ['logos', (fill) => main(`<h2>Integrations</h2>${fill('<img alt="Slack logo" src="/a.svg">')}`)],
  ['ways to pay', (fill) => main(fill('<p>Payment methods</p><img alt="PayPal" src="/p.svg">'))],
  ['links to tools', (fill) => main(fill('<a href="https://acme.zendesk.com/">x</a>'))],
  ['links to products', (fill) => main(fill('<a href="/products/sea-throw">Sea Throw</a>'))],
  ['products line by line', (fill) => main(fill('<h3>Sea Throw</h3><p>$1</p>'))],
  ['scripts', (fill) => fill('<script src="https://js.stripe.com/v3/"></script>')],
  ['inline calls', (fill) => `<script>${fill("fbq('init'")}</script>`],
  ['inline calls that never end', (fill) => `<script>${fill('fbq(        ')}</script>`],
  ['slashes in a script', (fill) => `<script>${fill('//')}</script>`],
  ['addresses in a script', (fill) => `<script>${fill('//js.stripe.com/v3/ ')}</script>`],
  ['claims', (fill) => main(`<p>${fill('SOC 2 ISO 27001 GDPR ')}</p>`)],
  ['claims line by line', (fill) => main(fill('<p>SOC 2 Type II certified by AWS</p>'))],
  ['audiences', (fill) => main(`<h1>${fill('for developers ')}</h1>`)],
  ['models', (fill) => main(`<h1>${fill('restaurant hotel ')}</h1>`)],
  ['hints', (fill) => main(fill('<p>no technical debt, no late payments</p>'))],
  ['struck prices in deep nests', (fill) => main(`${'<s>'.repeat(400)}${fill('<p>$1</p>')}`)],
  [
    'JSON-LD of offers',
    (fill) =>
      `<script type="application/ld+json">{"@type":"Product","name":"A","offers":[${fill('{"@type":"Offer","price":"1","priceCurrency":"EUR"},')}{}]}</script>`,
  ],
  [
    'JSON-LD of products',
    (fill) =>
      `<script type="application/ld+json">[${fill('{"@type":"Product","name":"Sea Throw"},')}{}]</script>`,
  ],
  [
    'JSON-LD of names that are not there',
    (fill) =>
      `<script type="application/ld+json">[${fill('{"@type":"Product","name":"\\u0053ea &amp; Throw"},')}{}]</script>`,
  ],
]

const firstChars = sizeOf({ short: 5_000, soak: 10_000 })
const paths = ['pricing', 'integrations']

describe('every finder takes linear time on a page that is made to be slow', () => {
  test.each(hostile.map(([what, bodyOf], at) => [what, bodyOf, at] as const))('%s', (what, bodyOf, at) => {
    // On one of the pages in turn, and on each in the soak.
    for (const path of someOf(paths, at)) {
      const url = `https://www.acme-widgets.com/${path}`
      expectLinearGrowth(`${what} at ${url}`, {
        size: firstChars,
        workOn: (chars) => {
          const body = bodyOf(fillTo(chars))
          return () => {
            const page = pageWith(body, { url, title: 'Acme', limits: unlimited })
            for (const find of finders) find(page)
          }
        },
      })
    }
  })

  test('records and scripts apart from a page', () => {
    const inline = createInlineFinder(toolTable)
    expectLinearGrowth('calls in a script', {
      size: firstChars,
      workOn: (chars) => {
        const script = fillTo(chars)('gtag("config" , ')
        return () => inline(script)
      },
    })
    expectLinearGrowth('records', {
      size: firstChars,
      workOn: (chars) => {
        const fill = fillTo(chars)
        const records = {
          domain: 'a.example',
          mx: [fill('a.')],
          txt: [fill('"v=spf1 include:'), fill('"" ')],
          cname: [fill('a.')],
        }
        return () => dnsCandidates(records)
      },
    })
  })
})
