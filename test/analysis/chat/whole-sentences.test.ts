import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { type ChatEntry, chatEntries } from '../../../src/analysis/chat/entries.ts'
import { readSentences, sentencesOf } from '../../../src/analysis/chat/whole-sentences.ts'
import { testSeed } from '../../support/seed.ts'
import { expectLinearGrowth, repeatedTexts } from '../linear-growth.ts'
import { reversals } from '../llm/attacks.ts'

const seed = testSeed('whole-sentences')
const entries = chatEntries(defaultCatalog)
const entryOf = (faq: string): ChatEntry => {
  const entry = entries.find((one) => one.faq === faq)
  if (entry === undefined) throw new Error(`no entry "${faq}"`)
  return entry
}
const limits = entryOf('What are the limits of Receivables?')
const byItself = entryOf('Does Receivables write to customers by itself?')
const reminders = entryOf('How does Receivables get late invoices paid?')
const made = (answer: string, id = 0): ChatEntry => ({
  id,
  productKey: null,
  faq: `q${id}`,
  wordings: [],
  asked: '',
  answer,
})

/** Whether a text is made of beginnings of the answers: written apart from the code, by trying all. */
function isBeginnings(text: string, answers: readonly string[]): boolean {
  if (text === '') return true
  return answers.some((answer, at) => {
    const others = answers.toSpliced(at, 1)
    for (let end = 1; end <= answer.length; end += 1) {
      const cut = answer.slice(0, end)
      const isWhole = end === answer.length || /[.!?] \p{Lu}/u.test(answer.slice(end - 1, end + 2))
      if (isWhole && text.startsWith(cut) && isBeginnings(text.slice(end).trimStart(), others)) return true
    }
    return false
  })
}

describe('a text that reverses the meaning of an answer is refused', () => {
  test.each([
    ['I move money and change your books. I give legal and tax advice.', limits],
    ['What Receivables says of its limits: I move money and change your books.', limits],
    ['No. Without an approval every draft is sent by itself.', byItself],
    ['No. It drafts, a person decides. Without an approval everything is sent.', byItself],
    ['No. It decides, a person drafts.', byItself],
    ['It drafts, a person decides.', byItself],
    ['No.', byItself],
    ['Yes. It drafts, a person decides.', byItself],
    ['A person approves or edits each message after it is sent.', reminders],
    ['A person can approve or edit each message before it is sent.', reminders],
  ])('%j', (raw, entry) => {
    expect(readSentences(raw, [entry])).toBeUndefined()
  })

  test.each(reversals)('over every answer of the catalog: $name', ({ reverse }) => {
    let tried = 0
    for (const entry of entries) {
      const said = reverse(entry.answer)
      if (said === undefined || said === entry.answer) continue
      tried += 1
      const reply = readSentences(said, [entry])?.reply
      // What is left of an answer after a cut may be a beginning of it; anything else is refused.
      expect({ said, isSafe: reply === undefined || entry.answer.startsWith(`${reply} `) }).toEqual({
        said,
        isSafe: true,
      })
    }
    expect(tried).toBeGreaterThan(0)
  })
})

test('beginnings of answers are returned in the spelling of the catalog', () => {
  expect(readSentences(' NO - it drafts; a person decides! ', [byItself])).toEqual({
    reply: 'No. It drafts, a person decides.',
    entries: [byItself],
  })
  expect(readSentences(byItself.answer, [byItself])?.reply).toBe(byItself.answer)
})

test('a yes or no is accepted from the best entry alone, and only at the start', () => {
  const yes = entryOf('Can Outreach remind us of follow-ups?')
  expect(readSentences(yes.answer, [byItself, yes])).toBeUndefined()
  expect(readSentences(`${byItself.answer} ${yes.answer}`, [byItself, yes])).toBeUndefined()
  expect(readSentences(reminders.answer, [byItself, reminders])).toBeUndefined()
  expect(readSentences(`${byItself.answer} ${reminders.answer}`, [byItself, reminders])?.entries).toEqual([
    byItself,
    reminders,
  ])
  expect(readSentences(limits.answer, [reminders, limits])?.entries).toEqual([limits])
})

test('every accepted text consists of beginnings of the answers', () => {
  const some = fc.shuffledSubarray(entries, { minLength: 1, maxLength: 4 })
  const written = some.chain((shown) => {
    const sentences = shown.flatMap(({ answer }) => answer.split(/(?<=[.!?]) /))
    const words = sentences.flatMap((sentence) => sentence.split(' '))
    const part = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...sentences) },
      { weight: 1, arbitrary: fc.constantFrom(...words, 'not', 'never', 'only', 'No.', 'Yes.') },
    )
    return fc.record({ shown: fc.constant(shown), parts: fc.array(part, { minLength: 1, maxLength: 4 }) })
  })
  let passed = 0
  fc.assert(
    fc.property(written, ({ shown, parts }) => {
      const read = readSentences(parts.join(' '), shown)
      if (read === undefined) return
      passed += 1
      const answers = shown.map(({ answer }) => answer)
      expect({ reply: read.reply, isWhole: isBeginnings(read.reply, answers) }).toMatchObject({
        isWhole: true,
      })
    }),
    { seed, numRuns: 3_000 },
  )
  expect(passed).toBeGreaterThan(100)
})

test.each([
  ['No. It drafts.', ['No.', 'It drafts.']],
  ['It reads robots.txt. Then it stops.', ['It reads robots.txt.', 'Then it stops.']],
  ['Made for e.g. Xero or Sage. Never for banks.', ['Made for e.g. Xero or Sage.', 'Never for banks.']],
  ['It is approved by Dr. Ada Lovelace alone.', ['It is approved by Dr. Ada Lovelace alone.']],
  ['Sent by J. Doe. Read by all.', ['Sent by J. Doe.', 'Read by all.']],
  [
    'It never (says Ada. So does Ben.) sends. It drafts.',
    ['It never (says Ada. So does Ben.) sends.', 'It drafts.'],
  ],
  [
    'Not true is “It sends. It pays.” of all. It drafts.',
    ['Not true is “It sends. It pays.” of all.', 'It drafts.'],
  ],
  ['Rule No. 5 holds. ok then', ['Rule No. 5 holds. ok then']],
])('%j has the sentences %j', (text, sentences) => {
  expect(sentencesOf(text)).toEqual(sentences)
})

test('an answer without words accepts no text', () => {
  expect(readSentences('', [made('…')])).toBeUndefined()
  expect(readSentences('hello', [made('…')])).toBeUndefined()
})

test('every text is read in time linear in its length', () => {
  const texts = repeatedTexts(['a. ', ' ', 'A. ', '.'])
  for (const { seed: piece, textOf } of texts)
    expectLinearGrowth(`sentences of ${JSON.stringify(piece)}`, {
      size: 50_000,
      workOn: (chars) => {
        const text = textOf(chars)
        return () => readSentences(text, [limits, byItself])
      },
    })
})
