import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeContractsFile } from '../../src/milestone/contracts/deployment.ts'
import { startTestAnvil } from '../support/anvil.ts'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'
import { startPostgres } from '../support/postgres.ts'
import { quickTmpdir } from '../support/quick-tmpdir.ts'
import { untilReady } from '../support/ready.ts'
import { waitFor } from '../support/wait.ts'
import { deployKit } from './indexer/chain-kit.ts'
import { createCall, people, playScenario } from './indexer/scenario.ts'

const folder = mkdtempSync(join(quickTmpdir(), 'cairn-replicas-'))
const servers: DemoServer[] = []

const postgres = await startPostgres()
const anvil = await startTestAnvil()
const kit = await deployKit(anvil.url)
await playScenario(kit)
const contractsFile = join(folder, 'contracts.json')
writeContractsFile(contractsFile, kit.deployment)
const environment = {
  DATABASE_URL: await postgres.createDatabase(),
  RPC_URLS: anvil.url,
  CONTRACTS_FILE: contractsFile,
  POLL_MS: '100',
}
for (let index = 0; index < 2; index += 1) {
  const server = await startDemoServer({ subcommand: 'serve', environment })
  servers.push(server)
  await untilReady(server)
}
afterAll(async () => {
  for (const server of servers) await server.dispose()
  await anvil.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`There is none at ${index}`)
  return item
}

/** Which server said last that it leads. */
function leaderNow(): number {
  const times = servers.map((server) => {
    const lines = server.log().split('\n')
    const line = lines.findLast((each) => each.includes('"leading the indexer"')) ?? '{}'
    return String(JSON.parse(line).time ?? '')
  })
  return (times[0] ?? '') > (times[1] ?? '') ? 0 : 1
}

const readAll = (path: string, of = servers) => Promise.all(of.map(({ url }) => fetch(`${url}${path}`)))
const createMilestone = async () =>
  await kit.mine([createCall(kit, people(kit).builders[1], (await kit.now()) + 1000)])

/** Both show the newest block, and say that they are up to date. */
async function untilFresh(of = servers): Promise<void> {
  await createMilestone()
  const { hash } = await kit.reader.head()
  await waitFor('all are fresh at the newest block', async () => {
    for (const response of await readAll('/api/treasury', of)) {
      const { asOf } = await response.json()
      if (asOf.blockHash !== hash || asOf.stale) return false
    }
    return (await readAll('/readyz', of)).every(({ ok }) => ok)
  })
}

test('two servers on one database give the same answers with the same validators', async () => {
  await untilFresh()
  for (const path of [
    '/api/status/demo',
    '/api/explorer/milestones',
    '/api/sponsor',
    '/api/activity',
    '/api/verifiers',
    '/api/treasury',
    '/api/recovery',
    '/api/indexer',
  ]) {
    const [one, other] = await readAll(path)
    // Each names its own address.
    if (path !== '/api/status/demo')
      expect([path, one?.headers.get('etag')]).toEqual([path, other?.headers.get('etag') ?? ''])
  }
})

test('when the leading server is suspended the other one leads, and both agree when it goes on', async () => {
  const first = leaderNow()
  const suspended = at(servers, first)
  const others = [at(servers, 1 - first)]
  process.kill(suspended.pid, 'SIGSTOP')
  await waitFor('the other one leads', () => leaderNow() !== first)
  await untilFresh(others)
  process.kill(suspended.pid, 'SIGCONT')
  await untilFresh()
})

test('when the leading server is killed the other one leads', async () => {
  const first = leaderNow()
  await at(servers, first).kill('SIGKILL')
  await waitFor('the other one leads', () => leaderNow() !== first)
  await untilFresh([at(servers, 1 - first)])
})
