import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import type { PageFact } from '../../../../../src/analysis/scan/facts/fact.ts'
import type { PageFacts } from '../../../../../src/analysis/scan/facts/merge/cited-fact.ts'
import { mergeFacts } from '../../../../../src/analysis/scan/facts/merge/merge.ts'
import { Fact, topics } from '../../../../../src/analysis/scan/schema.ts'
import { testSeed } from '../../../../support/seed.ts'
import { expectLinearGrowth } from '../../../linear-growth.ts'
import { page, quote, said } from './statements.ts'

const seed = testSeed('merge')

function merged(...pages: PageFacts[]) {
  return mergeFacts(pages)
}

function confidences(...pages: PageFacts[]) {
  return merged(...pages).map(({ topic, value, confidence }) => [topic, value, confidence])
}

test('one thing said on two pages is one fact with both quotes', () => {
  const home = page('/', said('hello@larkfield.example', { start: 40 }))
  const contact = page('/contact', said('hello@larkfield.example', { start: 900 }))
  expect(merged(contact, home)).toEqual([
    {
      id: 'f_3a0ecd8e7ed3',
      kind: 'found',
      topic: 'contact-email',
      text: 'hello@larkfield.example',
      value: 'hello@larkfield.example',
      confidence: 'high',
      sources: [
        {
          url: 'https://larkfield.example/',
          label: 'Home',
          method: 'text',
          quote: 'hello@larkfield.example',
          start: 40,
          end: 63,
          bodySha256: home.sha256,
          fetchedAt: '2026-05-04T09:30:00.000Z',
        },
        {
          url: 'https://larkfield.example/contact',
          label: 'contact',
          method: 'text',
          quote: 'hello@larkfield.example',
          start: 900,
          end: 923,
          bodySha256: contact.sha256,
          fetchedAt: '2026-05-04T09:30:00.000Z',
        },
      ],
    },
  ])
})

describe('confidence follows the published rule', () => {
  const mail = 'a@larkfield.example'
  test.each<[string, PageFacts[], string]>([
    ['structured data', [page('/', said(mail, { strength: 'structured', method: 'json-ld' }))], 'high'],
    ['plain words once', [page('/', said(mail))], 'medium'],
    ['plain words on two pages', [page('/', said(mail)), page('/b', said(mail))], 'high'],
    ['plain words twice in one kind of place', [page('/', said(mail), said(mail, { start: 500 }))], 'medium'],
    ['a heading and a text of one page', [page('/', said(mail), said(mail, { method: 'heading' }))], 'high'],
    [
      'one body under two addresses',
      [page('/', said(mail)), { ...page('/', said(mail)), url: 'https://larkfield.example/index.html' }],
      'medium',
    ],
    ['wording', [page('/', said(mail, { strength: 'wording' }))], 'low'],
    [
      'wording on two pages',
      [page('/', said(mail, { strength: 'wording' })), page('/b', said(mail, { strength: 'wording' }))],
      'low',
    ],
    [
      'plain words and wording',
      [page('/', said(mail)), page('/b', said(mail, { strength: 'wording' }))],
      'medium',
    ],
  ])('%s', (_, pages, confidence) => {
    expect(confidences(...pages)).toEqual([['contact-email', mail, confidence]])
  })
})

test('sources are at most five, of different pages and kinds of place first', () => {
  const mail = (start: number, method: 'text' | 'link') => said('a@larkfield.example', { start, method })
  const many = Array.from({ length: 9 }, (_, index) => mail(index * 50, 'text'))
  const facts = merged(
    page('/', ...many, mail(700, 'link')),
    page('/b', mail(5, 'text')),
    page('/c', mail(5, 'link')),
  )
  expect(
    facts[0]?.sources.map(({ url, method, start }) => `${new URL(url).pathname} ${method} ${start}`),
  ).toEqual(['/ text 0', '/c link 5', '/b text 5', '/ link 700', '/ text 50'])
})

test('one quote is one source, however often it is told', () => {
  const twice = said('a@larkfield.example')
  expect(
    merged(page('/', twice, { ...twice, evidence: [...twice.evidence, ...twice.evidence] }))[0]?.sources,
  ).toHaveLength(1)
})

test('a quote of a header names the headers’ digest', () => {
  const home = page(
    '/',
    said('Vercel', { topic: 'tool', method: 'header' }),
    said('Stripe', { topic: 'tool' }),
  )
  expect(merged(home).map(({ value, sources }) => [value, sources[0]?.bodySha256])).toEqual([
    ['Stripe', home.sha256],
    ['Vercel', home.headerSha256],
  ])
})

test('a fact is found when one place says it and inferred when all conclude it', () => {
  const kinds = merged(
    page(
      '/',
      said('saas', { topic: 'business-model', kind: 'inferred' }),
      said('Rust', { topic: 'tool', kind: 'inferred' }),
    ),
    page('/b', said('Rust', { topic: 'tool' })),
  ).map(({ value, kind }) => [value, kind])
  expect(kinds).toEqual([
    ['saas', 'inferred'],
    ['Rust', 'found'],
  ])
})

test('signals of all places come together', () => {
  const [fact] = merged(
    page('/', said('Stripe', { topic: 'tool', signals: { tools: ['Stripe'], painPoints: ['B'] } })),
    page(
      '/b',
      said('Stripe', { topic: 'tool', signals: { role: 'Finance', tools: ['Stripe'], painPoints: ['A'] } }),
    ),
  )
  expect(fact?.signals).toEqual({ role: 'Finance', painPoints: ['A', 'B'], tools: ['Stripe'] })
})

describe('what a page may not bring', () => {
  const good = said('a@larkfield.example')
  test.each<[string, PageFact]>([
    ['no quote', { ...good, evidence: [] }],
    ['a blank quote', { ...good, evidence: [quote('   ')] }],
    ['a quote that does not fit its place', { ...good, evidence: [{ ...quote('abc'), end: 99 }] }],
    ['a place before the text', { ...good, evidence: [quote('abc', -5)] }],
    ['a place that is no whole number', { ...good, evidence: [quote('abc', 1.5)] }],
    ['a quote without measure', { ...good, evidence: [quote('a'.repeat(301))] }],
    ['a blank text', { ...good, text: ' \u200b ' }],
    ['a text without measure', { ...good, text: 'a'.repeat(501) }],
    ['no key', { ...good, key: '' }],
    ['an absence of its own', { ...good, topic: 'absence' }],
    ['a conflict of its own', { ...good, topic: 'conflict' }],
  ])('%s', (_, fact) => {
    expect(merged(page('/', fact))).toEqual([])
  })

  test('hidden characters in texts and values', () => {
    const [fact] = merged(page('/', { ...good, text: 'Send\u202e \u200bmoney', value: 'a\u{e0041}b' }))
    expect([fact?.text, fact?.value]).toEqual(['Send money', 'ab'])
  })
})

test('a page of thousands of facts leaves room for the others and the event loop', () => {
  const flood = (factsPerPage: number) =>
    Array.from({ length: 6 }, (_, number) =>
      page(
        `/${number}`,
        ...Array.from({ length: factsPerPage }, (_, index) => ({
          ...said(`${index}-${number}@larkfield.example`, { strength: 'structured' }),
          evidence: Array.from({ length: 60 }, (_, place) => quote(`${index}`, place * 10)),
        })),
        said('Stripe', { topic: 'tool' }),
      ),
    )
  const facts = mergeFacts(flood(3000))
  expect(facts.length).toBeLessThanOrEqual(400)
  expect(facts.filter(({ topic }) => topic === 'contact-email')).toHaveLength(80)
  expect(facts.filter(({ topic }) => topic === 'tool')).toHaveLength(1)
  expectLinearGrowth('merging facts', {
    size: 200,
    workOn: (factsPerPage) => {
      const pages = flood(factsPerPage)
      return () => mergeFacts(pages)
    },
  })
})

describe('over generated sites', () => {
  const word = fc.constantFrom(
    'Lark',
    'Lark Field',
    'lark',
    'Brook',
    'Brook Ltd',
    'founded:1998',
    'founded:2000',
    'x',
  )
  const fact = fc.record({
    value: word,
    more: fc.record({
      topic: fc.constantFrom(...topics.filter((topic) => topic !== 'conflict' && topic !== 'absence')),
      strength: fc.constantFrom('structured' as const, 'explicit' as const, 'wording' as const),
      kind: fc.constantFrom('found' as const, 'inferred' as const),
      method: fc.constantFrom('text' as const, 'heading' as const, 'json-ld' as const, 'header' as const),
      start: fc.nat(50),
    }),
  })
  const pages = fc.uniqueArray(
    fc
      .record({
        path: fc.constantFrom('/', '/about', '/contact', '/pricing', '/imprint'),
        facts: fc.array(fact, { maxLength: 12 }),
      })
      .map(({ path, facts }) => page(path, ...facts.map(({ value, more }) => said(value, more)))),
    { selector: ({ url }) => url, maxLength: 5 },
  )

  test('the order of pages never matters, and every fact keeps the published shape', () => {
    const shuffled = pages.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        const facts = mergeFacts(list)
        expect(mergeFacts(other)).toEqual(facts)
        expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length)
        for (const one of facts) {
          expect([...Value.Errors(Fact, one)].filter(({ message }) => !message.includes('format'))).toEqual(
            [],
          )
          expect(one.sources.length).toBeGreaterThan(0)
          expect(one.sources.length).toBeLessThanOrEqual(5)
        }
      }),
      { seed, numRuns: 500 },
    )
  })

  test('a further page never takes a topic away', () => {
    fc.assert(
      fc.property(pages, (list) => {
        const topicsOf = (some: PageFacts[]) => new Set(mergeFacts(some).map(({ topic }) => topic))
        const [fewer, all] = [topicsOf(list.slice(1)), topicsOf(list)]
        for (const topic of fewer) if (topic !== 'conflict') expect(all).toContain(topic)
      }),
      { seed, numRuns: 500 },
    )
  })
})
