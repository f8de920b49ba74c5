import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { oneMilestonePage } from '../../../src/milestone/pages/milestone-page.ts'
import { moneyFlow } from '../../../src/milestone/pages/money-flow.ts'
import { moneyPage } from '../../../src/milestone/pages/money-page.ts'
import { milestoneStatus } from '../../../src/milestone/views/milestone-status.ts'
import { type SmallServer, startSmallServer } from '../../support/small-server.ts'
import type { MadeEvent } from '../indexer/history.ts'
import {
  backerRefunded,
  charged,
  created,
  ether,
  failedMilestone,
  feeEarned,
  idOf,
  released,
  releasedMilestone,
  snapshotOf,
  staked,
  submitted,
  swept,
  tallied,
  usdc,
} from '../views/small-chain.ts'
import { deployment } from '../views/small-deployment.ts'

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
    expect(text).not.toContain('`next`')
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

test.each([
  [true, false],
  [false, true],
])('a provisional verdict of %p is said to reject: %p', async (verdict, isSaid) => {
  const history = [[created('m')], [staked('m', 3, ether, ether)], [submitted('m')], [tallied('m', verdict)]]
  const snapshot = snapshotOf(history)
  const page = await oneMilestonePage(snapshot, idOf('m'), {
    deployment,
    titleOf: () => undefined,
    bundle: undefined,
    time: snapshot.asOf.timestamp,
  })
  expect((await page.text()).includes('Rejected so far.')).toBe(isSaid)
})

test.each([
  ['before the end', -9, 'Votes are cast, 9 s left'],
  ['at the end, where the contract takes no further vote', 0, 'Votes can be tallied'],
])('time left counts to now on an idle chain, not to its newest block: %s', async (_, past, words) => {
  const snapshot = snapshotOf([[created('m')], [staked('m', 3, ether, ether)], [submitted('m')]])
  const ends = snapshot.readModel.milestones.get(idOf('m'))?.votingEndsAt ?? 0
  expect(ends).toBeGreaterThan(snapshot.asOf.timestamp)
  const page = await oneMilestonePage(snapshot, idOf('m'), {
    deployment,
    titleOf: () => undefined,
    bundle: undefined,
    time: ends + past,
  })
  expect(await page.text()).toContain(`<b>${words}.</b>`)
})

const cent = ether / 100n

test.each<[string, MadeEvent[][], string[]]>([
  [
    'released with a small fee',
    [
      ...releasedMilestone('m').slice(0, 1),
      [staked('m', 3, 2n * cent, 2n * cent)],
      ...releasedMilestone('m').slice(2, -1),
      [released('m', 2n * cent, cent / 25n)],
    ],
    ['0.0200 ETH', '0.0200 ETH paid out', '0.0196 ETH paid to the splits', '0.0004 ETH fee'],
  ],
  [
    'released',
    releasedMilestone('m'),
    ['2.00 ETH', '2.00 ETH paid out', '1.99 ETH paid to the splits', '0.01 ETH fee'],
  ],
  [
    'partly paid back',
    [
      [created('m')],
      [staked('m', 3, 2n * ether, 2n * ether), staked('m', 4, ether, 3n * ether)],
      ...failedMilestone('m').slice(2),
      [backerRefunded('m', 4, ether, 2n * ether)],
    ],
    ['2.00 ETH', '1.00 ETH', '3.00 ETH partly paid back', '1.00 ETH refunded', '2.00 ETH to be claimed'],
  ],
])('the money of a milestone that is %s adds up from box to box', (_, blocks, boxes) => {
  const milestone = milestoneStatus(snapshotOf(blocks), idOf('m'), { deployment, titleOf: () => undefined })
  const texts = [
    ...moneyFlow(milestone)
      .toString()
      .matchAll(/<text class="value"[^>]*>([^<]*)<.text><text[^>]*>([^<]*)</g),
  ]
  expect(texts.map(([, amount, word]) => `${amount}${/^0x/.test(`${word}`) ? '' : ` ${word}`}`)).toEqual(
    boxes,
  )
})

test.each([
  [[65_580_400n], ['356.00', '65.58', '290.42', '180.50', '109.92']],
  [
    [65_125_500n, 3_875_500n, 1_505n],
    ['356.00', '69.00', '287.00', '180.50', '106.50'],
  ],
])('charges of %p leave sums on the money page that agree to the cent', async (amounts, figures) => {
  const charges = amounts.map((amount, index) => charged(`service-${index}`, amount))
  const page = await moneyPage(snapshotOf([[feeEarned(356n * usdc)], charges, [swept(180_500_000n)]]))
  const text = await page.text()
  const sums = text.slice(text.indexOf('id="treasury-sums"'))
  expect([...sums.matchAll(/<dd>([\d.]+)<span class="unit">USDC/g)].map(([, sum]) => sum)).toEqual(figures)
  const services = [...text.matchAll(/<b>([\d.]+)<.b><svg class="share"/g)].map(([, paid]) => Number(paid))
  expect(services.reduce((all, paid) => all + paid, 0).toFixed(2)).toBe(`${figures[1]}`)
})
