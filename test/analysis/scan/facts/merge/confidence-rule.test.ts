import { expect, test } from 'bun:test'
import { confidenceOf, type Place } from '../../../../../src/analysis/scan/facts/merge/confidence-rule.ts'

const at = (place: Place, block: string, inferred = false) => ({ place, block, inferred })

test.each([
  ['structured data', [at('json-ld', 'a')], 'high'],
  ['two kinds of place in two blocks', [at('imprint', 'a'), at('contact', 'b')], 'high'],
  ['running text and a footer', [at('text', 'a'), at('footer', 'b')], 'high'],
  ['one place', [at('imprint', 'a')], 'medium'],
  ['one block that several pages repeat', [at('footer', 'a'), at('footer', 'a')], 'medium'],
  ['one block that counts as two kinds', [at('footer', 'a'), at('link', 'a')], 'medium'],
  ['many texts and headings', [at('text', 'a'), at('heading', 'b'), at('list', 'c')], 'medium'],
  ['wording, wherever it stands', [at('json-ld', 'a', true), at('imprint', 'b', true)], 'low'],
  ['wording beside a statement', [at('text', 'a', true), at('footer', 'b')], 'medium'],
] as const)('%s', (_, statements, confidence) => {
  expect(confidenceOf(statements)).toBe(confidence)
})
