import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anvilBinary } from '../../../src/kernel/runtime/assets.ts'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { createNodeRpc } from '../../../src/milestone/anvil/node-rpc.ts'
import { readContractsFile } from '../../../src/milestone/contracts/deployment.ts'
import {
  type DemoChain,
  type DemoProgress,
  readNotes,
  startDemoChain,
} from '../../../src/milestone/demo/start.ts'
import { listBundles, readBundle } from '../../../src/milestone/evidence/evidence-store.ts'
import { openTestPglite } from '../../support/databases.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { readChain } from '../anvil/support.ts'

const { database, remove } = await openTestPglite()
afterAll(remove)

let dataDir: string
let chain: DemoChain | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-start-'))
})
afterEach(async () => {
  await chain?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(options: Partial<Parameters<typeof startDemoChain>[0]> = {}): Promise<DemoChain> {
  chain = await startDemoChain({
    dataDir,
    db: database.db,
    fresh: false,
    log: silentLog,
    anvilBinary: await anvilBinary(),
    ...options,
  })
  return chain
}

/** Seeding takes seconds, so the tests that go on with a seeded chain get a copy of this one. */
const seeded = await seed()
afterAll(() => rmSync(seeded.folder, { recursive: true, force: true }))

/** The first start of a chain: what it reported, and its folder after it was stopped. */
async function seed() {
  const folder = mkdtempSync(join(quickTmpdir(), 'cairn-seeded-'))
  const phases = new Set<string>()
  const demo = await start({ dataDir: folder, onProgress: ({ phase }) => phases.add(phase) })
  const stateAtStart = demo.status().state
  const contractsAtStart = readContractsFile(join(folder, 'chain/contracts.json'))
  const bundles = await listBundles(database.db)
  const held = await Promise.all(bundles.map(({ root }) => readBundle(database.db, root)))
  const isEvidenceHeldAtStart = held.length > 0 && held.every((bundle) => bundle !== undefined)
  await demo.ready
  const { deployment, hints } = demo
  const blocks = await readChain(createNodeRpc(demo.rpcUrls[0]))
  await demo.stop()
  return { folder, phases, stateAtStart, contractsAtStart, isEvidenceHeldAtStart, deployment, hints, blocks }
}

test('the contracts of a new chain are known and its evidence is stored before it is seeded', () => {
  const { deployment, blocks } = seeded
  expect(seeded.stateAtStart).toBe('preparing')
  expect(seeded.contractsAtStart).toEqual(deployment)
  expect(seeded.isEvidenceHeldAtStart).toBe(true)
  expect([...seeded.phases]).toEqual(['deploying', 'seeding'])
  const { number, hash } = deployment.startBlock
  expect(blocks.find((block) => block.number === number)?.hash).toBe(hash ?? '0x')
  expect(seeded.hints.milestones).toHaveLength(6)
  expect(seeded.hints.builderEns).toBe('tidepool-labs.eth')
})

test('a restart rebuilds the same chain, and its contracts are known before that', async () => {
  cpSync(seeded.folder, dataDir, { recursive: true })
  const phases = new Set<string>()
  let replayed = 0
  const onProgress = ({ phase, total }: DemoProgress) => {
    phases.add(phase)
    replayed = total
  }
  const second = await start({ onProgress })
  expect(second.status().state).not.toBe('ready')
  expect(second.deployment).toEqual(seeded.deployment)
  expect(second.hints).toEqual(seeded.hints)
  await second.ready
  expect([...phases]).toEqual(['replaying'])
  // From the state that was saved half-way.
  expect(replayed).toBe(128)
  expect(await readChain(createNodeRpc(second.rpcUrls[0]))).toEqual(seeded.blocks)
})

test('a fresh start makes another chain, takes the old evidence along, and touches no other file', async () => {
  cpSync(seeded.folder, dataDir, { recursive: true })
  const past = Date.now() - 1_000_000
  const old = readNotes(join(dataDir, 'chain')).bundleRoots
  writeFileSync(join(dataDir, 'mine.txt'), 'mine')
  writeFileSync(join(dataDir, 'chain/mine.txt'), 'mine')

  const second = await start({ fresh: true, now: () => past })
  await second.ready
  expect(second.deployment.startBlock.hash).not.toBe(seeded.deployment.startBlock.hash ?? '0x')
  const kept = (await listBundles(database.db)).map(({ root }) => root)
  expect(old).toHaveLength(20)
  expect(kept.filter((root) => old.includes(root))).toEqual([])
  expect(kept).toEqual(expect.arrayContaining(readNotes(join(dataDir, 'chain')).bundleRoots))
  expect(readFileSync(join(dataDir, 'mine.txt'), 'utf8')).toBe('mine')
  expect(readFileSync(join(dataDir, 'chain/mine.txt'), 'utf8')).toBe('mine')
})

test('a chain that another version seeded is served as it stands; one that it left unfinished is refused', async () => {
  cpSync(seeded.folder, dataDir, { recursive: true })
  const journal = join(dataDir, 'chain/blocks.jsonl')
  const foreign = readFileSync(journal, 'utf8').replace(/"plan 0x[0-9a-f]+"/, '"plan 0xother"')
  writeFileSync(journal, foreign)

  const second = await start()
  expect(second.deployment).toEqual(seeded.deployment)
  expect(second.hints).toEqual(seeded.hints)
  await second.ready
  expect(await readChain(createNodeRpc(second.rpcUrls[0]))).toEqual(seeded.blocks)
  await second.stop()

  writeFileSync(journal, foreign.replace('{"mark":"seeded"}\n', ''))
  const third = start()
  await expect(third.then(({ ready }) => ready)).rejects.toThrow(
    'Cannot finish the demo chain as it must be seeded by one version of this program',
  )
})

test('a chain with the contracts of an earlier version is refused in one line', async () => {
  cpSync(seeded.folder, dataDir, { recursive: true })
  const journal = join(dataDir, 'chain/blocks.jsonl')
  const lines = readFileSync(journal, 'utf8')
    .replace(/"plan 0x[0-9a-f]+"/, '"plan 0xother"')
    .split('\n')
  const changed = lines.map((line) => {
    const content = line === '' ? {} : JSON.parse(line)
    if (content.block?.number !== 1) return line
    content.block.transactions[1] = content.block.transactions[0]
    return JSON.stringify(content)
  })
  writeFileSync(journal, changed.join('\n'))
  const refusal = await start().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartupError)
  expect(refusal).toHaveProperty(
    'message',
    `Cannot use the demo chain in "${join(dataDir, 'chain')}" as its contracts were deployed by an earlier version of Cairn: start over with --fresh`,
  )
})
