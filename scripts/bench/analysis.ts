/**
 * How fast Area A's other routes are, as ratios within one run: a diagnosis, chat by rules, saving and reading reports on
 * PGlite and on PostgreSQL, each against a bare `Bun.serve` that parses the body of a diagnosis and returns the bytes of
 * its answer. `bun run bench:analysis`, about a minute.
 */
import { startPostgres } from '../../test/support/postgres.ts'
import { generator, runLoad } from './support/load.ts'
import { startServer } from './support/server.ts'

const rounds = 5
const milliseconds = 2_000
const connections = 32
const say = (line: string) => console.log(line)
const unlimited = String(1_000_000)
const settings = {
  AREAS: 'analysis',
  RATE_DIAGNOSE_PER_MINUTE: unlimited,
  RATE_CHAT_PER_MINUTE: unlimited,
  RATE_REPORTS_PER_MINUTE: unlimited,
  LOG_LEVEL: 'warn',
}
const answers = {
  role: 'Finance or accounting',
  painPoints: ['Customers pay their invoices late', 'Chasing unpaid invoices takes too much time'],
  tools: ['Stripe', 'Xero'],
  timeline: 'Within a month',
}

const cluster = await startPostgres()
try {
  await measure('PGlite', {})
  await measure('PostgreSQL', { DATABASE_URL: await cluster.createDatabase() })
} finally {
  await cluster.stop()
}
process.exit(0)

async function measure(name: string, database: Record<string, string>) {
  const server = await startServer({ ...settings, ...database })
  const diagnosis = await (await post(`${server.url}/api/diagnose`, answers)).text()
  const bare = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    development: false,
    async fetch(request) {
      await request.json()
      return new Response(diagnosis, { headers: { 'content-type': 'application/json' } })
    },
  })
  const report = { consent: true, path: 'manual', answers, recommendation: JSON.parse(diagnosis) }
  const { id } = await (await post(`${server.url}/api/reports`, report)).json()
  const plans = {
    bare: { url: `http://127.0.0.1:${bare.port}/`, body: JSON.stringify(answers) },
    diagnose: { url: `${server.url}/api/diagnose`, body: JSON.stringify(answers) },
    chat: { url: `${server.url}/api/chat`, body: JSON.stringify({ message: 'How long is a report kept?' }) },
    save: { url: `${server.url}/api/reports`, body: JSON.stringify(report) },
    read: { url: `${server.url}/api/reports/${id}` },
  }
  const names = ['bare', 'diagnose', 'chat', 'save', 'read'] as const
  const results = new Map(names.map((each) => [each, { perSecond: [] as number[], p99: [] as number[] }]))
  for (let round = -1; round < rounds; round += 1) {
    for (const each of names) {
      const result = await runLoad({ ...plans[each], connections, milliseconds })
      if (result.failures > 0) throw new Error(`${each}: ${result.failures} answers were not 200`)
      // The first round warms up.
      if (round < 0) continue
      results.get(each)?.perSecond.push(result.requestsPerSecond)
      results.get(each)?.p99.push(result.p99Ms)
    }
  }
  await server.stop()
  await bare.stop(true)
  const base = median(results.get('bare')?.perSecond ?? [])
  say(
    `${name}, ${connections} connections of ${generator} as one caller, medians of ${rounds} turns of ${milliseconds / 1000} s`,
  )
  for (const each of names) {
    const { perSecond = [], p99 = [] } = results.get(each) ?? {}
    const rate = median(perSecond)
    const aim = each === 'diagnose' ? ' (aim: at least 0.25)' : ''
    say(
      `  ${each.padEnd(9)} ${rate.toFixed(0).padStart(6)} a second, p99 ${median(p99).toFixed(1).padStart(5)} ms, ${(rate / base).toFixed(2)} of the bare server${aim}`,
    )
  }
  say('')
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
