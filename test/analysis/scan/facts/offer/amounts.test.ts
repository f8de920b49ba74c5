import { describe, expect, test } from 'bun:test'
import { amountsIn, currencyCode, decimalOf } from '../../../../../src/analysis/scan/facts/offer/amounts.ts'
import { unitAfter, unitBefore } from '../../../../../src/analysis/scan/facts/offer/units.ts'
import table from './amounts.json'

const nowhere = { country: undefined, languages: [] }

function read(text: string, site: Parameters<typeof currencyCode>[1] = nowhere): string[] {
  return amountsIn(text).map(({ currency, amount }) => `${currencyCode(currency, site)} ${amount}`)
}

describe('amounts', () => {
  test.each(Object.entries(table.written))('%s is read as %p', (text, amounts) => {
    expect(read(text)).toEqual(amounts)
  })

  test.each([
    ['$29', { country: 'CA', languages: [] }, 'CAD 29'],
    ['$29', { country: 'DE', languages: ['en'] }, 'USD 29'],
    ['299 kr', { country: 'SE', languages: [] }, 'SEK 299'],
    ['299 kr', { country: undefined, languages: ['da'] }, 'DKK 299'],
    ['299 kr', nowhere, 'undefined 299'],
    ['¥30', { country: 'CN', languages: [] }, 'CNY 30'],
    ['Fr. 29.50', { country: 'CH', languages: [] }, 'CHF 29.50'],
  ])('%s on a site of %p is %s', (text, site, value) => {
    expect(read(text, site)).toEqual([value])
  })

  test('every amount stands where it says', () => {
    const text = 'Starter €29, Growth 1.299,00 € and US$12.50'
    const cut = amountsIn(text).map(({ start, end }) => text.slice(start, end))
    expect(cut).toEqual(['€29', '1.299,00 €', 'US$12.50'])
  })

  test.each(Object.entries(table.decimals))('the digits %s are %s', (digits, amount) => {
    expect(decimalOf(digits) ?? null).toBe(amount)
  })
})

describe('units', () => {
  test.each(Object.entries(table.after))('after an amount, "%s" means %p', (text, unit) => {
    expect(unitAfter(`29 €${text}`, 4)?.unit ?? null).toBe(unit)
  })

  test.each(Object.entries(table.before))('before an amount, "%s" means "%s"', (text, unit) => {
    expect(unitBefore(`${text}29 €`, text.length)).toBe(unit)
  })
})
