import { describe, expect, test } from 'bun:test'
import { address } from '../../../../../src/analysis/scan/facts/contact/address.ts'
import { email } from '../../../../../src/analysis/scan/facts/contact/email.ts'
import { phone } from '../../../../../src/analysis/scan/facts/contact/phone.ts'
import type { Topic } from '../../../../../src/analysis/scan/facts/topic.ts'
import { pageWith } from '../facts-kit.ts'
import { valuesOf } from '../topic-kit.ts'
import rows from './other-parties.rows.json'

const valuesIn = (topic: Topic, body: string, options: { url: string; lang: string; title?: string }) =>
  valuesOf(topic, { html: pageWith(body, options).body, url: options.url })

const british = { url: 'https://www.acme-widgets.co.uk/contact', lang: 'en-GB' }

describe('contacts of others are not told as the company’s', () => {
  test.each(rows.others as [string, string][])('%s', (_name, html) => {
    expect(valuesIn(phone, html, british)).toEqual([])
  })

  test.each([
    ['a heading', '<h3><a href="https://moor-animals.com/">Moor Animals</a></h3><p>{}</p>'],
    [
      'an item’s last line',
      '<ul><li><p>{}</p><p><a href="https://moor-animals.com/">www.moor-animals.com</a></p></li></ul>',
    ],
  ])('all that stands beside the link to another organisation by %s', (_, html) => {
    const contacts = 'Mill Lane 4, Winchester SO23 9NP<br>Tel. 020 7946 0018<br>ahoy@moor-animals.com'
    const other = html.replace('{}', contacts)
    const own = other
      .replaceAll('moor-animals', 'acme-widgets-shop')
      .replace('Moor Animals', 'Acme Widgets Shop')
    expect([phone, address].flatMap((topic) => valuesIn(topic, other, british))).toEqual([])
    expect([phone, address].flatMap((topic) => valuesIn(topic, own, british))).toEqual([
      '+442079460018',
      'Mill Lane 4, Winchester SO23 9NP',
    ])
  })

  test('the address of a distributor', () => {
    const html = '<p>Distributor for Germany: Rheinland Armaturen GmbH, Ringstraße 8, 40789 Monheim</p>'
    expect(valuesIn(address, html, british)).toEqual([])
  })
})

test.each([
  ['its own line for emergencies', '<p>Emergency: 020 7946 0018</p>', 'Acme Widgets'],
  ['an emergency line under its own name', '<p>Acme Widgets Emergency: 020 7946 0018</p>', 'Acme Widgets'],
  ['the number of a taxi company', '<p>Acme Taxi, phone 020 7946 0018</p>', 'Acme Taxi'],
])('the company keeps %s', (_name, html, title) => {
  const url = title === 'Acme Taxi' ? 'https://www.acme-taxi.co.uk/contact' : british.url
  expect(valuesIn(phone, html, { ...british, url, title })).toEqual(['+442079460018'])
})

test('links that touch each other are read apart', () => {
  const html = '<footer><a href="/call">020 7946 0018</a><a href="/mail">ahoy@acme-widgets.co.uk</a></footer>'
  expect(valuesIn(email, html, british)).toEqual(['ahoy@acme-widgets.co.uk'])
  expect(valuesIn(phone, html, british)).toEqual(['+442079460018'])
})
