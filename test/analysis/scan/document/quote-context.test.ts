import { expect, test } from 'bun:test'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import { contextOf } from '../../../../src/analysis/scan/document/quote-context.ts'

function contextIn(body: string, quote: string) {
  const page = buildPage({ url: 'https://acme.example/', body, headers: [], viaBrowser: false })
  const start = body.indexOf(quote)
  return contextOf(page, { start, end: start + quote.length })
}

test('a quote inside a text has the words around it', () => {
  const body = '<h1>Acme</h1><p>Write to <b>hello@acme.example</b> on weekdays.</p><p>We answer soon.</p>'
  expect(contextIn(body, 'hello@acme.example')).toEqual({
    before: 'Acme Write to ',
    text: 'hello@acme.example',
    after: ' on weekdays. We answer soon.',
  })
})

test('a quote with tags and entities is displayed without them', () => {
  const body = '<p>Prices: <span>&pound;49</span>&nbsp;a <i>month</i> for all</p>'
  expect(contextIn(body, '&pound;49</span>&nbsp;a <i>month')).toEqual({
    before: 'Prices: ',
    text: '£49 a month',
    after: ' for all',
  })
})

test('a quote in the middle of one text node is marked alone', () => {
  const body = '<p>Founded in 1998 by two sisters in Leeds.</p>'
  expect(contextIn(body, '1998')).toEqual({
    before: 'Founded in ',
    text: '1998',
    after: ' by two sisters in Leeds.',
  })
})

test('a long text is cut to whole words, 200 characters a side', () => {
  const words = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ')
  const { before = '', text, after = '' } = contextIn(`<p>${words} middle ${words}</p>`, 'middle') ?? {}
  expect(text).toBe('middle')
  expect(before).toMatch(/^word\d+ .* word99 $/)
  expect(after).toMatch(/^ word0 .* word\d+$/)
  for (const side of [before, after]) {
    expect(side.length).toBeLessThanOrEqual(200)
    expect(side.length).toBeGreaterThan(180)
  }
})

test.each([
  ['an attribute', '<p>Call <a href="tel:+441174960123">us</a> now</p>', 'tel:+441174960123'],
  ['a script', '<p>Text</p><script type="application/ld+json">{"name":"Acme"}</script>', 'Acme'],
  ['hidden text', '<p>Text</p><p hidden>secret</p><p>more</p>', 'secret'],
])('%s has no context', (_what, body, quote) => {
  expect(contextIn(body, quote)).toBeUndefined()
})
