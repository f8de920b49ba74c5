import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fetchImage } from '../../../src/campaign/images/fetch-image.ts'
import { openEgress, publicAddress, tableDns } from '../../support/egress-kit.ts'
import { endless, type RawSite, raw, redirect, reply, startRawSite } from '../../support/egress-site.ts'
import { pngFile } from '../../support/png-file.ts'

const png = pngFile({ width: 8, height: 8, colorType: 2, pixel: [1, 2, 3] })
const limits = { bytesMax: 100_000, milliseconds: 60_000 }
let site: RawSite

beforeAll(async () => {
  site = await startRawSite({
    answers: {
      '/logo.txt': reply(png, 'Content-Type: text/plain\r\n'),
      '/logo.png': reply('<!doctype html><html></html>', 'Content-Type: image/png\r\n'),
      '/moved': redirect('/logo.txt'),
      '/inside': redirect('http://10.0.0.1/logo.png'),
      '/file': redirect('file:///etc/passwd'),
      '/loop': redirect('/loop'),
      '/missing': reply(png, '', '404 Not Found'),
      '/broken': reply(png, '', '500 Internal Server Error'),
      '/large': reply(new Uint8Array(100_001), 'Content-Type: image/png\r\n'),
      '/endless': endless('HTTP/1.1 200 OK\r\n\r\n', new Uint8Array(65_536)),
      '/cut': raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', true),
      '/nothing': reply(''),
    },
  })
})
afterAll(() => site.close())

const fetched = (path: string, more: { signal?: AbortSignal; milliseconds?: number } = {}) => {
  const { egress } = openEgress({
    port: site.port,
    dns: tableDns({ 'site.com': [publicAddress], 'inside.com': ['10.0.0.1'] }),
  })
  const url = path.startsWith('/') ? `http://site.com:${site.port}${path}` : path
  return fetchImage(egress, url, { ...limits, ...more })
}

test('an image is fetched under any name and media type', async () => {
  expect(await fetched('/logo.txt')).toEqual({
    bytes: new Uint8Array(png),
    finalUrl: `http://site.com:${site.port}/logo.txt`,
  })
})

test('redirects are followed, and the last URL is returned', async () => {
  expect((await fetched('/moved')).finalUrl).toBe(`http://site.com:${site.port}/logo.txt`)
})

const refusals: readonly (readonly [path: string, status: number, slug: string, reason: RegExp])[] = [
  ['logo.png', 400, 'invalid_url', /http or https URL/],
  ['ftp://site.com/logo.png', 400, 'invalid_url', /http or https URL/],
  ['data:image/png;base64,AA', 400, 'invalid_url', /http or https URL/],
  ['http://user:secret@site.com/', 400, 'invalid_url', /without user name or password/],
  ['http://site.com:22/', 400, 'invalid_url', /usual port/],
  ['http://127.0.0.1/logo.png', 400, 'url_not_allowed', /public website/],
  ['http://[::1]/logo.png', 400, 'url_not_allowed', /public website/],
  ['http://localhost/logo.png', 400, 'url_not_allowed', /public website/],
  ['http://inside.com/logo.png', 400, 'url_not_allowed', /public website/],
  ['/inside', 400, 'url_not_allowed', /public website/],
  ['/file', 400, 'url_not_allowed', /public website/],
  ['http://nowhere.com/logo.png', 502, 'source_unreachable', /has no address/],
  ['/loop', 502, 'source_unreachable', /redirects too often/],
  ['/missing', 502, 'source_unreachable', /answers with status 404/],
  ['/broken', 502, 'source_unreachable', /answers with status 500/],
  ['/cut', 502, 'source_unreachable', /broken HTTP/],
  ['/large', 413, 'content_too_large', /at most 100,000 bytes/],
  ['/endless', 413, 'content_too_large', /at most 100,000 bytes/],
  ['/logo.png', 415, 'unsupported_media_type', /an HTML page/],
  ['/nothing', 415, 'unsupported_media_type', /is empty/],
]

test.each(refusals)('fetching %s answers %i %s', async (path, status, slug, reason) => {
  const [result] = await Promise.allSettled([fetched(path)])
  expect(result).toMatchObject({ status: 'rejected', reason: { status, slug } })
  expect(String(result.status === 'rejected' && result.reason.message)).toMatch(reason)
})

test('a server that never answers is unreachable once the time is over', () => {
  const silent = startRawSite({ answers: { '/': () => {} } })
  return silent.then(async ({ port, close }) => {
    const { egress } = openEgress({ port })
    const answer = fetchImage(egress, `http://site.com:${port}/`, { ...limits, milliseconds: 50 })
    expect(await answer.catch((error: unknown) => error)).toMatchObject({
      status: 502,
      slug: 'source_unreachable',
      message: expect.stringContaining('takes too long'),
    })
    await close()
  })
})

test('a caller that leaves ends the request with its own reason', async () => {
  const reason = new Error('left')
  const [result] = await Promise.allSettled([fetched('/logo.txt', { signal: AbortSignal.abort(reason) })])
  expect(result).toEqual({ status: 'rejected', reason })
})
