import { expect, test } from 'bun:test'
import { findBusinessModel } from '../../../../../src/analysis/scan/facts/business-model.ts'
import { findHiring } from '../../../../../src/analysis/scan/facts/hiring.ts'
import { findPricing } from '../../../../../src/analysis/scan/facts/pricing.ts'
import { found, main } from '../facts-kit.ts'

const prices = { url: 'https://www.acme-widgets.com/pricing' }

test.each([
  ['a salary', '<h2>Fitter (m/w/d)</h2><ul><li>3.200 €</li></ul>'],
  ['a range of salaries', '<ul><li>Leeds · £48–56k</li></ul>'],
  ['a deposit', '<p>Caução de 100 €</p>'],
  ['a limit of income', '<p>Le plafond de ressources est de 12 712 € par an.</p>'],
  ['a sum in an answer', '<dl><dt>Which cards do you take?</dt><dd>From £229 we invoice.</dd></dl>'],
])('%s is no price', (_name, html) => {
  expect(found(findPricing, main(`<h1>Pricing</h1>${html}`), prices)).toEqual([])
})

test.each([
  ['145 €/mês', 'EUR 145/month'],
  ['220 € HT de l’heure', 'EUR 220/hour'],
  ['<span>£0</span><span>forever</span>', 'free-plan'],
  ['Pris efter aftale', 'on-request'],
])('%s is told as %s', (html, value) => {
  expect(found(findPricing, main(`<h1>Pricing</h1><p>${html}</p>`), prices)).toEqual([value])
})

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
