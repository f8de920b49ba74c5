import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AnswerField } from '../../../src/analysis/catalog/catalog.ts'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createDiagnose } from '../../../src/analysis/diagnose/diagnose.ts'
import { followUpQuestion, suggestedAnswers } from '../../../src/analysis/scan/questions.ts'
import type { Fact } from '../../../src/analysis/scan/schema.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'

const seed = testSeed('questions')
const catalog = defaultCatalog
const { painPoints, tools } = catalog.questions

function fact(
  id: string,
  signals: NonNullable<Fact['signals']>,
  more: Partial<Pick<Fact, 'confidence' | 'kind'>> = {},
): Fact {
  return { id, kind: 'found', topic: 'tool', text: id, confidence: 'medium', sources: [], signals, ...more }
}

describe('suggested answers', () => {
  test('are options of the catalog that a fact supports, the best supported first', () => {
    const facts = [
      fact('a', { tools: ['Stripe', 'Abacus'], painPoints: ['Follow-ups are forgotten'] }),
      fact('b', { tools: ['Xero'], role: 'Operations' }, { confidence: 'low' }),
      fact('c', { tools: ['Xero'], role: 'Finance or accounting' }, { confidence: 'high' }),
    ]
    expect(suggestedAnswers(facts, catalog)).toEqual({
      role: 'Finance or accounting',
      painPoints: ['Follow-ups are forgotten'],
      tools: ['Xero', 'Stripe'],
    })
  })

  test('are empty where no fact supports an option', () => {
    expect(suggestedAnswers([fact('a', {})], catalog)).toEqual({})
    expect(suggestedAnswers([fact('a', { tools: ['Xero'] }, { kind: 'unknown' })], catalog)).toEqual({})
  })

  test('are at most five problems and twenty tools', () => {
    const all = fact('a', { painPoints: painPoints.options, tools: tools.options })
    const { painPoints: pains = [], tools: named = [] } = suggestedAnswers([all], catalog)
    expect([pains.length, named.length]).toEqual([5, 20])
  })

  test('lead to a diagnosis as they stand', () => {
    const answers = suggestedAnswers([fact('a', { tools: ['Xero', 'DATEV'] })], catalog)
    expect(createDiagnose(catalog)(answers).product?.key).toBe('receivables')
  })
})

describe('the follow-up question', () => {
  test('asks for the problem first where an unconfirmed tool would need the role, which decides less', () => {
    expect(followUpQuestion([fact('a', { tools: ['Stripe'] })], catalog).field).toBe('painPoints')
  })

  test('asks for the problem first without facts, as it decides most', () => {
    expect(followUpQuestion([], catalog)).toEqual({
      id: 'painPoints',
      field: 'painPoints',
      label: painPoints.label,
      options: [
        'Customers pay their invoices late',
        'We do not have enough qualified leads',
        'Code reviews wait too long',
        'Reports show different numbers for the same thing',
        'Campaign images take too long to make',
        'Grant or project money is released without proof',
      ],
      because: [],
    })
  })

  test.each([
    ['agency', 'Approving creative work takes too many rounds'],
    ['nonprofit', 'Grant or project money is released without proof'],
    ['open-source', 'Code reviews wait too long'],
    ['restaurant', 'Campaign images take too long to make'],
    ['construction', 'Partners disagree whether work is finished'],
  ])('offers a company of the kind %s what its cues make likely, and says why', (kind, likely) => {
    const model = { ...fact('model', {}), topic: 'business-model', value: kind } as const
    const { options, because } = followUpQuestion([fact('other', {}), model], catalog)
    expect(options).toContain(likely)
    expect(options.length).toBeLessThanOrEqual(6)
    expect(because).toEqual(['model'])
  })

  test.each([
    ['healthcare', 'What takes the most time or money away from care?'],
    ['retail', 'Between buying and selling, what costs you the most time or money?'],
  ])('asks a company of the kind %s in words of its own, if that is not only a guess', (kind, label) => {
    const model = { ...fact('model', {}), topic: 'business-model', value: kind } as const
    expect(followUpQuestion([model], catalog).label).toBe(label)
    expect(followUpQuestion([{ ...model, confidence: 'low' }], catalog).label).toBe(painPoints.label)
  })

  test.each([
    ['Beauty salon', 'Follow-ups are forgotten'],
    ['Parking', 'Too much routine work is done by hand'],
  ])('offers a company of the trade %s first what its customers notice', (value, likely) => {
    const model = { ...fact('model', {}), topic: 'business-model', value: 'professional-services' } as const
    const industry = { ...fact('industry', {}), topic: 'industry', value } as const
    expect(followUpQuestion([model, industry], catalog).options[0]).toBe(likely)
  })

  test('offers a site that says nothing of its trade only what companies of many kinds know', () => {
    expect(followUpQuestion([fact('name', {})], catalog).options).toEqual([
      'Customers pay their invoices late',
      'Payments are hard to match with invoices',
      'We do not have enough qualified leads',
      'Follow-ups are forgotten',
      'Our visuals do not look like one brand',
      'Too much routine work is done by hand',
    ])
  })

  test('offers only what fits, where that is enough', () => {
    const hospice = { ...fact('model', {}), topic: 'business-model', value: 'nonprofit' } as const
    expect(followUpQuestion([hospice], catalog).options).toEqual([
      'We cannot tell which money will arrive when',
      'Our customer records are incomplete or out of date',
      'Grant or project money is released without proof',
      'Sponsors ask for evidence of progress',
      'Our track record is hard to prove',
    ])
  })

  test('offers options of another catalog: the likely ones, then those without a cue, none for other kinds of company', () => {
    const pains = [
      'Missed appointments',
      'Bills typed by hand',
      'A slow shop',
      'Few reviews',
      'A site too old',
    ]
    const cue = (option: string, kind: string) => ({ field: 'painPoints' as const, option, kinds: [kind] })
    const own = {
      ...catalog,
      questions: { ...catalog.questions, painPoints: { label: 'What is worst?', options: pains } },
      products: catalog.products.slice(0, 5).map((product, index) => ({
        ...product,
        signals: {
          roles: [],
          painPoints: pains.slice(index, index + 1).map((signal) => ({ signal, weight: 5 })),
          tools: [],
        },
      })),
      cues: [
        cue('Missed appointments', 'healthcare'),
        cue('Bills typed by hand', 'healthcare'),
        cue('A slow shop', 'e-commerce'),
      ],
    }
    const dentist = { ...fact('model', {}), topic: 'business-model', value: 'healthcare' } as const
    expect(followUpQuestion([dentist], own).options).toEqual([
      'Missed appointments',
      'Bills typed by hand',
      'Few reviews',
      'A site too old',
    ])
  })

  test('has a reason whenever the site says anything', () => {
    expect(followUpQuestion([fact('name', {})], catalog).because).toEqual(['name'])
    expect(followUpQuestion([fact('name', {}, { kind: 'unknown' })], catalog).because).toEqual([])
  })

  test('never asks for a known field, and cites the facts behind the leading products', () => {
    const facts = [
      fact('ledger', { tools: ['Xero'] }),
      fact('late', { painPoints: ['Customers pay their invoices late'] }),
      fact('code', { tools: ['GitHub'] }),
      fact('other', { tools: ['Hotjar'] }),
    ]
    const question = followUpQuestion(facts, catalog)
    expect(question.field).toBe('role')
    expect(question.because).toEqual(['ledger', 'late', 'code'])
  })

  test('asks for the timeline when all else is known', () => {
    const all = fact('a', {
      role: 'Operations',
      painPoints: ['Code reviews wait too long'],
      tools: ['GitHub'],
    })
    expect(followUpQuestion([all], catalog).field).toBe('timeline')
  })

  test('is the open question of which most options change the product, over generated facts', () => {
    const diagnose = createDiagnose(catalog)
    const signals = fc.record(
      {
        role: fc.constantFrom(...catalog.questions.role.options),
        painPoints: fc.subarray(painPoints.options, { maxLength: 3 }),
        tools: fc.subarray(tools.options, { maxLength: 4 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(signals, { maxLength: 4 }), (list) => {
        const facts = list.map((one, index) => fact(`f${index}`, one))
        const known = suggestedAnswers(facts, catalog)
        const before =
          Object.keys(known).length === 0 ? undefined : diagnose({ suggested: known }).product?.key
        const changes = (field: AnswerField) => {
          const { options } = catalog.questions[field]
          const changed = options.filter((option) => {
            const many = field === 'painPoints' || field === 'tools'
            return diagnose({ [field]: many ? [option] : option, suggested: known }).product?.key !== before
          })
          return changed.length / options.length
        }
        const question = followUpQuestion(facts, catalog)
        expect(known[question.field]).toBeUndefined()
        for (const field of ['role', 'painPoints', 'tools', 'timeline'] as const) {
          if (known[field] === undefined)
            expect(changes(question.field)).toBeGreaterThanOrEqual(changes(field))
        }
        expect(followUpQuestion(facts, catalog)).toEqual(question)
        for (const id of question.because) expect(facts.map((one) => one.id)).toContain(id)
      }),
      { seed, numRuns: sizeOf({ short: 30, soak: 300 }) },
    )
  })
})
