import { describe, expect, test } from 'bun:test'
import { amountsIn, currencyCode, decimalOf } from '../../../../../src/analysis/scan/facts/offer/amounts.ts'
import { unitAfter, unitBefore } from '../../../../../src/analysis/scan/facts/offer/units.ts'

const nowhere = { country: undefined, languages: [] }

function read(text: string, site: Parameters<typeof currencyCode>[1] = nowhere): string[] {
  return amountsIn(text).map(({ currency, amount }) => `${currencyCode(currency, site)} ${amount}`)
}

describe('amounts', () => {
  const written: ReadonlyArray<readonly [text: string, amounts: readonly string[]]> = [
    ['$29', ['USD 29']],
    ['$29.00', ['USD 29']],
    ['$1,299', ['USD 1299']],
    ['$1,299.50', ['USD 1299.50']],
    ['US$12.5', ['USD 12.50']],
    ['A$75 and CA$80', ['AUD 75', 'CAD 80']],
    ['29 USD', ['USD 29']],
    ['29 €', ['EUR 29']],
    ['€29', ['EUR 29']],
    ['29,90 €', ['EUR 29.90']],
    ['1.299,00 €', ['EUR 1299']],
    ['1 299,00 €', ['EUR 1299']],
    ['1\u202f299 €', ['EUR 1299']],
    ['€ 2.800', ['EUR 2800']],
    ['29,- €', ['EUR 29']],
    ['29,– €', ['EUR 29']],
    ['EUR 49', ['EUR 49']],
    ['49 Euro im Monat', ['EUR 49']],
    ['£9.50', ['GBP 9.50']],
    ["CHF 1'250.00", ['CHF 1250']],
    ['CHF 29.–', ['CHF 29']],
    ['22,000円～', ['JPY 22000']],
    ['¥3,300', ['JPY 3300']],
    ['₹499', ['INR 499']],
    ['R$ 49,90', ['BRL 49.90']],
    ['149 zł', ['PLN 149']],
    ['1 490 Kč', ['CZK 1490']],
    ['$0', ['USD 0']],
    ['from €80 to €120', ['EUR 80', 'EUR 120']],

    ['we raised $5M', []],
    ['$2.4 million recovered', []],
    ['€3 Mio. Umsatz', []],
    ['$10k a year', []],
    ['1,299 customers', []],
    ['version 2.0', []],
    ['+1 555 0100', []],
    ['10 % off', []],
    ['$PATH and $1x', ['USD 1']],
    ['EURO 2024', []],
    ['the 29ers', []],
  ]
  test.each(written)('%s is read as %p', (text, amounts) => {
    expect(read(text)).toEqual([...amounts])
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

  const decimals: ReadonlyArray<readonly [string, string | undefined]> = [
    ['49', '49'],
    ['49.0', '49'],
    ['49.00', '49'],
    ['49.5', '49.50'],
    ['7,9', '7.90'],
    ['1.299', '1299'],
    ['1,299', '1299'],
    ['1.299.000,50', '1299000.50'],
    ['0', '0'],
    ['0.99', '0.99'],
    ['', undefined],
    ['.', undefined],
    ['12345678901', undefined],
  ]
  test.each(decimals)('the digits %s are %s', (digits, amount) => {
    expect(decimalOf(digits)).toBe(amount)
  })
})

describe('units', () => {
  const after: ReadonlyArray<readonly [text: string, unit: string | undefined]> = [
    ['/month', 'month'],
    [' / mo', 'month'],
    [' per month, billed annually', 'month'],
    [' a month', 'month'],
    [' monthly', 'month'],
    ['/user/month', 'user/month'],
    [' per user per month', 'user/month'],
    [' per seat / month', 'user/month'],
    [' per user', 'user/month'],
    [' per seat per year', 'user/year'],
    [' per year', 'year'],
    ['/yr', 'year'],
    [' pro Monat zzgl. MwSt.', 'month'],
    ['/Monat', 'month'],
    [' im Monat', 'month'],
    [' mtl.', 'month'],
    [' zzgl. MwSt. pro Monat', 'month'],
    [' pro Nutzer und Monat', 'user/month'],
    [' par mois', 'month'],
    ['/mois', 'month'],
    [' HT par mois', 'month'],
    [' al mes', 'month'],
    [' al mese', 'month'],
    [' per maand', 'month'],
    [' per hour', 'hour'],
    ['/hr', 'hour'],
    [' pro Stunde', 'hour'],
    [" de l'heure", 'hour'],
    [' per night', 'night'],
    [' pro Nacht', 'night'],
    [' par nuit', 'night'],
    [' per person', 'person'],
    [' pro Person', 'person'],
    [' a persona', 'person'],
    [' each', 'item'],
    [' pro Stück', 'item'],
    [' one-time', 'one-time'],
    [' einmalig', 'one-time'],
    [' per square metre, two coats', 'counted'],
    ['', ''],
    [' for the whole family', ''],
    ['. Per month we send you a letter', ''],
    [' | per month', ''],
    ['/kg', undefined],
    [' per 100 g', undefined],
    [' per GB', undefined],
    [' per transaction', undefined],
    ['/1,000 requests', undefined],
  ]
  test.each(after)('after an amount, "%s" means %p', (text, unit) => {
    expect(unitAfter(`29 €${text}`, 4)?.unit).toBe(unit)
  })

  const before: ReadonlyArray<readonly [text: string, unit: string]> = [
    ['pro Nacht ab ', 'night'],
    ['Per hour: ', 'hour'],
    ['Stundensatz: ', 'hour'],
    ['Monthly ', 'month'],
    ['一泊 ', 'night'],
    ['Starter ', ''],
    ['This month only ', ''],
    ['We meet every month. From ', ''],
  ]
  test.each(before)('before an amount, "%s" means "%s"', (text, unit) => {
    expect(unitBefore(`${text}29 €`, text.length)).toBe(unit)
  })
})
