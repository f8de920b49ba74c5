import { describe, expect, test } from 'bun:test'
import { defaultCatalog } from '../../../../src/analysis/catalog/default-catalog.ts'
import { painPoints } from '../../../../src/analysis/catalog/default-options.ts'
import { findPains } from '../../../../src/analysis/scan/facts/pain.ts'
import { found, main, misquoted, pageWith } from './facts-kit.ts'

describe('hints at problems', () => {
  const hints: ReadonlyArray<readonly [text: string, pain: string]> = [
    ['Late payments cost us a day a week.', painPoints.paidLate],
    ['You take over dunning and payment reminders.', painPoints.chasing],
    ['We hire a Sales Development Representative.', painPoints.fewLeads],
    ['Experience with legacy systems is welcome.', painPoints.debt],
    ['You clean up duplicate records.', painPoints.dataSpread],
    ['You care for our data lineage.', painPoints.originUnknown],
    ['You plan our campaign content.', painPoints.slowImages],
    ['Grant reporting to our funders takes a month.', painPoints.evidenceAsked],
    ['Milestone payments follow the work.', painPoints.unprovenMoney],
    ['Manuelle Dateneingabe hält alle auf.', painPoints.byHand],
    ['Relances clients et factures impayées.', painPoints.chasing],
  ]
  test.each(hints)('“%s” hints at “%s”', (text, pain) => {
    const page = pageWith(main(`<h1>Work with us</h1><p>${text}</p>`), {
      url: 'https://www.acme-widgets.com/careers',
    })
    const facts = findPains(page)
    expect(facts.map(({ value }) => value)).toContain(pain)
    expect(facts.every(({ kind, strength }) => kind === 'inferred' && strength === 'wording')).toBe(true)
    expect(facts.every(({ value, signals }) => signals?.painPoints?.[0] === value)).toBe(true)
    expect(misquoted(page, facts)).toEqual([])
  })

  test('every pain is an option of the catalog', () => {
    const options = new Set(defaultCatalog.questions.painPoints.options)
    expect(hints.filter(([, pain]) => !options.has(pain))).toEqual([])
  })

  test('articles, customers and denials hint at nothing', () => {
    expect(found(findPains, main('<p>We have no technical debt.</p>'))).toEqual([])
    for (const path of ['/blog/x', '/customers/x', '/privacy'])
      expect(
        found(findPains, main('<p>Late payments hurt.</p>'), { url: `https://www.acme-widgets.com${path}` }),
      ).toEqual([])
  })

  test('at most four problems are guessed from one page', () => {
    const text = hints.map(([sentence]) => `<p>${sentence}</p>`).join('')
    expect(findPains(pageWith(main(text)))).toHaveLength(4)
  })
})
