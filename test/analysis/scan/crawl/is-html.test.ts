import { expect, test } from 'bun:test'
import { isHtml } from '../../../../src/analysis/scan/crawl/is-html.ts'

const page = '<!DOCTYPE html><title>a</title>'
const body = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

test.each([
  ['text/html', page],
  ['TEXT/HTML; charset=utf-8', page],
  ['text/html', 'no tags at all'],
  ['text/html', ''],
  ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
  [undefined, page],
  [undefined, '\n\t <html>'],
  [undefined, '<!-- comment --><p>a'],
  [undefined, '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "a"><html xmlns="b">'],
  [undefined, '\xef\xbb\xbf<html>'],
  [undefined, '\xff\xfe<\0h\0t\0m\0l\0>\0'],
  ['', page],
  ['not a type', page],
  ['unknown/unknown', page],
  ['*/*', page],
])('%p with %j is a page', (type, text) => {
  expect(isHtml(type, body(text))).toBe(true)
})

test.each([
  ['text/plain', page],
  ['application/json', page],
  ['application/xml', page],
  ['image/svg+xml', '<svg><html></html></svg>'],
  ['application/octet-stream', page],
  ['text/html+xml', page],
  ['text/html', '%PDF-1.7'],
  ['text/html', '\x89PNG\r\n\x1a\n'],
  ['text/html', 'PK\x03\x04'],
  [undefined, ''],
  [undefined, 'plain text with <html> later'],
  [undefined, '{"a": 1}'],
  [undefined, '<?xml version="1.0"?><rss></rss>'],
  [undefined, '%PDF-1.7'],
  [undefined, '\xff\xd8\xff\xe0'],
  [undefined, '<htmlx>'],
])('%p with %j is not a page', (type, text) => {
  expect(isHtml(type, body(text))).toBe(false)
})
