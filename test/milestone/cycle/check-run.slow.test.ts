import { expect, test } from 'bun:test'
import { type Address, createPublicClient, custom, type Hex, toHex, zeroAddress, zeroHash } from 'viem'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { deploymentKey } from '../../../src/milestone/contracts/deployment.ts'
import { createRunCheck } from '../../../src/milestone/cycle/check-run.ts'
import { createReadModel } from '../../../src/milestone/indexer/read-model.ts'
import type { Sender } from '../../../src/milestone/sender/sender.ts'
import { intentNonces, intents } from '../../../src/milestone/tables.ts'
import { openTestPglite } from '../../support/databases.ts'
import { deployment } from '../views/small-deployment.ts'

const forever = new AbortController().signal
const done = { milestoneHash: undefined, released: true, step: 'confirm' }
const account: Address = '0x1111111111111111111111111111111111111111'
/** The check of a run on a chain of one block; `chain.sent` of the account's transactions are on it. */
async function createStage(confirm: (chain: { sent: number }) => void) {
  const { database, remove } = await openTestPglite()
  const chain = { sent: 5 }
  const clean = {
    request: async ({ method }: { method: string }): Promise<unknown> => {
      if (method === 'eth_getTransactionCount') return toHex(chain.sent)
      if (method === 'eth_blockNumber') return '0x0'
      return { number: '0x0', hash: zeroHash, transactions: [] }
    },
  }
  const confirmed: string[] = []
  const unused = async () => {
    throw new Error('is not called')
  }
  const sender: Sender = {
    send: unused,
    resume: unused,
    intents: unused,
    confirm: async ({ runId }) => {
      confirmed.push(runId)
      confirm(chain)
      return { head: { number: 0, hash: zeroHash }, transactions: [] }
    },
  }
  const check = createRunCheck({
    database,
    deployment,
    accounts: [account],
    pipeline: { clean, foreignNonces: () => [], sender },
    cleanReads: createPublicClient({ transport: custom(clean) }),
    indexer: { readModel: createReadModel(), subscribe: () => () => {} },
    recoveryLog: { events: [] },
    log: silentLog,
  })
  /** A transaction of a run, as the sender records it. */
  const record = async (runId: string, nonce: number) => {
    const of = { deployment: deploymentKey(deployment), account }
    const call: { to: Hex; data: Hex } = { to: zeroAddress, data: '0x' }
    const [row] = await database.db
      .insert(intents)
      .values({ ...of, ...call, runId, step: 'x', value: 0n, gas: 0n, state: 'done', createdAt: 0 })
      .returning({ intentId: intents.id })
    await database.db
      .insert(intentNonces)
      .values({ ...of, nonce, intentId: row?.intentId ?? null, attempt: 1, givenUp: false })
  }
  return { check, chain, confirmed, record, remove }
}

test('what a reorg took back after the last step is sent again before the check is over', async () => {
  const { check, chain, confirmed, record, remove } = await createStage((chain) => {
    chain.sent = 6
  })
  await check.begin('run_1', forever)
  await record('run_1', 5)
  chain.sent = 5
  expect((await check.check('run_1', done, forever)).filter(({ held }) => !held)).toEqual([])
  expect(confirmed).toEqual(['run_1'])
  await remove()
})

test('what stays different is a broken invariant', async () => {
  const { check, chain, confirmed, record, remove } = await createStage(() => {})
  await check.begin('run_1', forever)
  await record('run_1', 5)
  chain.sent = 7
  expect((await check.check('run_1', done, forever)).filter(({ held }) => !held)).toEqual([
    {
      name: 'nonces moved by exactly the planned number',
      held: false,
      detail: `${account} moved by 2 instead of 1`,
    },
  ])
  expect(confirmed).toEqual(['run_1', 'run_1'])
  await remove()
})

test('a shutdown ends the check without anything sent again', async () => {
  const stopping = new AbortController()
  const { check, chain, confirmed, record, remove } = await createStage(() => {})
  await check.begin('run_1', forever)
  await record('run_1', 5)
  chain.sent = 5
  const checked = check.check('run_1', done, stopping.signal)
  stopping.abort(new Error('shutting down'))
  await expect(checked).rejects.toThrow('shutting down')
  expect(confirmed).toEqual([])
  await remove()
})

test('a release without the steps after it is a broken invariant', async () => {
  const { check, remove } = await createStage(() => {})
  await check.begin('run_1', forever)
  expect(
    (await check.check('run_1', { ...done, step: 'settle votes' }, forever)).filter(({ held }) => !held),
  ).toEqual([
    { name: 'after a release every step is done', held: false, detail: 'it ended at: settle votes' },
  ])
  await remove()
})
