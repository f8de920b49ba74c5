import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createNodeRpc } from '../../../src/milestone/anvil/node-rpc.ts'
import { planSeed } from '../../../src/milestone/demo/plan.ts'
import { seedChain } from '../../../src/milestone/demo/seed.ts'
import { waitFor } from '../../support/wait.ts'
import { createAnvil } from '../anvil/single-node.ts'
import { isAlive, nodeFolder, readChain } from '../anvil/support.ts'
import { startSeededNode } from './support.ts'

const genesisTimestamp = 1_790_000_000
const seeded = await startSeededNode(genesisTimestamp)
const whole = await readChain(createNodeRpc(seeded.anvil.rpcUrl))
await seeded.stop()

const { folder, options, remove } = nodeFolder()
afterAll(remove)

/** Runs the seeding process until it has said `until`, kills it without warning, and answers what it said. */
async function seedUntil(until: RegExp): Promise<{ said: string; nodePid: number }> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'seed-process.ts'), folder, String(genesisTimestamp)],
    {
      stdout: 'pipe',
      stderr: 'inherit',
    },
  )
  let said = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += chunk
    if (until.test(said)) break
  }
  child.kill('SIGKILL')
  await child.exited
  return { said, nodePid: Number(/node (\d+)/.exec(said)?.[1]) }
}

test('seeding that is killed again and again ends with the very blocks of a run that was left alone, and no node outlives it', async () => {
  const blocks = [0, 1, 20, 97, 180, 233]
  const stops = [...blocks.map((block) => new RegExp(`^block ${block}$`, 'm')), /^seeded$/m]
  const starts: number[] = []
  for (const stop of stops) {
    const { said, nodePid } = await seedUntil(stop)
    expect(said).toMatch(stop)
    starts.push(Number(/^block (\d+)$/m.exec(said)?.[1]))
    expect(nodePid).toBeGreaterThan(0)
    await waitFor('the node of the killed process is gone', () => !isAlive(nodePid))
  }
  // Each run took up where the one before was killed: nothing was made twice.
  expect(starts).toEqual([...starts].sort((a, b) => a - b))
  expect(starts.at(-2)).toBeGreaterThan(0)
  expect(starts.at(-1)).toBeGreaterThan(200)

  const anvil = await createAnvil({ ...options, genesisTimestamp: 1 })
  await anvil.ready
  expect(await readChain(createNodeRpc(anvil.rpcUrl))).toEqual(whole)
  await anvil.stop()
})

test('when the node alone dies during seeding, the seeding ends as if nothing had happened', async () => {
  const other = nodeFolder()
  const plan = planSeed(genesisTimestamp)
  const stops = [3, 150]
  const killedAt = new Set(stops)
  const anvil = await createAnvil({
    ...other.options,
    genesisTimestamp,
    prepare: (rpc, journal) =>
      seedChain({
        rpc,
        journal,
        planOf: () => plan,
        onProgress: (done) => {
          if (killedAt.delete(done)) process.kill(anvil.status().node?.pid ?? 0, 'SIGKILL')
        },
      }),
  })
  await anvil.ready
  expect(anvil.status().restarts).toBe(stops.length)
  expect(await readChain(createNodeRpc(anvil.rpcUrl))).toEqual(whole)
  await anvil.stop()
  other.remove()
})
