import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { withReportDays } from '../../../src/analysis/catalog/report-days.ts'
import { chatEntries } from '../../../src/analysis/chat/entries.ts'
import { checkWording, numbersIn, type WordingProblem } from '../../../src/analysis/diagnose/check-wording.ts'
import { createVocabulary } from '../../../src/analysis/diagnose/vocabulary.ts'
import { testSeed } from '../../support/seed.ts'
import { expectLinearGrowth, repeatedTexts } from '../linear-growth.ts'

const seed = testSeed('check-wording')
const catalog = withReportDays(defaultCatalog, 30)
const vocabulary = createVocabulary(catalog)
const reasons =
  'Receivables has 19 of 28 points: the role “Finance or accounting” (5), the problem “Customers pay their invoices late” (5), the problem “Payments are hard to match with invoices” (4), the tool “Xero” (3) and the tool “Stripe” (2).'
const unspoken = ['Reword the reasons in one sentence for a friend of the house.']

const judge = (text: string, input: readonly string[] = [reasons]) =>
  checkWording(text, { vocabulary, input, unspoken, lengthMax: 900 })
const problemOf = (text: string, input?: readonly string[]): WordingProblem | undefined => {
  const verdict = judge(text, input)
  return 'problem' in verdict ? verdict.problem : undefined
}
const answerTo = (faq: string) => {
  const entry = chatEntries(catalog).find((one) => one.faq === faq)
  if (entry === undefined) throw new Error(`no entry "${faq}"`)
  return [entry.faq, entry.answer]
}

describe('what a helpful model would write of the reasons passes', () => {
  test.each([
    reasons,
    'Receivables is the best match: it scores 19 of 28 points. Your role, “Finance or accounting”, and the problem “Customers pay their invoices late” speak for it, as does your use of Xero and Stripe.',
    'Receivables fits your situation best, because your customers pay their invoices late and payments are hard to match. It also works with the tools you already use, Xero and Stripe.',
    'Based on your answers, Receivables is the strongest fit with 19 of 28 points. Working in finance or accounting and having customers who pay late count most, while Xero and Stripe add some points.',
    'Given your role in finance, Receivables stands out as the clear recommendation: late-paying customers and payments that are hard to match with invoices are exactly what it handles.',
    'You work in finance, your customers’ invoices are paid late, and it’s hard to match payments: that’s why Receivables scored 19 points.',
    'With 19 out of 28 points, Receivables aligns closely with your needs. The key factors were late invoices and payments that are difficult to match; using Xero and Stripe strengthens the case.',
    'Receivables\nhas 19 of 28 points.\n\nYour role (5) and late invoices (5) matter most.',
  ])('%s', (text) => {
    expect(judge(text)).toEqual({ text: text.replace(/\n+/g, ' ') })
  })
})

describe('what a helpful model would answer passes', () => {
  test.each<[string, string]>([
    [
      'How does Receivables get late invoices paid?',
      'Receivables lists your overdue invoices by amount and age and drafts a fitting reminder for each customer. A person approves or edits every message before it is sent.',
    ],
    [
      'Which accounting and payment tools does Receivables work with?',
      'It works with invoices from QuickBooks, Xero, Sage, DATEV, FreshBooks or NetSuite, and with payments through Stripe, Chargebee, GoCardless, Mollie or Adyen.',
    ],
    [
      'Does Receivables write to customers by itself?',
      'No, it only drafts messages, and a person decides. Without approval, nothing is sent.',
    ],
    [
      'What does it cost?',
      'The scan, the recommendation, the report and this chat are free of charge. For the prices of the agents, please ask the people who run this server.',
    ],
    [
      'What does the website scan read?',
      'It reads the page you name and up to five more public pages of the same site, and it respects robots.txt.',
    ],
    [
      'How does Outreach find leads?',
      'You name a few customers you like, and Outreach looks for companies with the same public traits, such as size or sector.',
    ],
  ])('%s', (faq, text) => {
    const verdict = judge(text, answerTo(faq))
    // Courtesy is an order when nothing in the input is one.
    if (text.includes('please')) expect(verdict).toEqual({ problem: 'guarded_word' })
    else expect(verdict).toEqual({ text })
  })

  test('every written answer passes against itself', () => {
    for (const { faq, answer } of chatEntries(catalog)) {
      expect({ faq, verdict: judge(answer, [faq, answer]) }).toEqual({ faq, verdict: { text: answer } })
    }
  })
})

describe('what a lying model writes is refused', () => {
  test.each<[string, WordingProblem]>([
    ['', 'empty'],
    [' \n\t ', 'empty'],
    ['Receivables fits. '.repeat(60), 'too_long'],
    ['Receivables fits invo\u00adices.', 'invisible'],
    ['Receivables\u0007 fits late invoices.', 'invisible'],
    ['Receivables\u00a0fits late invoices.', 'invisible'],
    ['Receivables fits late invoices\u200d.', 'invisible'],
    ['Receivables fits <b>late</b> invoices.', 'sign'],
    ['Receivables fits late invoices & more.', 'sign'],
    ['Does Receivables fit late invoices?', 'sign'],
    ['Receivables fits late invoices: 5/5.', 'sign'],
    ['Receivables fits late invoiсes.', 'sign'],
    ['Receivables costs €5 for late invoices.', 'sign'],
    ['Receivables fits late invoices (see www.evil.example).', 'address'],
    ['Receivables fits late invoices.Data fits.', 'address'],
    ['Receivables has 19 of 29 points.', 'number'],
    ['Receivables has 19.5 of 28 points.', 'address'],
    ['Receivables has nineteen of twenty-eight points.', 'number'],
    ['Receivables scores twice for late invoices.', 'number'],
    ['Receivables is second for late invoices.', 'number'],
    ['Receivables2 fits late invoices.', 'number'],
    ['Receivables fits late invoices in Paris.', 'name'],
    ['Paris fits late invoices.', 'name'],
    ['Receivables fits late invoices and Sage.', 'name'],
    ['Sage fits late invoices.', 'name'],
    ['Receivables fits late invoices and sage.', 'word'],
    ['Receivables fits late invoices and data trust.', 'word'],
    ['Receivables fits late invoices and Data Trust.', 'name'],
    ['Receivables fits late invoices and XERO.', 'name'],
    ['Receivables fits late invoices and StripE.', 'name'],
    ['Receivables fits late invoices, per your AI.', 'name'],
    ['Receivables fits late invoices and wonga.', 'word'],
    ['Receivables passt zu offenen Rechnungen.', 'word'],
    ['Receivables fits l a t e invoices.', 'word'],
    ['Receivables does not fit late invoices.', 'guarded_word'],
    ['Receivables doesn’t fit late invoices.', 'guarded_word'],
    ['Receivables never fits late invoices.', 'guarded_word'],
    ['Receivables is guaranteed for late invoices.', 'guarded_word'],
    ['Receivables is free for late invoices.', 'guarded_word'],
    ['Ignore Receivables and late invoices.', 'name'],
    ['Receivables fits late invoices; ignore the points.', 'guarded_word'],
    ['You should visit Receivables for late invoices.', 'guarded_word'],
    ['Receivables wants your password for late invoices.', 'guarded_word'],
    ['Receivables fits late invoices. The answer is quiet and friendly today.', 'not_grounded'],
    [`${reasons} The answer is quiet and friendly today.`, 'not_grounded'],
    ['Receivables is a quiet and friendly colleague for invoices, welcome in every team.', 'not_grounded'],
    ['Segment fits late invoices.', 'name'],
    ['Receivables is a great, friendly and careful colleague for a quiet morning.', 'not_grounded'],
    ['Receivables: in one sentence for a friend of the role.', 'number'],
  ])('%j: %s', (text, problem) => {
    const found = problemOf(text)
    expect(found).toBeDefined()
    expect(found).toBe(problem)
  })

  test('five words in a row of the instructions, unless the input holds them too', () => {
    const instructions = ['Tell the person which reasons matter most and why they do.']
    const text = 'Receivables: which reasons matter most and why, the invoices say.'
    const checked = (input: string[]) =>
      checkWording(text, { vocabulary, input, unspoken: instructions, lengthMax: 900 })
    expect(checked([reasons])).toEqual({ problem: 'repeats_instructions' })
    expect(checked([reasons, 'which reasons matter most and why'])).toEqual({ text })
  })

  test('ordinary words in a row that name a product', () => {
    const input = ['We trust our data, and data is what the trust of customers stands on.']
    expect(problemOf('Customers trust the data.', input)).toBeUndefined()
    expect(problemOf('Customers stand on data trust.', input)).toBe('name')
  })

  test('every product and tool of the catalog that the input does not name', () => {
    const names = [...catalog.products.map(({ name }) => name), ...catalog.questions.tools.options]
    for (const name of names) {
      const problem = problemOf(`Receivables fits late invoices and works with ${name} as well.`)
      expect({ name, refused: problem !== undefined }).toEqual({ name, refused: !reasons.includes(name) })
    }
  })
})

test('numbers are read in their order, words as digits', () => {
  expect(numbersIn('It has nineteen of 28 points (5), twenty-five and 1,000.')).toEqual([
    '19',
    '28',
    '5',
    '20',
    '5',
    '1,000',
  ])
})

test('a text with a word that no list holds never passes', () => {
  const strange = fc.string({ unit: fc.constantFrom(...'qxzjkvwy'), minLength: 4, maxLength: 12 })
  const words = reasons.replace(/[^\p{L} ]/gu, '').split(' ')
  fc.assert(
    fc.property(strange, fc.integer({ min: 0, max: words.length }), (word, at) => {
      expect(problemOf(words.toSpliced(at, 0, word).join(' '))).toBeDefined()
    }),
    { seed, numRuns: 300 },
  )
})

test('whatever is written, what passes has no signs, numbers or capitals that the input lacks', () => {
  const part = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...reasons.split(' ')) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('fits', 'best', 'the', 'and', 'because', 'your', 'well', 'Data', 'Next'),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 5 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('7', '20', 'Acme', 'acme.com', '<b>', 'nine', 'Sage', '$', '\u202e'),
    },
  )
  const signs = new Set(`${reasons}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.,;:'’“”"()-–— `)
  let passed = 0
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
      const verdict = judge(parts.join(' '))
      if (!('text' in verdict)) return
      passed += 1
      expect([...verdict.text].filter((sign) => !signs.has(sign))).toEqual([])
      expect(verdict.text).not.toMatch(/\b(7|20|nine|Acme|acme|Sage)\b/)
    }),
    { seed, numRuns: 3_000 },
  )
  expect(passed).toBeGreaterThan(20)
})

describe('every text is read in time linear in its length:', () => {
  const worst: [name: string, seed: string, start?: string, end?: string][] = [
    ['letters', 'a'],
    ['blanks', ' '],
    ['blanks within', ' ', 'a', 'b'],
    ['newlines', '\n', 'a', 'b'],
    ['dots', '.', 'a'],
    ['dots and letters', 'a.'],
    ['letters and many dots', `a${'.'.repeat(999)}`],
    ['hyphens', 'a-'],
    ['hyphens alone', '-'],
    ['apostrophes', 'a’'],
    ['sentences', 'Receivables fits. '],
    ['words', 'invoices '],
    ['digits', '1'],
    ['numbers', 'one '],
    ['accents', 'e\u0301'],
    ['accents alone', '\u0301'],
    ['quotes', '“'],
    ['pictures', '😀'],
    ['instructions', 'in one sentence for a '],
    ['blank pairs', 'a  '],
  ]
  const limits = { vocabulary, unspoken, lengthMax: Number.POSITIVE_INFINITY }
  test.each(worst)('%s', (name, seed, start = '', end = '') => {
    const texts = repeatedTexts([seed], [[start, end]])
    for (const { textOf } of texts)
      expectLinearGrowth(name, {
        size: 20_000,
        workOn: (chars) => {
          const text = textOf(chars)
          return () => {
            checkWording(text, { ...limits, input: [reasons] })
            // The same text as input makes everything pass that can pass, so that every step is run.
            checkWording(text, { ...limits, input: [reasons, text] })
          }
        },
      })
  })
})
