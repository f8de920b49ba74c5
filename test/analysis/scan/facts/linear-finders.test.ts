import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findAudience } from '../../../../src/analysis/scan/facts/audience.ts'
import { findBusinessModel } from '../../../../src/analysis/scan/facts/business-model.ts'
import { dnsFacts } from '../../../../src/analysis/scan/facts/dns-facts.ts'
import { findPains } from '../../../../src/analysis/scan/facts/pain.ts'
import { findPricing } from '../../../../src/analysis/scan/facts/pricing.ts'
import { findProducts } from '../../../../src/analysis/scan/facts/product.ts'
import { findSecurity } from '../../../../src/analysis/scan/facts/security.ts'
import { findTools } from '../../../../src/analysis/scan/facts/tool.ts'
import { createInlineFinder } from '../../../../src/analysis/scan/facts/tools/inline.ts'
import { toolTable } from '../../../../src/analysis/scan/facts/tools/table.ts'
import { main, pageWith } from './facts-kit.ts'

const factsFolder = join(import.meta.dirname, '../../../../src/analysis/scan/facts')
const topics = ['tool', 'dns-facts', 'business-model', 'audience', 'pricing', 'product', 'security', 'pain']
const folders = ['tools', 'wording', 'business', 'pricing', 'product', 'security', 'pain']
const files = [
  ...topics.map((topic) => `${topic}.ts`),
  ...folders.flatMap((folder) => readdirSync(join(factsFolder, folder)).map((name) => `${folder}/${name}`)),
]

const length = 200_000
/** Far above what a linear pass over 200 KB takes on a slow machine, far under what a quadratic one takes. */
const patternMsMax = 400
const finderMsMax = 5_000

const seeds = [
  ...[
    ' ',
    '\n',
    'a',
    'A',
    '0',
    '1',
    '$',
    '€',
    '.',
    ',',
    '-',
    '–',
    '/',
    ':',
    '|',
    '"',
    "'",
    '(',
    '_',
    '\u00a0',
    'ü',
    '一',
    '\u0301',
  ],
  ...[
    'a ',
    '1 ',
    '1.',
    '1,',
    '$1',
    '$ ',
    '1 €',
    '€ 1',
    '1.1',
    '1,1',
    '111.',
    '1 111 ',
    '$1,111,',
    'US$',
    'EUR ',
    '1 EU',
    '$1 – $2 ',
    '1-1 ',
    'kr 1',
  ],
  ...[
    'include:',
    ' include:a',
    '" "',
    '"price":"',
    '"price" : ',
    'a-',
    'a.',
    'a.b ',
    '/month',
    'per ',
    ' per per',
    'from ',
    'ab ',
    ',- ',
    'integration ',
    '-Integration',
  ],
  ...[
    'for a b c d ',
    'for the ',
    'old-price ',
    'line-through',
    ' vs ',
    '/vs/',
    '-vs-',
    '/2024/1',
    '.html',
    'e.g. ',
    'z. B. ',
    '[',
    ']',
    '{',
    '®',
    '™',
    '?',
    '!',
  ],
]

function ms(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function runPattern(pattern: RegExp, text: string): number {
  if (!pattern.global) return ms(() => pattern.test(text))
  return ms(() => {
    for (const _ of text.matchAll(pattern));
  })
}

test('every pattern is linear in its worst input of 200 KB', async () => {
  const slow: string[] = []
  let count = 0
  let worst = 0
  for (const file of files) {
    const module: unknown = await import(join(factsFolder, file))
    const patterns =
      typeof module === 'object' && module !== null && 'patterns' in module ? module.patterns : []
    if (!Array.isArray(patterns)) throw new Error(`Cannot read the patterns of ${file}`)
    for (const pattern of patterns) {
      if (!(pattern instanceof RegExp)) throw new Error(`Cannot run a pattern of ${file}`)
      count++
      for (const seed of seeds) {
        for (const end of ['', 'X', '\n!']) {
          const took = runPattern(pattern, seed.repeat(length / seed.length) + end)
          worst = Math.max(worst, took)
          if (took > patternMsMax)
            slow.push(`${file} ${pattern} on ${JSON.stringify(seed)}: ${took.toFixed(0)} ms`)
        }
      }
    }
  }
  console.log(`${count} patterns, the slowest run took ${worst.toFixed(1)} ms`)
  expect(slow).toEqual([])
  expect(count).toBeGreaterThan(30)
})

test('every regular expression of these files is in a list of patterns', async () => {
  const written =
    /(?<=(?:[(=,[:?!|&]|return)\s{0,20})\/(?![/*])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]{0,4})/g
  const missing: string[] = []
  for (const file of files) {
    const source = await Bun.file(join(factsFolder, file)).text()
    const module: unknown = await import(join(factsFolder, file))
    const patterns =
      typeof module === 'object' && module !== null && 'patterns' in module ? module.patterns : []
    const known = Array.isArray(patterns) ? patterns.map((pattern) => ascii(String(pattern))) : []
    const code = source
      .split('\n')
      .filter((line) => !/^\s*(?:\*|\/\*|\/\/)/.test(line))
      .join('\n')
    for (const [literal, body = '', flags] of code.matchAll(written)) {
      if (!known.includes(ascii(String(new RegExp(body, flags))))) missing.push(`${file} ${literal}`)
    }
  }
  expect(missing).toEqual([])
})

/** The engine may write a letter of a pattern as it is or escaped. */
function ascii(pattern: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return pattern.replace(/[\u0080-\uffff]/g, escaped).toLowerCase()
}

const finders = [
  findTools,
  findBusinessModel,
  findAudience,
  findPricing,
  findProducts,
  findSecurity,
  findPains,
]

const fill = (piece: string) => piece.repeat(Math.ceil(length / piece.length))
const hostile: ReadonlyArray<readonly [what: string, body: string]> = [
  ['one endless word', main(`<p>${fill('a')}</p>`)],
  ['one endless sentence of tools', main(`<p>integrates with ${fill('Slack, Xero, Close and ')}</p>`)],
  ['cues without end', main(`<p>${fill('integrates with connects to ')}</p>`)],
  ['prices without end', main(`<p>${fill('$1 ')}</p>`)],
  ['prices line by line', main(fill('<p>$1 per month</p>'))],
  ['prices with units in one line', main(`<p>${fill('€1.299,00 per user per month from ')}</p>`)],
  ['numbers and separators', main(`<p>${fill('1.1,')}</p>`)],
  ['headings over nothing', main(fill('<h2>Integrations</h2><h3>Slack</h3>'))],
  ['sections that open and close', main(fill('<h2>Integrations</h2><p>Slack</p><h2>Customers</h2>'))],
  ['logos', main(`<h2>Integrations</h2>${fill('<img alt="Slack logo" src="/a.svg">')}`)],
  ['ways to pay', main(fill('<p>Payment methods</p><img alt="PayPal" src="/p.svg">'))],
  ['links to tools', main(fill('<a href="https://acme.zendesk.com/">x</a>'))],
  ['links to products', main(fill('<a href="/products/sea-throw">Sea Throw</a>'))],
  ['products line by line', main(fill('<h3>Sea Throw</h3><p>$1</p>'))],
  ['scripts', fill('<script src="https://js.stripe.com/v3/"></script>')],
  ['inline calls', `<script>${fill("fbq('init'")}</script>`],
  ['inline calls that never end', `<script>${fill('fbq(        ')}</script>`],
  ['slashes in a script', `<script>${fill('//')}</script>`],
  ['addresses in a script', `<script>${fill('//js.stripe.com/v3/ ')}</script>`],
  ['claims', main(`<p>${fill('SOC 2 ISO 27001 GDPR ')}</p>`)],
  ['claims line by line', main(fill('<p>SOC 2 Type II certified by AWS</p>'))],
  ['audiences', main(`<h1>${fill('for developers ')}</h1>`)],
  ['models', main(`<h1>${fill('restaurant hotel ')}</h1>`)],
  ['hints', main(fill('<p>no technical debt, no late payments</p>'))],
  ['struck prices in deep nests', main(`${'<s>'.repeat(400)}${fill('<p>$1</p>')}`)],
  [
    'JSON-LD of offers',
    `<script type="application/ld+json">{"@type":"Product","name":"A","offers":[${fill('{"@type":"Offer","price":"1","priceCurrency":"EUR"},')}{}]}</script>`,
  ],
  [
    'JSON-LD of products',
    `<script type="application/ld+json">[${fill('{"@type":"Product","name":"Sea Throw"},')}{}]</script>`,
  ],
  [
    'JSON-LD of names that are not there',
    `<script type="application/ld+json">[${fill('{"@type":"Product","name":"\\u0053ea &amp; Throw"},')}{}]</script>`,
  ],
]

describe('a page of 200 KB that is made to be slow', () => {
  test.each(hostile)('%s: every finder ends soon', (what, body) => {
    for (const url of ['https://www.acme-widgets.com/pricing', 'https://www.acme-widgets.com/integrations']) {
      const page = pageWith(body, { url, title: 'Acme' })
      const times = finders.map((finder) => [finder.name, ms(() => finder(page))] as const)
      const [name, worst] = times.reduce((one, other) => (other[1] > one[1] ? other : one))
      if (worst > 300) console.log(`${what}: ${name} took ${worst.toFixed(0)} ms`)
      expect(times.filter(([, took]) => took > finderMsMax)).toEqual([])
    }
  })

  test('records and scripts apart from a page', () => {
    const inline = createInlineFinder(toolTable)
    expect(ms(() => inline(fill('gtag("config" , ')))).toBeLessThan(finderMsMax)
    const records = {
      domain: 'a.example',
      mx: [fill('a.')],
      txt: [fill('"v=spf1 include:'), fill('"" ')],
      cname: [fill('a.')],
    }
    expect(ms(() => dnsFacts(records))).toBeLessThan(finderMsMax)
  })
})
