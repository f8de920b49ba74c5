import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { sampleRequest } from './analysis/reports/sample-report.ts'
import { type DemoServer, startDemoServer } from './support/demo-server.ts'
import { type PostgresServer, startPostgresServer } from './support/postgres.ts'
import { untilReady } from './support/ready.ts'
import { waitFor } from './support/wait.ts'

let postgres: PostgresServer
let isGone = false
let server: DemoServer
let requests: readonly Asked[]

interface Asked {
  path: string
  init?: RequestInit
  /** What it may be answered while the database is away; a 503 is `database_unavailable`. */
  statuses: readonly number[]
}

beforeAll(async () => {
  postgres = await startPostgresServer()
  server = await startDemoServer({
    environment: { DATABASE_URL: `${postgres.url}/postgres`, AREAS: 'analysis,campaign,milestone' },
  })
  await untilReady(server)
  requests = await everyRoute()
})
afterAll(async () => {
  setFrozen(false)
  await server?.dispose()
  if (!isGone) await postgres?.stop()
})

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** One request of every route, with parts that exist. */
async function everyRoute(): Promise<Asked[]> {
  const read = async (path: string) => await (await fetch(`${server.url}${path}`)).json()
  const { milestones } = await read('/api/explorer/milestones')
  const { bundles } = await read('/api/indexer')
  const { verifiers } = await read('/api/verifiers')
  const saved = await (await fetch(`${server.url}/api/reports`, post(sampleRequest()))).json()
  const sample = /Sample site\s+(http:\S+)/.exec(server.log())?.[1] ?? ''
  const fromMemory = [200]
  const fromDatabase = [503]
  const either = [200, 503]
  const uuid = crypto.randomUUID()
  const logo = new FormData()
  logo.set('logo', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>']), 'logo.svg')
  return [
    { path: '/healthz', statuses: fromMemory },
    { path: '/readyz', statuses: [503] },
    { path: '/metrics', statuses: fromMemory },
    { path: '/openapi.json', statuses: fromMemory },
    { path: '/swagger', statuses: fromMemory },
    ...['/', '/docs', '/docs/start', '/llms.txt', '/explorer', '/explorer/money', '/explorer/activity'].map(
      (path) => ({ path, statuses: fromMemory }),
    ),
    { path: '/operations', statuses: fromMemory },
    // A busy machine may reach the limit of a whole scan.
    { path: '/api/scan', init: post({ url: sample }), statuses: [200, 422] },
    { path: '/api/scan/stream', init: post({ url: sample }), statuses: fromMemory },
    { path: '/scan', statuses: fromMemory },
    { path: '/keys', statuses: fromMemory },
    { path: '/api/keys', statuses: either },
    { path: '/api/keys', init: post({ caller: 'agency' }), statuses: fromDatabase },
    { path: '/api/keys/k_unknown', init: { method: 'DELETE' }, statuses: [404, 503] },
    { path: '/api/diagnose', init: post({ role: 'Founder' }), statuses: fromMemory },
    { path: '/api/chat', init: post({ message: 'What does it cost?' }), statuses: fromMemory },
    { path: '/assets/nothing', statuses: [404] },
    { path: '/api/catalog', statuses: fromMemory },
    { path: '/bot', statuses: fromMemory },
    { path: '/products/receivables', statuses: fromMemory },
    { path: '/api/reports', init: post(sampleRequest()), statuses: fromDatabase },
    { path: `/api/reports/${saved.id}`, statuses: fromDatabase },
    {
      path: `/api/reports/${saved.id}`,
      init: { method: 'DELETE', headers: { 'x-deletion-token': `${saved.deletionToken}x` } },
      statuses: fromDatabase,
    },
    { path: `/r/${saved.id}`, statuses: fromDatabase },
    ...[
      '/api/status/demo',
      `/api/status/milestone/${milestones[0].milestoneHash}`,
      '/api/explorer/milestones',
      '/api/operations',
      '/api/sponsor',
      '/api/sponsors',
      '/api/sponsors/history',
      '/api/treasury/history',
      '/api/chaos',
      '/api/activity',
      '/api/verifiers',
      '/api/treasury',
      '/api/recovery',
      '/api/indexer',
      `/api/ens/${verifiers[0].ens}`,
    ].map((path) => ({ path, statuses: fromMemory })),
    { path: `/api/indexer/${bundles[0].root}`, statuses: either },
    { path: `/api/indexer/${bundles[0].root}/proofs/0`, statuses: either },
    { path: '/api/chaos', init: post({ type: 'clear' }), statuses: fromMemory },
    { path: '/api/chaos/verify', init: { method: 'POST' }, statuses: either },
    { path: '/api/chaos/runs', statuses: either },
    { path: '/api/chaos/runs/run_0000000000000000', statuses: [404, 503] },
    { path: '/.well-known/agent.json', statuses: fromMemory },
    { path: '/.well-known/agent-card.json', statuses: fromMemory },
    { path: '/.well-known/jwks.json', statuses: either },
    { path: '/v1.3/.well-known/agent.json', statuses: fromMemory },
    { path: '/v1.3/api/agent', statuses: fromMemory },
    { path: '/v1.3/api/agent', init: post({ prompt: 'A calm scene' }), statuses: fromDatabase },
    { path: '/v1.3/api/agent/parse', init: post({ command: 'square' }), statuses: either },
    { path: '/api/agent', statuses: fromMemory },
    { path: '/api/agent', init: post({ prompt: 'A calm scene' }), statuses: fromDatabase },
    { path: '/api/agent/parse', init: post({ command: 'square' }), statuses: either },
    { path: '/api/brand-kits', statuses: fromDatabase },
    { path: '/api/brand-kits/demo-launch', statuses: fromDatabase },
    { path: '/api/brand-kits/demo-launch/versions', statuses: fromDatabase },
    { path: '/api/brand-kits', init: post({ name: 'Mine' }), statuses: fromDatabase },
    { path: '/api/upload-logo', init: { method: 'POST', body: logo }, statuses: fromDatabase },
    ...['/api/brand-kits/demo-launch/photos', '/api/fonts'].flatMap((path) => [
      { path, statuses: fromDatabase },
      { path, init: { method: 'POST', body: new FormData() }, statuses: [400, 503] },
      { path: `${path}/${'0'.repeat(64)}`, statuses: [404, 503] },
      { path: `${path}/${'0'.repeat(64)}`, init: { method: 'DELETE' }, statuses: [404, 503] },
    ]),
    { path: `/api/logos/${'0'.repeat(64)}/original`, statuses: [404, 503] },
    { path: `/api/fetch-image?url=${encodeURIComponent(sample)}`, statuses: [400, 415, 422, 503] },
    { path: '/api/drafts', statuses: fromDatabase },
    {
      path: `/api/drafts/${uuid}`,
      init: { headers: { authorization: 'Bearer x' } },
      statuses: [401, 404, 503],
    },
    {
      path: `/api/drafts/${uuid}/files`,
      init: { headers: { authorization: 'Bearer x' } },
      statuses: [401, 404, 503],
    },
    {
      path: `/api/drafts/${uuid}/jpeg?format=square`,
      init: { headers: { authorization: 'Bearer x' } },
      statuses: [401, 404, 503],
    },
    {
      path: `/api/drafts/${uuid}/decision`,
      init: post({ decision: 'approve', assetHash: '0'.repeat(64) }),
      statuses: [400, 401, 404, 503],
    },
    {
      path: `/api/drafts/${uuid}/revisions`,
      init: post({ by: 'Ada', changes: { layout: 'calm' } }),
      statuses: [400, 401, 404, 503],
    },
    {
      path: `/api/drafts/${uuid}/pins`,
      init: post({ by: 'Ada', format: 'square', x: 0.5, y: 0.5, note: 'Larger' }),
      statuses: [400, 401, 404, 503],
    },
    { path: `/api/drafts/${uuid}/pins/1`, init: { method: 'DELETE' }, statuses: [400, 401, 404, 503] },
    { path: `/api/provenance?receiptId=${uuid}`, statuses: [400, 404, 503] },
    { path: '/api/provenance', init: post({ draftId: uuid }), statuses: [400, 404, 503] },
    { path: '/api/provenance/verify', init: post({ receiptId: uuid }), statuses: [400, 404, 503] },
    { path: '/api/entitlements', statuses: fromDatabase },
    { path: '/api/entitlements', init: post({ caller: 'demo', plan: 'free' }), statuses: [400, 403, 503] },
    { path: '/studio', statuses: either },
    { path: `/studio/drafts/${uuid}`, statuses: [200, 404, 503] },
  ]
}

/** The server's processes: the one with the port among its arguments, and its children. */
function postgresProcesses(): number[] {
  const { port } = new URL(postgres.url)
  const processes = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => {
      try {
        const parent = Number(/\) \S+ (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
        return { pid: Number(pid), parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
      } catch {
        return { pid: 0, parent: 0, command: '' }
      }
    })
  const first = processes.find(({ command }) => command.includes(`-p\0${port}\0`))
  if (first === undefined) return []
  return [first.pid, ...processes.filter(({ parent }) => parent === first.pid).map(({ pid }) => pid)]
}

function setFrozen(isFrozen: boolean): void {
  for (const pid of postgresProcesses()) process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT')
}

/** A safety limit: a route that waits for the database would be a 503 `answer_timeout` after 27 s. */
const answerMsMax = 60_000

async function askEverything() {
  return await Promise.all(
    requests.map(async ({ path, init, statuses }) => {
      const response = await fetch(`${server.url}${path}`, {
        ...init,
        signal: AbortSignal.timeout(answerMsMax),
      })
      const text = await response.text()
      return { path, method: init?.method ?? 'GET', statuses, response, text }
    }),
  )
}

function expectServed(answers: Awaited<ReturnType<typeof askEverything>>): void {
  for (const { path, method, statuses, response, text } of answers) {
    const asked = `${method} ${path}`
    expect([asked, statuses.includes(response.status), response.status, text === '']).toEqual([
      asked,
      true,
      response.status,
      false,
    ])
    if (response.status !== 503) continue
    expect([asked, response.headers.has('retry-after')]).toEqual([asked, true])
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    if (!isPage && path !== '/readyz') expect(text).toContain('database_unavailable')
    if (path === '/readyz') expect(text).toContain('"name":"database"')
  }
}

/** An answer that does not end. */
const endless = '/api/activity/stream'

test('every described route is among those that are asked', async () => {
  const { paths } = await (await fetch(`${server.url}/openapi.json`)).json()
  const asked = requests.map(({ path, init }) => `${init?.method ?? 'GET'} ${path.replace(/\?.*/, '')}`)
  const described = Object.entries<object>(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const left = described.filter((route) => {
    const pattern = new RegExp(`^${route.replace(/\{[^}]+\}/g, '[^/]+')}$`)
    return !asked.some((one) => pattern.test(one))
  })
  expect(left).toEqual([`GET ${endless}`])
})

test('while the database is frozen every route answers from memory or is a 503, and all work when it goes on', async () => {
  setFrozen(true)
  expectServed(await askEverything())
  expectServed(await askEverything())
  setFrozen(false)
  await untilReady(server)
  const { status } = await fetch(`${server.url}/api/reports`, post(sampleRequest()))
  expect(status).toBe(200)
})

test('when the database is gone every route answers from memory or is a 503', async () => {
  isGone = true
  await postgres.stop()
  await waitFor('the database is missed', async () => (await fetch(`${server.url}/readyz`)).status === 503)
  expectServed(await askEverything())
})
