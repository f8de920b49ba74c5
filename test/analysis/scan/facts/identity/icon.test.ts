import { expect, test } from 'bun:test'
import { icon } from '../../../../../src/analysis/scan/facts/identity/logo.ts'
import { valuesOf } from '../topic-kit.ts'

test('the icon for browsers goes before that for phones, as an absolute address', () => {
  const html =
    '<base href="/site/"><link rel="apple-touch-icon" href="touch.png"><link rel="Shortcut ICON" href="icon.ico">'
  expect(valuesOf(icon, { html })).toEqual(['https://www.nordlicht-segel.de/site/icon.ico'])
  expect(valuesOf(icon, { html: '<link rel="apple-touch-icon" href="touch.png">' })).toEqual([
    'https://www.nordlicht-segel.de/touch.png',
  ])
})

test('the icon of most pages is the site’s', () => {
  const page = (path: string, name: string) => ({
    url: `https://www.nordlicht-segel.de/${path}`,
    html: `<link rel="icon" href="/${name}.svg">`,
  })
  expect(valuesOf(icon, page('', 'old'), page('a', 'new'), page('b', 'new'))).toEqual([
    'https://www.nordlicht-segel.de/new.svg',
  ])
})

test.each([
  ['icon fonts', '<link rel="stylesheet" href="/css/bootstrap-icons.css">'],
  ['masks', '<link rel="mask-icon" href="/mask.svg" color="#5bbad5">'],
  ['data', '<link rel="icon" href="data:image/svg+xml,%3Csvg/%3E">'],
  ['scripts', '<link rel="icon" href="javascript:alert(1)//.ico">'],
  ['nothing', '<link rel="icon" href="">'],
])('%s are not an icon', (_, html) => {
  expect(valuesOf(icon, { html })).toEqual([])
})
