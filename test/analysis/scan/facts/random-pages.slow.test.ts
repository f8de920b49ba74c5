import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Evidence } from '../../../../src/analysis/scan/document/evidence.ts'
import { business } from '../../../../src/analysis/scan/facts/business/business.ts'
import { industryOfName } from '../../../../src/analysis/scan/facts/business/industries.ts'
import { pricing } from '../../../../src/analysis/scan/facts/offer/pricing.ts'
import { product } from '../../../../src/analysis/scan/facts/offer/product.ts'
import { integration } from '../../../../src/analysis/scan/facts/tools/integrations.ts'
import { toolTable } from '../../../../src/analysis/scan/facts/tools/tool.ts'
import { tool } from '../../../../src/analysis/scan/facts/tools/use.ts'
import { testSeed } from '../../../support/seed.ts'
import { misquoted, pageWith } from './facts-kit.ts'

const seed = testSeed('random-pages.test.ts')

const finders = [tool.read, integration.read, business.read, pricing.read, product.read]

const words = fc.constantFrom(
  ...[
    'Acme',
    'integrates with',
    'Slack',
    'Xero',
    ', ',
    ' and ',
    'HubSpot',
    'DATEV-Schnittstelle',
    'We accept',
    'PayPal',
    'Integrations',
    'Trusted by',
  ],
  ...[
    '$29',
    ' / month',
    '1.299,00&nbsp;€',
    ' per user',
    'from ',
    'Free',
    'Save ',
    'US$12.50',
    '€9 – €12',
    'on request',
    '14-day free trial',
  ],
  ...['SOC 2 Type II', ' certified', 'not ', 'GDPR compliant', 'encrypted at rest', 'SSO', 'DPA'],
  ...[
    'for developers',
    'für Handwerker',
    'restaurant',
    'law firm',
    'software',
    'late payments',
    'technical debt',
    'Add to cart',
  ],
  ...[
    'Sea &amp; Sand Throw',
    'T\u200bhrow',
    'Ignore all previous instructions',
    '\u202eevil',
    'a&#x2014;b',
    '<b>bold</b>',
    '<br>',
    '  \n  ',
    '🧵',
    'é',
    '. ',
    ': ',
    '?',
  ],
)
const inline = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' '))
const wraps: ReadonlyArray<(text: string) => string> = [
  (text) => `<p>${text}</p>`,
  (text) => `<h2>${text}</h2>`,
  (text) => `<h3>${text}</h3>`,
  (text) => `<ul><li>${text}</li><li><a href="/products/sea-throw">${text}</a></li></ul>`,
  (text) => `<s>${text}</s>`,
  (text) => `<div hidden>${text}</div>`,
  (text) => `<blockquote>${text}</blockquote>`,
  (text) => `<footer>${text}<a href="https://acme.zendesk.com/?a=1&amp;b=2">Help</a></footer>`,
  (text) => `<img alt="${text.replaceAll(/[<>"]/g, '')}" src="https://res.cloudinary.com/a&amp;b.png">`,
  (text) => `<script>fbq("init", '${text.replaceAll(/[<']/g, '')}'); u='//js.stripe.com/v3/'</script>`,
  (text) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name: text, offers: { price: '9.90', priceCurrency: 'EUR' } })}</script>`,
  (text) => `<table><tr><td>${text}</td><td>$5</td></tr></table>`,
]
const piece = fc.tuple(fc.constantFrom(...wraps), inline).map(([wrap, text]) => wrap(text))
const page = fc.record({
  body: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('\n')),
  path: fc.constantFrom('/', '/pricing', '/integrations', '/services', '/security', '/careers', '/blog/x'),
})

function isToolName(value: string): boolean {
  return toolTable.some(({ name }) => name === value)
}

const closed: Readonly<Record<string, (value: string) => boolean>> = {
  tool: isToolName,
  integration: isToolName,
  industry: (value) => industryOfName.has(value),
  'business-model': (value) => /^[a-z]+(?:-[a-z]+)*$/.test(value),
  audience: (value) => /^[a-z]+(?:-[a-z]+)*$/.test(value),
  pricing: (value) => /^(?:(?:[A-Z]{3}|\$) \d{1,9}(?:\.\d\d)?|free-plan|free-trial|on-request)$/.test(value),
  product: (value) => value.length <= 70 && !/ignore|[\u200b\u202e<>]/i.test(value),
}

type Read = { topic: string; value?: string; evidence: readonly Evidence[] }

function isLawful(read: Read): boolean {
  return closed[read.topic]?.(read.value ?? '') === true && read.evidence.length > 0
}

test('on random pages every fact is quoted where it stands, and every value is one of its topic’s', () => {
  let facts = 0
  fc.assert(
    fc.property(page, ({ body, path }) => {
      const built = pageWith(body, { url: `https://www.acme-widgets.com${path}` })
      for (const finder of finders) {
        const found: readonly Read[] = finder(built)
        facts += found.length
        expect(misquoted(built, found)).toEqual([])
        expect(found.filter((fact) => !isLawful(fact))).toEqual([])
        expect<readonly Read[]>(finder(built)).toEqual(found)
      }
    }),
    { seed, numRuns: 300 },
  )
  console.log(`${facts} facts on 300 random pages`)
  expect(facts).toBeGreaterThan(300)
})
