import { describe, expect, test } from 'bun:test'
import { findAudience } from '../../../../src/analysis/scan/facts/audience.ts'
import { main, misquoted, pageWith } from './facts-kit.ts'

function audiences(heading: string, url = 'https://www.acme-widgets.com/'): string[] {
  const page = pageWith(main(`<h1>${heading}</h1>`), { url })
  const facts = findAudience(page)
  expect(misquoted(page, facts)).toEqual([])
  return facts.map(({ value = '' }) => value)
}

describe('audience', () => {
  const said: ReadonlyArray<readonly [heading: string, audiences: readonly string[]]> = [
    ['The database for developers', ['developers']],
    ['Invoices for small businesses', ['small-businesses']],
    ['Buchhaltung für Handwerker', ['small-businesses']],
    ['Built for enterprise teams', ['enterprises']],
    ['We help charities raise money', ['nonprofits']],
    ['Planning for busy finance teams', ['businesses']],
    ['Rechtsrat für Unternehmen und Führungskräfte', ['businesses']],
    ['Le logiciel des factures pour les artisans', ['small-businesses']],
    ['La contabilidad para autónomos', ['freelancers']],
    ['Il gestionale per le piccole imprese', ['small-businesses']],
    ['Boekhouden voor zzp’ers', ['freelancers']],
    ['Toys for kids', ['consumers']],
    ['Care for our patients', ['patients']],
    ['Websites for agencies', ['agencies']],
  ]
  test.each(said)('“%s” is for %p', (heading, expected) => {
    expect(audiences(heading)).toEqual([...expected])
  })

  const notSaid = [
    'We are looking for developers',
    'Hiring for engineers',
    'Developers',
    'Not for enterprises',
    'Enterprises have failed us',
    'Free for students',
    'A letter to small businesses everywhere',
    'For the love of bread',
  ]
  test.each(notSaid)('“%s” says nothing about whom it is for', (heading) => {
    expect(audiences(heading)).toEqual([])
  })

  test('what is said is found, what follows from the business is a guess', () => {
    const said = findAudience(pageWith(main('<h1>Invoices for freelancers</h1>')))
    expect(said.map(({ kind, strength }) => [kind, strength])).toEqual([['found', 'explicit']])
    const implied = findAudience(pageWith('', { title: 'Osteria Verde, a restaurant' }))
    expect(implied.map(({ value, kind, strength }) => [value, kind, strength])).toEqual([
      ['consumers', 'inferred', 'wording'],
    ])
  })

  test('structured data names it', () => {
    const data = {
      '@type': 'Service',
      name: 'Audit',
      audience: { '@type': 'BusinessAudience', audienceType: 'Small businesses' },
    }
    const [fact] = findAudience(
      pageWith(`<script type="application/ld+json">${JSON.stringify(data)}</script>`),
    )
    expect([fact?.value, fact?.strength]).toEqual(['small-businesses', 'structured'])
  })

  test('articles and jobs speak to others', () => {
    for (const path of ['/blog/for-developers', '/careers', '/customers/x'])
      expect(audiences('A tool for developers', `https://www.acme-widgets.com${path}`)).toEqual([])
  })
})
