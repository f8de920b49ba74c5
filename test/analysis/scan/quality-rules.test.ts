import { describe, expect, test } from 'bun:test'
import type { SiteLabel, Topic } from '../../support/sites.ts'
import { says } from './label-match.ts'
import { type JudgedFact, judgeSite, measure, precisionOf, recallOf } from './quality.ts'

const table: readonly [Topic, value: string, label: string, same: boolean][] = [
  ['company-name', 'Acme, Inc.', 'ACME Inc', true],
  ['company-name', 'Acme', 'Acme Inc', false],
  ['contact-phone', '+49 30 123', '+4930123', true],
  ['contact-phone', '+4930124', '+4930123', false],
  ['contact-email', 'A@b.de', 'a@b.de', true],
  ['description', 'We bind books by hand in Norwich.', 'We bind books by hand in Norwich. Since 1980.', true],
  ['description', 'We bind books', 'We bind books by hand in Norwich.', false],
  ['address', 'Lange Straße 41, 29439 Lüchow, Germany', 'Lange Straße 41, 29439 Lüchow', true],
  ['address', 'Lange Straße 14, 29439 Lüchow', 'Lange Straße 41, 29439 Lüchow', false],
  ['address', 'Lange Straße 41', 'Lange Straße 41, 29439 Lüchow', false],
  ['pricing', 'EUR 29.00/month', 'EUR 29/month', true],
  ['pricing', 'EUR 29/item', 'EUR 29', true],
  ['pricing', 'EUR 29', 'EUR 29/month', false],
  ['pricing', 'USD 29', 'EUR 29', false],
  ['pricing', 'free-plan', 'free-plan', true],
  ['team', 'Ada Byron, CEO', 'Ada Byron, Founder and CEO', true],
  ['team', 'Ada Byron', 'Ada Byron, CEO', false],
  ['team', 'headcount:42', 'headcount:4', false],
  ['hiring', 'Koch (m/w/d)', 'Koch (w/m/d)', true],
  ['social', 'x:acme', 'x:acme2', false],
]

test.each(table)('%s: "%s" against the label "%s" is %p', (topic, value, label, same) => {
  expect(says(topic, value, label)).toBe(same)
})

describe('a site', () => {
  const label: SiteLabel = {
    host: 'a.com',
    language: 'en',
    kind: 'any',
    pages: {},
    expect: { tool: [['HubSpot', 'Hubspot CRM'], 'Stripe'], social: ['x:a'] },
    tolerated: { tool: ['jQuery'], hiring: ['*'] },
    forbidden: { hiring: ['a lie'] },
    notes: '',
  }
  const fact = (topic: Topic, value: string, confidence: JudgedFact['confidence'] = 'high'): JudgedFact => ({
    topic,
    text: value,
    value,
    confidence,
  })

  test('has every fact judged by its label, and each expectation met or missed', () => {
    const facts = [
      fact('tool', 'Hubspot CRM', 'low'),
      fact('tool', 'HubSpot', 'medium'),
      fact('tool', 'jQuery'),
      fact('tool', 'Wix'),
      fact('hiring', 'anything'),
      fact('hiring', 'a lie'),
    ]
    const { right, wrong, tolerated, expected } = judgeSite({ slug: 'a', label }, facts)
    expect(right).toEqual([facts[0], facts[1]].filter((each) => each !== undefined))
    expect(tolerated).toEqual([facts[2], facts[4]].filter((each) => each !== undefined))
    expect(wrong).toEqual([facts[3], facts[5]].filter((each) => each !== undefined))
    expect(expected).toEqual([
      { topic: 'social', value: 'x:a', by: undefined },
      { topic: 'tool', value: 'HubSpot', by: 'medium' },
      { topic: 'tool', value: 'Stripe', by: undefined },
    ])
  })

  test('counts tolerated facts on neither side', () => {
    const facts = [fact('tool', 'HubSpot'), fact('tool', 'jQuery'), fact('tool', 'Wix', 'low')]
    const { all, confidences, topics } = measure([judgeSite({ slug: 'a', label }, facts)])
    expect(precisionOf(all)).toBe(1 / 2)
    expect(recallOf(all)).toBe(1 / 3)
    expect(precisionOf(confidences.high)).toBe(1)
    expect(precisionOf(confidences.low)).toBe(0)
    expect(precisionOf(confidences.medium)).toBeUndefined()
    expect(topics.tool && recallOf(topics.tool)).toBe(1 / 2)
  })
})
