import { describe, expect, test } from 'bun:test'
import { type Purpose, purposesOf } from '../../../../../src/analysis/scan/facts/wording/page-purpose.ts'
import { pageWith } from '../facts-kit.ts'

const at = (path: string, body = '', title = 'Acme') =>
  [...purposesOf(pageWith(body, { url: `https://www.acme-widgets.com${path}`, title }))].sort()

describe('what a page is for', () => {
  const paths: ReadonlyArray<readonly [path: string, purposes: readonly Purpose[]]> = [
    ['/', ['home']],
    ['/index.html', ['home']],
    ['/de', ['home']],
    ['/en-GB/', ['home']],
    ['/pricing', ['pricing']],
    ['/preise.html', ['pricing']],
    ['/our-pricing-plans', ['pricing']],
    ['/de/preise', ['pricing']],
    ['/integrations', ['integrations']],
    ['/integrations/xero', ['integrations']],
    ['/security', ['security']],
    ['/leistungen', ['products']],
    ['/products/sea-throw', ['products']],
    ['/speisekarte', ['menu']],
    ['/blog', ['article']],
    ['/blog/how-we-use-salesforce', ['article']],
    ['/2024/05/how-we-use-salesforce', ['article']],
    ['/customers/big-corp', ['customers']],
    ['/case-studies/big-corp', ['customers']],
    ['/careers/sales-manager', ['careers']],
    ['/privacy', ['legal']],
    ['/datenschutz', ['legal']],
    ['/acme-vs-hubspot', ['comparison']],
    ['/compare/hubspot', ['comparison']],
    ['/hubspot-alternative', ['comparison']],
    ['/anything-else', []],
    ['/%E0%A4%A', []],
  ]
  test.each(paths)('%s is for %p', (path, purposes) => {
    expect(at(path)).toEqual([...purposes])
  })

  test('the heading and the title tell what the path does not', () => {
    expect(at('/p12', '<h1>Preise</h1>')).toEqual(['pricing'])
    expect(at('/p12', '', 'Pricing | Acme')).toEqual(['pricing'])
    expect(at('/p12', '', 'Acme vs. HubSpot: which one?')).toEqual(['comparison'])
    expect(at('/', '<h1>Preise</h1>')).toEqual(['home'])
  })

  test('structured data of an article makes an article', () => {
    expect(at('/p12', '<script type="application/ld+json">{"@type":"BlogPosting"}</script>')).toEqual([
      'article',
    ])
  })
})
