import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { SavedReport } from '../../../src/analysis/reports/schema.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { pageHeadersOf } from '../../kernel/web/page-headers.ts'
import { openTestPglite } from '../../support/databases.ts'
import { type ReportServer, startReportServer } from '../reports/report-server.ts'
import { sampleRequest } from '../reports/sample-report.ts'
import { attribute, parsePage } from './parsed-page.ts'

let database: Database
let remove: () => Promise<void>
let server: ReportServer
let now = Date.parse('2026-05-04T09:30:00.000Z')
beforeAll(async () => {
  ;({ database, remove } = await openTestPglite())
  server = startReportServer({ database, now: () => now })
})
afterAll(async () => {
  await server.stop()
  await remove()
})

const save = async (): Promise<SavedReport> => await (await server.post(sampleRequest())).json()
const submit = (id: string, body: RequestInit['body'] & {}, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/r/${id}/delete`, { method: 'POST', body, headers })
const form = (token: string) => new URLSearchParams({ token })
const isKept = async (id: string) => (await fetch(`${server.url}/api/reports/${id}`)).status === 200

test('pages of reports and of missing reports have the headers of pages', async () => {
  const { id } = await save()
  for (const [path, status] of [
    [`/r/${id}`, 200],
    [`/r/${id}/delete?token=x`, 200],
    [`/r/${crypto.randomUUID()}`, 404],
    ['/r/no-uuid', 404],
  ] as const) {
    const answer = await fetch(server.url + path)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(pageHeadersOf(await answer.text()))
  }
})

test('the form of the page, filled in with the token, deletes the report', async () => {
  const { id, shareUrl, deletionToken } = await save()
  const { find } = parsePage(await (await fetch(shareUrl)).text())
  const [asked] = find('form')
  const [input] = find('input')
  expect(asked && [attribute(asked, 'method'), attribute(asked, 'action')]).toEqual([
    'post',
    `/r/${id}/delete`,
  ])
  expect(input && attribute(input, 'name')).toBe('token')

  const answer = await submit(id, form(` ${deletionToken}\n`))
  expect(answer.status).toBe(200)
  expect(parsePage(await answer.text()).text).toContain('The report is deleted')
  expect(await isKept(id)).toBe(false)
  expect((await submit(id, form(deletionToken))).status).toBe(404)
})

test('opening the link of a mail deletes nothing', async () => {
  const { id, shareUrl, deletionToken } = await save()
  const page = parsePage(await (await fetch(`${shareUrl}/delete?token=${deletionToken}`)).text())
  expect(page.find('input').map((input) => [attribute(input, 'type'), attribute(input, 'value')])).toEqual([
    ['hidden', deletionToken],
  ])
  expect(await isKept(id)).toBe(true)
})

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

test('wrong tokens and other bodies delete nothing, and get the form again', async () => {
  const { id, deletionToken } = await save()
  const wrong = `${deletionToken.startsWith('A') ? 'B' : 'A'}${deletionToken.slice(1)}`
  const answers = [
    await submit(id, form(wrong)),
    await submit(id, form('')),
    await submit(id, '', urlencoded),
    await submit(id, `Token=${deletionToken}`, urlencoded),
    await submit(id, `token=${deletionToken}&padding=${'x'.repeat(5_000)}`, urlencoded),
    await submit(id, `token=${deletionToken}`, { 'content-type': 'text/plain' }),
    await submit(id, JSON.stringify({ token: deletionToken }), { 'content-type': 'application/json' }),
    await submit(id, new Uint8Array([0xff, 0xfe, 0x00]), urlencoded),
  ]
  const pages = new Set<string>()
  for (const answer of answers) {
    expect(answer.status).toBe(404)
    pages.add(await answer.text())
  }
  expect([...pages]).toHaveLength(1)
  const { text, find } = parsePage([...pages].join())
  expect(text).toContain('That token is not right')
  expect(text).toContain('Nothing was deleted')
  expect(find('form').map((form) => attribute(form, 'action'))).toEqual([`/r/${id}/delete`])
  expect(await isKept(id)).toBe(true)
})

test('missing reports get the same page from every route', async () => {
  const { deletionToken } = await save()
  const answers = [
    await submit(crypto.randomUUID(), form(deletionToken)),
    await submit('no-uuid', form(deletionToken)),
    await fetch(`${server.url}/r/${crypto.randomUUID()}`),
    await fetch(`${server.url}/r/no-uuid`),
    await fetch(`${server.url}/r/${crypto.randomUUID()}/delete?token=${deletionToken}`),
  ]
  const pages = new Set<string>()
  for (const answer of answers) {
    expect(answer.status).toBe(404)
    pages.add(await answer.text())
  }
  expect([...pages]).toHaveLength(1)
  expect([...pages][0]).toContain('This report does not exist')
})

test('the page of an expired report is that of a missing one', async () => {
  const { shareUrl } = await save()
  const before = now
  now += 30 * 86_400_000
  const answer = await fetch(shareUrl)
  now = before
  expect([answer.status, (await answer.text()).includes('This report does not exist')]).toEqual([404, true])
})
