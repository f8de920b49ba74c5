import { afterAll, afterEach, expect, test } from 'bun:test'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import type { SavedReport } from '../../../src/analysis/reports/schema.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { startPostgres } from '../../support/postgres.ts'
import { waitFor } from '../../support/wait.ts'
import { startReportServer } from './report-server.ts'
import { sampleRequest } from './sample-report.ts'

/** Between the server and its PostgreSQL: it can stop forwarding, and close the connections. */
interface Wire {
  url: string
  silence(): void
  speak(): void
  hangUp(): void
  close(): void
}

async function startWire(databaseUrl: string): Promise<Wire> {
  const { port, hostname } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let silent = false
  let refusing = false
  const wire: Server = createServer((near) => {
    if (refusing) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('data', (bytes) => other.write(bytes))
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      if (silent) one.pause()
    }
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  const address = wire.address()
  const url = new URL(databaseUrl)
  url.port = String(typeof address === 'object' ? address?.port : 0)
  return {
    url: url.href,
    silence: () => {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    speak: () => {
      silent = false
      refusing = false
      for (const socket of sockets) socket.resume()
    },
    hangUp: () => {
      refusing = true
      for (const socket of sockets) socket.destroy()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      wire.close()
    },
  }
}

const cluster = await startPostgres()
const databaseUrl = await cluster.createDatabase()
const direct = await openTestPostgres(databaseUrl)
const wire = await startWire(databaseUrl)
const database = await openTestPostgres(wire.url)
const server = startReportServer({ database })
afterEach(() => wire.speak())
afterAll(async () => {
  await server.stop()
  // Before the wire, so that queries under way can end.
  await Promise.all([database.close(), direct.close()])
  wire.close()
  await cluster.stop()
})

const save = async (): Promise<SavedReport> => await (await server.post(sampleRequest())).json()
const askForEverything = ({ id, deletionToken }: SavedReport) =>
  Promise.all([
    server.post(sampleRequest({ answers: { role: 'saved-in-vain' } })),
    fetch(`${server.url}/api/reports/${id}`),
    fetch(`${server.url}/api/reports/${id}`, {
      method: 'DELETE',
      headers: { 'x-deletion-token': `${deletionToken}x` },
    }),
    fetch(`${server.url}/r/${id}`),
    fetch(`${server.url}/r/${id}/delete`),
  ])

async function expectUnavailable(answers: readonly Response[]): Promise<void> {
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    const text = await answer.text()
    if (answer.url.includes('/api/')) expect(JSON.parse(text).error).toBe('database_unavailable')
    else expect(text).toContain('Reports cannot be reached at the moment')
  }
}

test('while the database does not answer, every route returns 503, and nothing of it is saved later', async () => {
  const saved = await save()
  wire.silence()
  await expectUnavailable(await askForEverything(saved))

  wire.speak()
  await waitFor(
    'the report is served again',
    async () => (await fetch(`${server.url}/api/reports/${saved.id}`)).status === 200,
  )
  const [row] = await direct.rows<{ count: string }>(
    sql`select count(*)::text as count from analysis_reports where content::text like '%saved-in-vain%'`,
  )
  expect(row?.count).toBe('0')
})

test('while the database refuses connections, every route returns 503, and works again afterwards', async () => {
  const saved = await save()
  wire.hangUp()
  await expectUnavailable(await askForEverything(saved))
  expect(server.logged()).not.toContain('saved-in-vain')
  wire.speak()
  await waitFor(
    'the report is served again',
    async () => (await fetch(`${server.url}/api/reports/${saved.id}`)).status === 200,
  )
})
