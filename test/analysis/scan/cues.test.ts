import { expect, test } from 'bun:test'
import type { Catalog } from '../../../src/analysis/catalog/catalog.ts'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { withSignals } from '../../../src/analysis/scan/cues.ts'
import { followUpQuestion, suggestedAnswers } from '../../../src/analysis/scan/questions.ts'
import type { Fact } from '../../../src/analysis/scan/schema.ts'

function fact(topic: Fact['topic'], value: string, confidence: Fact['confidence'] = 'high'): Fact {
  return {
    id: `${topic} ${value}`,
    kind: 'found',
    topic,
    text: value,
    value,
    confidence,
    sources: [],
  }
}

test.each<[topic: Fact['topic'], value: string, signals: Fact['signals']]>([
  ['business-model', 'agency', { role: 'Agency or freelancer' }],
  ['business-model', 'saas', undefined],
  ['business-model', 'professional-services', undefined],
  ['business-model', 'restaurant', undefined],
  ['description', 'Steuerberater in Kiel: Lohn und Abschluss', undefined],
  ['description', 'Un’azienda familiare dal 1950', { role: 'Founder or CEO' }],
  ['description', 'We saw an agencyless world', undefined],
  ['industry', 'Accounting', { role: 'Finance or accounting' }],
  ['industry', 'Investment', { role: 'Sponsor or investor' }],
  ['team', 'A foundation of charity', undefined],
  ['team', 'Jonathan Sumaili, CEO & Fondateur', undefined],
  ['team', 'Beate Richter, Koordinatorin', undefined],
  ['business-model', 'healthcare', undefined],
  ['tool', 'Netlify', undefined],
  ['tool', 'GitHub Pages', undefined],
  ['tool', 'Stripe', { tools: ['Stripe'] }],
  ['tool', 'Meta Pixel', { tools: ['Meta Ads'] }],
  ['integration', 'Stripe', undefined],
])('the %s “%s” suggests %j', (topic, value, signals) => {
  expect(withSignals([fact(topic, value)], defaultCatalog)[0]?.signals).toEqual(signals)
})

test('a tool that the site only links to or mentions suggests nothing', () => {
  expect(withSignals([fact('tool', 'Stripe', 'medium')], defaultCatalog)[0]?.signals).toBeUndefined()
})

test('where its site is hosted is an answer of a company that makes software', () => {
  const facts = withSignals([fact('tool', 'Vercel'), fact('business-model', 'saas')], defaultCatalog)
  expect(suggestedAnswers(facts, defaultCatalog)).toEqual({ tools: ['Vercel'] })
})

test.each<[topic: Fact['topic'], value: string]>([
  ['tool', 'Netlify'],
  ['tool', 'Google Analytics'],
  ['description', 'Library and API for bees'],
])('the %s “%s” makes no problem of developers or analysts likely', (topic, value) => {
  const about = fact('business-model', 'restaurant')
  const question = (facts: Fact[]) => followUpQuestion(facts, defaultCatalog)
  expect(question([about, fact(topic, value)])).toEqual(question([about]))
})

test('the industry decides the role before the business model', () => {
  const facts = withSignals(
    [fact('business-model', 'professional-services'), fact('industry', 'Accounting')],
    defaultCatalog,
  )
  expect(suggestedAnswers(facts, defaultCatalog)).toEqual({ role: 'Finance or accounting' })
})

test('a site about invoices is asked about late ones first, and what it says is the reason', () => {
  const description = fact('description', 'Plans repairs and writes invoices for bicycle shops')
  const { options, because } = followUpQuestion(
    withSignals(
      [description, fact('business-model', 'saas', 'medium'), fact('tool', 'Stripe')],
      defaultCatalog,
    ),
    defaultCatalog,
  )
  expect([options[0], because.includes(description.id)]).toEqual(['Customers pay their invoices late', true])
})

test('a catalog of other options suggests and asks by its own cues', () => {
  const question = (...options: string[]) => ({ label: 'Which?', options })
  const [product] = defaultCatalog.products
  if (product === undefined) throw new Error('Cannot use a catalog without products')
  const signals = {
    roles: [{ signal: 'Baker', weight: 3 }],
    painPoints: [
      { signal: 'Cold oven', weight: 5 },
      { signal: 'Stale bread', weight: 4 },
    ],
    tools: [],
  }
  const catalog: Catalog = {
    ...defaultCatalog,
    questions: {
      role: question('Miller', 'Baker'),
      painPoints: question('Cold oven', 'Stale bread', 'Night work'),
      tools: question('Oven OS'),
      timeline: question('Now'),
    },
    products: [{ ...product, signals }],
    synonyms: [],
    cues: [
      { field: 'role', option: 'Baker', suggest: true, words: ['Bäckerei'] },
      { field: 'painPoints', option: 'Stale bread', kinds: ['retail'] },
      { field: 'tools', option: 'Oven OS', suggest: true, tools: ['WordPress'] },
    ],
  }
  const facts = withSignals(
    [
      fact('description', 'Ihre Bäckerei am Kanal'),
      fact('business-model', 'retail'),
      fact('tool', 'WordPress'),
    ],
    catalog,
  )
  expect(suggestedAnswers(facts, catalog)).toEqual({ role: 'Baker', tools: ['Oven OS'] })
  expect(followUpQuestion(facts, catalog)).toMatchObject({
    field: 'painPoints',
    options: ['Stale bread', 'Cold oven', 'Night work'],
    because: ['description Ihre Bäckerei am Kanal', 'business-model retail'],
  })
})
