import { describe, expect, test } from 'bun:test'
import { isDoubtful, sentenceAt } from '../../../src/analysis/text/sentences.ts'

describe('sentences', () => {
  const texts: ReadonlyArray<readonly [text: string, word: string, sentence: string]> = [
    ['One. Two three. Four.', 'three', 'Two three.'],
    ['Costs 1.299,00 € now. Later.', 'now', 'Costs 1.299,00 € now.'],
    ['See acme.io for more. Bye.', 'more', 'See acme.io for more.'],
    ['Tools, e.g. Slack, work. Bye.', 'work', 'Tools, e.g. Slack, work.'],
    ['Kostet ca. 5 € heute. Ende.', 'heute', 'Kostet ca. 5 € heute.'],
    ['Really? Yes! Fine', 'Yes', 'Yes!'],
    ['No end', 'end', 'No end'],
    ['Integrations: Slack', 'Slack', 'Slack'],
  ]
  test.each(texts)('in “%s” the one around “%s” is “%s”', (text, word, sentence) => {
    const { start, end } = sentenceAt(text, text.indexOf(word))
    expect(text.slice(start, end)).toBe(sentence)
  })

  test('a sentence without end is cut on both sides', () => {
    const { start, end } = sentenceAt('a'.repeat(10_000), 5_000)
    expect(end - start).toBeLessThanOrEqual(802)
  })

  const doubtful = [
    'We are not certified',
    'It is coming soon',
    'Wird derzeit vorbereitet',
    'Bientôt disponible',
    'Próximamente',
    'We don’t',
  ]
  test.each(doubtful)('“%s” is doubtful', (sentence) => {
    expect(isDoubtful(sentence)).toBe(true)
  })

  const plain = [
    'We are certified',
    'Wir sind zertifiziert',
    'It is noted',
    'The knot holds',
    'Nous sommes certifiés',
  ]
  test.each(plain)('“%s” is not doubtful', (sentence) => {
    expect(isDoubtful(sentence)).toBe(false)
  })
})
