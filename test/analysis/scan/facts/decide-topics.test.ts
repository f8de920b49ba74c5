import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import { decideTopics, type PageCandidates } from '../../../../src/analysis/scan/facts/decide-topics.ts'
import { orderFacts } from '../../../../src/analysis/scan/facts/merge/order-facts.ts'
import { settle } from '../../../../src/analysis/scan/facts/merge/settle.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../../../../src/analysis/scan/facts/topic.ts'
import { Fact, topics } from '../../../../src/analysis/scan/schema.ts'
import { testSeed } from '../../../support/seed.ts'
import { expectLinearGrowth } from '../../linear-growth.ts'
import { siteOfPages } from './topic-kit.ts'

const seed = testSeed('decide-topics')
const site = siteOfPages()

const decisionOf = ([first, ...rest]: readonly [SiteCandidate, ...SiteCandidate[]]): Decision => {
  const { topic, value } = first
  return { topic, key: value.toLowerCase(), text: value, value, support: [first, ...rest] }
}

/** Topics that decide nothing: equal values are one fact. */
const plainTopics = topics.map(
  (name): Topic => ({
    topics: [name],
    readsLegalPages: true,
    read: () => [],
    decide: (candidates) =>
      [...Map.groupBy(candidates, ({ value }) => value.toLowerCase()).values()].flatMap(([first, ...rest]) =>
        first === undefined ? [] : [decisionOf([first, ...rest])],
      ),
  }),
)

const factsOf = (...pages: PageCandidates[]) => orderFacts(decideTopics(plainTopics, pages, site))

/** A page whose digests follow from its path, so that equal paths are equal bodies. */
function page(path: string, ...candidates: Candidate[]): PageCandidates {
  const digest = (end: string) => Buffer.from(path).toString('hex').padEnd(63, '0').slice(0, 63) + end
  return {
    page: {
      url: `https://larkfield.example${path}`,
      label: path === '/' ? 'Home' : path.slice(1),
      kind: 'other',
      sha256: digest('a'),
      headerSha256: digest('b'),
      fetchedAt: '2026-05-04T09:30:00.000Z',
    },
    candidates,
  }
}

type Method = Candidate['evidence'][number]['method']
const quote = (text: string, start = 100, method: Method = 'text') =>
  ({ method, quote: text, start, end: start + text.length }) as const

function stated(
  value: string,
  more: Partial<Candidate> & { start?: number; method?: Method } = {},
): Candidate {
  const { start, method, ...rest } = more
  return {
    topic: 'contact-email',
    value,
    details: {},
    place: 'text',
    inferred: false,
    block: `${start}`,
    foreign: false,
    evidence: [quote(value, start, method)],
    ...rest,
  }
}

test('a value on two pages is one fact with both quotes, and its id never changes', () => {
  const home = page('/', stated('hello@larkfield.example', { start: 40, place: 'footer' }))
  const contact = page('/contact', stated('hello@larkfield.example', { start: 900 }))
  const source = (path: string, label: string, start: number, bodySha256: string) => ({
    url: `https://larkfield.example${path}`,
    label,
    method: 'text',
    quote: 'hello@larkfield.example',
    start,
    end: start + 23,
    bodySha256,
    fetchedAt: '2026-05-04T09:30:00.000Z',
  })
  expect<unknown>(factsOf(contact, home)).toEqual([
    {
      id: 'f_3a0ecd8e7ed3',
      kind: 'found',
      topic: 'contact-email',
      text: 'hello@larkfield.example',
      value: 'hello@larkfield.example',
      confidence: 'high',
      sources: [
        source('/', 'Home', 40, home.page.sha256),
        source('/contact', 'contact', 900, contact.page.sha256),
      ],
    },
  ])
})

test('sources are at most five, of different pages and kinds of place first', () => {
  const mail = (start: number, method: Method) => stated('a@larkfield.example', { start, method })
  const many = Array.from({ length: 9 }, (_, index) => mail(index * 50, 'text'))
  const [fact] = factsOf(
    page('/', ...many, mail(700, 'link'), mail(700, 'link')),
    page('/b', mail(5, 'text')),
    page('/c', mail(5, 'link')),
  )
  expect(
    fact?.sources.map(({ url, method, start }) => `${new URL(url).pathname} ${method} ${start}`),
  ).toEqual(['/ text 0', '/c link 5', '/b text 5', '/ link 700', '/ text 50'])
})

test('a quote of a header names the digest of the headers', () => {
  const home = page('/', stated('Vercel', { topic: 'tool', method: 'header' }))
  expect(factsOf(home)[0]?.sources[0]?.bodySha256).toBe(home.page.headerSha256)
})

test('a fact is found when one place states it and inferred when all conclude it', () => {
  const tool = (value: string, inferred: boolean) => stated(value, { topic: 'tool', inferred })
  const facts = factsOf(page('/', tool('Rust', true), tool('Go', true)), page('/b', tool('Rust', false)))
  expect(facts.map(({ value, kind }) => [value, kind])).toEqual([
    ['Rust', 'found'],
    ['Go', 'inferred'],
  ])
})

describe('a parse child cannot bring', () => {
  const good = stated('a@larkfield.example')
  test.each<[string, Candidate]>([
    ['a value without a quote', { ...good, evidence: [] }],
    ['a blank quote', { ...good, evidence: [quote('   ')] }],
    ['a quote that does not fit its place', { ...good, evidence: [{ ...quote('abc'), end: 99 }] }],
    ['a place before the text', { ...good, evidence: [quote('abc', -5)] }],
    ['a place between two characters', { ...good, evidence: [quote('abc', 1.5)] }],
    ['a quote over the limit', { ...good, evidence: [quote('a'.repeat(301))] }],
    ['a blank value', { ...good, value: ' \u200b ' }],
    ['an absence', { ...good, topic: 'absence' }],
    ['a conflict', { ...good, topic: 'conflict' }],
    ['a statement about another party', { ...good, foreign: true }],
  ])('%s', (_, candidate) => {
    expect(factsOf(page('/', candidate))).toEqual([])
  })

  test('hidden characters are removed', () => {
    expect(factsOf(page('/', { ...good, value: 'a\u{e0041}b\u202e' }))[0]?.value).toBe('ab')
  })
})

test('thousands of candidates of one topic leave room for the others, in linear time', () => {
  const flood = (perPage: number) =>
    Array.from({ length: 6 }, (_, number) =>
      page(
        `/${number}`,
        stated('Stripe', { topic: 'tool' }),
        ...Array.from({ length: perPage }, (_, index) => stated(`${index}-${number}@larkfield.example`)),
      ),
    )
  const facts = factsOf(...flood(3_000))
  expect(facts.filter(({ topic }) => topic === 'contact-email')).toHaveLength(80)
  expect(facts.filter(({ topic }) => topic === 'tool')).toHaveLength(1)
  expectLinearGrowth('deciding facts', {
    size: 60,
    workOn: (perPage) => {
      const pages = flood(perPage)
      return () => factsOf(...pages)
    },
  })
})

test('of two values that cannot both be true the better supported one stays, and the conflict is a fact', () => {
  const at = (value: string, place: Candidate['place']): SiteCandidate => ({
    ...stated(value, { topic: 'founded', place }),
    page: page('/').page,
  })
  const founded: Topic = {
    topics: ['founded'],
    readsLegalPages: true,
    read: () => [],
    decide: () =>
      settle(
        [decisionOf([at('2001', 'text')]), decisionOf([at('1998', 'json-ld')])],
        'the year it was founded',
      ),
  }
  const facts = orderFacts(decideTopics([founded], [], site))
  expect(facts.map(({ topic, value, confidence }) => [topic, value, confidence])).toEqual([
    ['founded', '1998', 'high'],
    ['founded', '2001', 'low'],
    ['conflict', 'founded', 'medium'],
  ])
  expect(facts[2]?.text).toBe('The site disagrees about the year it was founded: “1998” and “2001”.')
})

test('the order of pages makes no difference, and every fact keeps the published shape', () => {
  const candidate = fc
    .record({
      value: fc.constantFrom('Lark', 'lark', 'Lark Field', 'Brook', 'x'),
      topic: fc.constantFrom(...topics.filter((topic) => topic !== 'conflict' && topic !== 'absence')),
      place: fc.constantFrom('json-ld' as const, 'text' as const, 'footer' as const),
      inferred: fc.boolean(),
      start: fc.nat(50),
    })
    .map(({ value, ...more }) => stated(value.toLowerCase(), more))
  const pages = fc.uniqueArray(
    fc
      .record({
        path: fc.constantFrom('/', '/about', '/contact', '/pricing', '/imprint'),
        candidates: fc.array(candidate, { maxLength: 12 }),
      })
      .map(({ path, candidates }) => page(path, ...candidates)),
    { selector: (each) => each.page.url, maxLength: 5 },
  )
  const shuffled = pages.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  )
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      const facts = factsOf(...list)
      expect(factsOf(...other)).toEqual(facts)
      expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length)
      for (const fact of facts) {
        const problems = [...Value.Errors(Fact, fact)].filter(({ message }) => !message.includes('format'))
        expect(problems).toEqual([])
        expect(fact.sources.length).toBeWithin(1, 6)
      }
    }),
    { seed, numRuns: 300 },
  )
})

test('facts of one topic and confidence are in the order of the page', () => {
  const items = ['Masts', 'Sails', 'Hulls'].map((value, at) =>
    stated(value, { topic: 'product', start: 10 + 50 * at }),
  )
  expect(factsOf(page('/', ...items.toReversed())).map(({ value }) => value)).toEqual([
    'Masts',
    'Sails',
    'Hulls',
  ])
})
