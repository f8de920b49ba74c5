import { expect, test } from 'bun:test'
import { findBusinessModel } from '../../../../../src/analysis/scan/facts/business-model.ts'
import { findHiring } from '../../../../../src/analysis/scan/facts/hiring.ts'
import { found, main } from '../facts-kit.ts'

test('the place behind a linked position is no part of its title', () => {
  const html =
    '<h2>Open roles</h2><ul><li><a href="/jobs/1">Product Designer</a> <span>Remote (UK)</span></li></ul>'
  expect(found(findHiring, main(html))).toContain('Product Designer')
})

test('one word behind the first sentence says nothing about the company', () => {
  const html =
    '<p>Acme makes things that people like to look at.</p><p>After ten years at sea, a neighbour opened a restaurant in the mill.</p>'
  expect(found(findBusinessModel, main(html))).toEqual([])
})
