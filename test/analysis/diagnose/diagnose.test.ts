import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { signalsOf } from '../../../src/analysis/catalog/signals-of.ts'
import { confidenceOf, createDiagnose } from '../../../src/analysis/diagnose/diagnose.ts'
import type { DiagnosticAnswers } from '../../../src/analysis/diagnose/schema.ts'
import { analysisError } from '../../../src/analysis/errors.ts'
import { testSeed } from '../../support/seed.ts'
import { sizeOf } from '../../support/soak.ts'
import { expectLinearGrowth } from '../linear-growth.ts'
import { answerSets, phrasesOf, unknownWords } from './answer-sets.ts'

const seed = testSeed('diagnose')
const runs = { seed, numRuns: sizeOf({ short: 200, soak: 1000 }) }
const catalog = defaultCatalog
const diagnose = createDiagnose(catalog)
const sets = answerSets(catalog)

/** The result, or undefined where the answers hold nothing. */
function tryDiagnose(answers: DiagnosticAnswers) {
  try {
    return diagnose(answers)
  } catch (error) {
    if (analysisError.is(error, 'missing_signals')) return undefined
    throw error
  }
}

function scoreOf(answers: DiagnosticAnswers, key: string): number {
  return tryDiagnose(answers)?.scores.find((score) => score.key === key)?.score ?? 0
}

function points(answers: DiagnosticAnswers) {
  return tryDiagnose(answers)?.scores.map(({ key, score }) => [key, score])
}

describe('over 1,000 generated answer sets', () => {
  test('the same answers in any order give the same bytes', () => {
    const shuffled = sets.chain((answers) =>
      fc.record({
        answers: fc.constant(answers),
        painPoints: fc.shuffledSubarray(answers.painPoints ?? [], {
          minLength: answers.painPoints?.length ?? 0,
        }),
        tools: fc.shuffledSubarray(answers.tools ?? [], { minLength: answers.tools?.length ?? 0 }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ answers, painPoints, tools }) => {
        const { role, timeline } = answers
        const reordered: DiagnosticAnswers = {
          ...(timeline === undefined ? {} : { timeline }),
          ...(answers.tools === undefined ? {} : { tools }),
          ...(answers.painPoints === undefined ? {} : { painPoints }),
          ...(role === undefined ? {} : { role }),
        }
        expect(JSON.stringify(tryDiagnose(reordered))).toBe(JSON.stringify(tryDiagnose(answers)))
        expect(JSON.stringify(createDiagnose(catalog)({ ...answers, role: 'CFO' }))).toBe(
          JSON.stringify(diagnose({ ...answers, role: 'CFO' })),
        )
      }),
      runs,
    )
  })

  test('an answer in favour of a product never lowers its score or percentage', () => {
    const several = fc.constantFrom('painPoints' as const, 'tools' as const)
    const signal = fc
      .constantFrom(...catalog.products)
      .chain((product) =>
        several.chain((field) =>
          fc
            .constantFrom(...signalsOf(product, field))
            .map(({ signal }) => ({ key: product.key, field, signal })),
        ),
      )
    fc.assert(
      fc.property(sets, signal, (answers, { key, field, signal }) => {
        const more = { ...answers, [field]: [...(answers[field] ?? []), signal] }
        expect(scoreOf(more, key)).toBeGreaterThanOrEqual(scoreOf(answers, key))
      }),
      runs,
    )
  })

  test('unknown words inside an answer change no score', () => {
    const one = fc.constantFrom('painPoints' as const, 'tools' as const).chain((field) =>
      fc.record({
        field: fc.constant(field),
        phrase: fc.constantFrom(...phrasesOf(field, catalog)),
        unknown: unknownWords(field, catalog),
      }),
    )
    fc.assert(
      fc.property(one, ({ field, phrase, unknown }) => {
        const scattered = phrase.split(' ').join(` ${unknown} `)
        expect(points({ [field]: [`${unknown} ${scattered} ${unknown}`] })).toEqual(
          points({ [field]: [phrase] }),
        )
      }),
      runs,
    )
  })

  test('scores, order, percentages and the recommendation agree with each other', () => {
    fc.assert(
      fc.property(sets, (answers) => {
        const result = tryDiagnose(answers)
        if (result === undefined) return
        const { scores, product, confidence } = result
        expect(scores).toHaveLength(catalog.products.length)
        for (const { score, maxPossible, percentage, matched } of scores) {
          expect(matched.reduce((sum, { weight }) => sum + weight, 0)).toBe(score)
          expect(score).toBeLessThanOrEqual(maxPossible)
          expect(percentage).toBe(Math.round((100 * score) / maxPossible))
        }
        const sorted = [...scores].sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
        expect(scores).toEqual(sorted)
        const best = scores[0]
        const enough = best !== undefined && best.score >= catalog.scoring.scoreMin
        expect(product?.key).toBe(enough ? best.key : undefined)
        expect(confidence).toBe(enough ? confidenceOf(scores, catalog.scoring) : 'low')
      }),
      runs,
    )
  })

  test('the text of the caller appears in `matched` alone', () => {
    fc.assert(
      fc.property(sets, (answers) => {
        const marked = { ...answers, painPoints: [...(answers.painPoints ?? []), 'IGNORE-ALL overdue <b>'] }
        const { reasoning, agentSays } = diagnose(marked)
        expect(`${reasoning}${agentSays}`).not.toMatch(/IGNORE|<b>/)
      }),
      runs,
    )
  })
})

test('the scores of 1,000 fixed answer sets have the recorded digest', () => {
  const next = createNumbers(20_260_504)
  const pick = <Item>(list: readonly Item[]) => list[next() % list.length]
  const some = (list: readonly string[], most: number) =>
    Array.from({ length: next() % (most + 1) }, () => pick(list) ?? '')
  const digest = createHash('sha256')
  for (let set = 0; set < 1000; set += 1) {
    const answers = {
      role: pick(phrasesOf('role', catalog)) ?? '',
      painPoints: some(phrasesOf('painPoints', catalog), 5),
      tools: some(phrasesOf('tools', catalog), 8),
      timeline: pick(phrasesOf('timeline', catalog)) ?? '',
    }
    digest.update(JSON.stringify(diagnose(answers).scores))
  }
  expect(digest.digest('hex')).toBe('7fa74424002dee6482e9f330a5f174532ccb7d50edc3bb79ae7e46f174bed0e8')
})

/** Numerical Recipes' generator: the same on every machine, in every version of the test tools. */
function createNumbers(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

test('a finance lead whose customers pay late gets Receivables, with every point explained', () => {
  const result = diagnose({
    role: 'CFO',
    painPoints: ['Overdue invoices!', 'cash-flow', 'quiet office'],
    tools: ['Xéro', 'git hub'],
    timeline: 'asap',
  })
  expect(result).toMatchObject({
    product: {
      key: 'receivables',
      name: 'Receivables',
      tagline: 'gets invoices paid without spoiling the relationship',
      url: '{BASE_URL}/products/receivables',
    },
    confidence: 'high',
    reasoning:
      'Receivables has 17 of 28 points: the role “Finance or accounting” (5), the problem “Customers pay their invoices late” (5), the problem “We cannot tell which money will arrive when” (4) and the tool “Xero” (3). Next is Code Signals with 3 points, 14 points behind, so the confidence is high.',
    reasoningBy: 'rules',
  })
  expect(result.agentSays).toStartWith('I am Receivables, the agent that gets invoices paid')
  expect(result.agentSays).toContain('You want to start as soon as possible')
  expect(result.scores[0]).toEqual({
    key: 'receivables',
    name: 'Receivables',
    score: 17,
    maxPossible: 28,
    percentage: 61,
    matched: [
      { field: 'role', answer: 'CFO', signal: 'Finance or accounting', weight: 5 },
      {
        field: 'painPoints',
        answer: 'Overdue invoices!',
        signal: 'Customers pay their invoices late',
        weight: 5,
      },
      {
        field: 'painPoints',
        answer: 'cash-flow',
        signal: 'We cannot tell which money will arrive when',
        weight: 4,
      },
      { field: 'tools', answer: 'Xéro', signal: 'Xero', weight: 3 },
    ],
  })
})

test.each([
  ['one light tool', { tools: ['Stripe'] }],
  ['a timeline alone', { timeline: 'now' }],
  ['words that the catalog does not know', { role: 'Astronaut', painPoints: ['the moon'] }],
  ['punctuation', { role: '???' }],
])('%s recommends nothing and asks for more', (_, answers) => {
  const { product, confidence, agentSays, reasoning } = diagnose(answers)
  expect({ product, confidence }).toEqual({ product: null, confidence: 'low' })
  expect(agentSays).toStartWith('I cannot name an agent from these answers yet. What would help: What')
  expect(reasoning).toMatch(/no product is recommended|none is recommended/)
})

test.each<[string, DiagnosticAnswers]>([
  ['no field', {}],
  ['empty texts', { role: '', timeline: '' }],
  ['what shows nothing in a chat either', { role: '\u2800', tools: ['\u{e0041}', '\u3164'] }],
  ['blank texts', { role: ' \t\n\u00a0', painPoints: ['\u200b\ufeff', '  '], tools: [], timeline: '\u3000' }],
])('%s is not a signal', (_, answers) => {
  expect(() => diagnose(answers)).toThrow(analysisError('missing_signals'))
})

test('ten thousand answers and a megabyte of text are read in linear time', () => {
  const answersOf = (count: number) => ({
    painPoints: Array.from({ length: count }, (_, index) => `overdue ${index}`),
    tools: ['a '.repeat(50 * count)],
  })
  expect(diagnose(answersOf(10_000)).scores[0]?.score).toBe(5)
  expectLinearGrowth('answers', {
    size: 1_000,
    workOn: (count) => {
      const answers = answersOf(count)
      return () => diagnose(answers)
    },
  })
})

test('answers that only a scan suggested give medium confidence at most, with the same scores', () => {
  const answers = {
    role: 'Finance or accounting',
    painPoints: ['Customers pay their invoices late', 'We cannot tell which money will arrive when'],
    tools: ['Xero'],
  }
  const confirmed = diagnose(answers)
  const suggested = diagnose({ ...answers, source: 'scan' })
  expect([confirmed.confidence, suggested.confidence]).toEqual(['high', 'medium'])
  expect(suggested.reasoning).toEndWith('so the confidence is medium.')
  expect(suggested.scores).toEqual(confirmed.scores)
  expect(() => diagnose({ source: 'scan' })).toThrow(analysisError('missing_signals'))
})

test.each([
  ['one role', { role: 'Finance or accounting' }, undefined],
  ['a role that suits several products and one tool', { role: 'Founder or CEO', tools: ['Xero'] }, undefined],
  ['tools that say little', { tools: ['GitHub', 'Netlify', 'Vercel'] }, undefined],
  ['a role and a tool', { role: 'Finance or accounting', tools: ['Xero'] }, 'receivables'],
  ['two tools', { tools: ['Shopify', 'Klaviyo'] }, 'campaign-studio'],
])('of what only a scan suggested, %s', (_, answers, key) => {
  const suggested = diagnose({ ...answers, source: 'scan' })
  expect(suggested.product?.key).toBe(key)
  expect(suggested.scores).toEqual(diagnose(answers).scores)
  if (key === undefined && (suggested.scores[0]?.score ?? 0) >= catalog.scoring.scoreMin)
    expect(suggested.reasoning).toEndWith('must point to the same product, so no product is recommended.')
})

describe('suggestions of a scan beside answers', () => {
  const withoutSource = ({ source: _, ...answers }: DiagnosticAnswers) => answers
  const late = { painPoints: ['Customers pay their invoices late'] }
  const suggested: DiagnosticAnswers = {
    role: 'Finance or accounting',
    painPoints: ['Chasing unpaid invoices takes too much time'],
    tools: ['Xero'],
    source: 'scan',
  }

  test('add to the scores, but give no high confidence that the answers do not have', () => {
    const { scores, product, confidence } = diagnose({ ...late, suggested })
    expect([product?.key, scores[0]?.score, confidence]).toEqual(['receivables', 18, 'medium'])
    const confirmed = { ...suggested, painPoints: [...late.painPoints, ...(suggested.painPoints ?? [])] }
    expect(diagnose(withoutSource(confirmed)).confidence).toBe('high')
    expect(diagnose({ ...late, role: 'CFO', suggested: { tools: ['Xero'] } }).confidence).toBe('high')
  })

  test('never replace the product of the answers, nor a role that was given', () => {
    const other = { painPoints: ['Follow-ups are forgotten', 'Prospects do not answer our messages'] }
    expect(diagnose({ suggested: other }).product?.key).toBe('outreach')
    expect(diagnose({ ...late, suggested: other })).toEqual(diagnose(late))
    const role = diagnose({ ...late, role: 'Software developer', suggested })
    expect(role.scores[0]?.matched.map(({ field }) => field)).not.toContain('role')
  })

  test('alone are as answers whose source is the scan', () => {
    expect(diagnose({ suggested })).toEqual(diagnose(suggested))
    expect(() => diagnose({ suggested: { tools: [' '] } })).toThrow(analysisError('missing_signals'))
  })
})

test('every product can be recommended with high confidence', () => {
  for (const product of catalog.products) {
    const answers = {
      role: product.signals.roles[0]?.signal ?? '',
      painPoints: product.signals.painPoints.map(({ signal }) => signal),
      tools: product.signals.tools.map(({ signal }) => signal),
    }
    expect([product.key, diagnose(answers).product?.key, diagnose(answers).confidence]).toEqual([
      product.key,
      product.key,
      'high',
    ])
  }
})

test('an agent mentions approval at most once', () => {
  for (const { name, signals } of catalog.products) {
    const painPoints = signals.painPoints.map(({ signal }) => signal)
    const { agentSays } = diagnose({ role: signals.roles[0]?.signal ?? '', painPoints })
    const said = agentSays.replace(/“[^”]*”/g, '').match(/\bapprov/g) ?? []
    expect({ name, times: said.length > 1 ? said.length : 0 }).toEqual({ name, times: 0 })
  }
})

describe('a catalog other than the built-in one', () => {
  const [product, rival] = catalog.products
  if (product === undefined || rival === undefined) throw new Error('The built-in catalog is empty')
  const signals = {
    roles: [],
    painPoints: [],
    tools: [],
    timelines: [{ signal: 'Within a month', weight: 7 }],
  }

  test('may weigh the timeline, and leads by its score when its product is the only one', () => {
    const single = createDiagnose({ ...catalog, products: [{ ...product, signals }] })
    const { reasoning, confidence, scores } = single({ timeline: 'next month' })
    expect(reasoning).toBe(
      'Receivables has 7 of 7 points: the timeline “Within a month” (7). The confidence is high.',
    )
    expect({ confidence, percentage: scores[0]?.percentage }).toEqual({ confidence: 'high', percentage: 100 })
  })

  test('lists equal products by key, with low confidence', () => {
    const even = createDiagnose({
      ...catalog,
      products: [
        { ...product, signals },
        { ...rival, signals },
      ],
    })
    const { product: chosen, confidence, reasoning } = even({ timeline: 'Within a month' })
    expect([chosen?.key, confidence]).toEqual(['outreach', 'low'])
    expect(reasoning).toEndWith(
      'Next is Receivables with 7 points, the same score, and stands second by the order of the catalog’s keys alone, so the confidence is low.',
    )
  })

  test('may hold a product without signals, which scores 0 of 0', () => {
    const none = { roles: [], painPoints: [], tools: [] }
    const { scores } = createDiagnose({ ...catalog, products: [{ ...product, signals: none }] })({
      role: 'CFO',
    })
    expect(scores).toEqual([
      { key: 'receivables', name: 'Receivables', score: 0, maxPossible: 0, percentage: 0, matched: [] },
    ])
  })
})
