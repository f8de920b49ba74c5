import { expect, test } from 'bun:test'
import { email } from '../../../../../src/analysis/scan/facts/contact/email.ts'
import { factsOf, testRows, valuesOf } from '../topic-kit.ts'
import rows from './email.rows.json'

testRows('e-mail addresses are read from', email, rows.told)

testRows('no e-mail address is read from', email, rows.notTold)

test.each<[string, string, 'high' | 'medium']>([
  ['a link', '<a href="mailto:a@nordlicht-segel.de">Mail</a>', 'high'],
  ['a text', '<p>a@nordlicht-segel.de</p>', 'medium'],
  ['a link to another domain', '<a href="mailto:a@hafenwerk.de">Mail</a>', 'medium'],
])('how sure an address is by %s', (_, html, confidence) => {
  expect(factsOf(email, { html }).map((fact) => fact.confidence)).toEqual([confidence])
})

test('an address on a further page counts by that page and by what the site has of its own', () => {
  const home = { html: '<footer>info@nordlicht-segel.de</footer>' }
  const page = (path: string, html: string) => ({ url: `https://www.nordlicht-segel.de${path}`, html })
  const told = (path: string, address: string) =>
    valuesOf(email, home, page(path, `<p>${address}</p>`)).filter((each) => each === address)
  expect(told('/preise', 'werft@nordlicht-segel.de')).toHaveLength(1)
  expect(told('/kontakt', 'segelmacher@gmx.de')).toHaveLength(1)
  expect(told('/preise', 'segelmacher@gmx.de')).toHaveLength(0)
  expect(told('/preise', 'nordlicht.segel@gmx.de')).toHaveLength(1)
  expect(told('/kontakt', 'post@hafenwerk.de')).toHaveLength(0)
  expect(valuesOf(email, page('/', ''), page('/privacy', '<p>segelmacher@gmx.de</p>'))).toEqual([
    'segelmacher@gmx.de',
  ])
  expect(told('/privacy', 'segelmacher@gmx.de')).toHaveLength(0)
})

test.each(rows.linkContents as [string, string, boolean][])(
  'whether a mail link gives an address when it shows %s',
  (_, html, isRead) => {
    expect(valuesOf(email, { html })).toEqual(isRead ? ['x@nordlicht-segel.de'] : [])
  },
)

test('a free address without the name of the company, beside one with it, has a low confidence', () => {
  const html = (address: string) =>
    `<footer><a href="mailto:nordlicht.segel@gmail.com">Mail</a><a href="mailto:${address}">${address}</a></footer>`
  const confidences = (address: string) =>
    factsOf(email, { html: html(address) }).map(({ value, confidence }) => [value, confidence])
  expect(confidences('webstudio.ahoi@gmail.com')).toEqual([
    ['nordlicht.segel@gmail.com', 'high'],
    ['webstudio.ahoi@gmail.com', 'low'],
  ])
  expect(confidences('nordlicht-segel@gmx.de')[1]?.[1]).not.toBe('low')
})

test('the mailboxes of three people of a team page are not contacts of the company', () => {
  const card = (name: string, box: string) =>
    `<h3>${name}</h3><p>Engineer</p><a href="mailto:${box}@nordlicht-segel.de">${box}@nordlicht-segel.de</a>`
  const office = '<footer><a href="mailto:info@nordlicht-segel.de">info@nordlicht-segel.de</a></footer>'
  const [anna, jan, mia] = [
    card('Anna Weber', 'a.weber'),
    card('Jan Petersen', 'jan'),
    card('Mia Krüger', 'm-kruger'),
  ]
  const told = (html: string) =>
    valuesOf(email, { html: `<main>${html}</main>`, url: 'https://www.nordlicht-segel.de/team' })
  expect(told(`${anna}${jan}</main>${office}`)).toHaveLength(3)
  expect(told(`${anna}${jan.replaceAll('jan@', 'petersen@')}${mia}</main>${office}`)).toEqual([
    'info@nordlicht-segel.de',
  ])
  expect(told(`${anna}${jan.replaceAll('jan@', 'petersen@')}${mia}`)).toHaveLength(3)
})
