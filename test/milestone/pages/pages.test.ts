import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SmallServer, startSmallServer } from '../../support/small-server.ts'
import { idOf } from '../views/small-chain.ts'

let server: SmallServer
beforeAll(async () => {
  server = await startSmallServer({ pingMs: 10 })
})
afterAll(() => server.dispose())

const browser = { accept: 'text/html,*/*;q=0.8' }
const open = async (path: string) => {
  const response = await fetch(`${server.listening.url}${path}`, { headers: browser, redirect: 'manual' })
  return { response, text: await response.text() }
}

const pages = [
  '/explorer',
  '/explorer?state=verified',
  '/explorer?text=&label=&state=',
  `/explorer/milestones/${idOf('m')}`,
  '/explorer/money',
  '/explorer/verifiers',
  '/explorer/names',
  '/explorer/names/ada.eth',
  '/explorer/activity',
  '/explorer/activity?type=charge',
  '/operations',
]

test.each(pages)('%s names its block, and holds no value that was not given', async (path) => {
  const { response, text } = await open(path)
  expect(response.status).toBe(200)
  const main = text.slice(text.indexOf('<main'), text.indexOf('<footer'))
  expect(main).toContain(`Block ${server.readModel.head?.number}`)
  expect(main).not.toMatch(/undefined|\[object|NaN|null/)
  expect(text.match(/<h1/g)).toHaveLength(1)
  const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

describe('the list of milestones', () => {
  test('holds what the filter of its address matches, and says what excludes all', async () => {
    expect((await open('/explorer?text=SOLAR')).text).toContain(`/explorer/milestones/${idOf('m')}`)
    const { text } = await open('/explorer?text=%3Cimg%20src%3Dx%3E&label=Disputed')
    expect(text).toContain('&#60;img src=x&#62;')
    expect(text).toContain('No milestone matches')
    expect(text).not.toContain('<img src=x>')
  })

  test.each([
    '/explorer?state=x',
    '/explorer?cursor=x',
    '/explorer?builder=0x12',
    `/explorer?text=${'x'.repeat(101)}`,
  ])('%s is a bad request with a page that says why', async (path) => {
    const { response, text } = await open(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(text).toContain('Bad request')
  })
})

test.each([
  [`/explorer/milestones/0x${'1'.repeat(64)}`, 404],
  ['/explorer/milestones/0x12', 400],
  ['/explorer/names/unknown.eth', 404],
  ['/explorer/names/%00', 400],
])('%s is a page with status %d', async (path, status) => {
  const { response } = await open(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    status,
    'text/html; charset=utf-8',
  ])
})

test.each([
  ['/explorer/milestones', '/explorer'],
  ['/explorer/sponsors', '/explorer/money#sponsors'],
  ['/explorer/treasury', '/explorer/money#treasury'],
])('%s redirects to %s', async (path, target) => {
  const { response } = await open(path)
  expect([response.status, response.headers.get('location')]).toEqual([308, target])
})
