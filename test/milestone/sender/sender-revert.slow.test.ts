import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { encodeFunctionData, type Hex, http, type LocalAccount, toHex } from 'viem'
import { createNodeRpc } from '../../../src/milestone/anvil/node-rpc.ts'
import { demoUsdcAbi } from '../../../src/milestone/contracts/abi.ts'
import { createCalls } from '../../../src/milestone/demo/calls.ts'
import type { RpcProvider } from '../../../src/milestone/rpc/rpc.ts'
import { TransactionReverted } from '../../../src/milestone/sender/errors.ts'
import type { SenderHooks } from '../../../src/milestone/sender/sending.ts'
import { startTestAnvil } from '../../support/anvil.ts'
import { openTestPglite } from '../../support/databases.ts'
import { call, deployKit } from '../indexer/chain-kit.ts'
import { intercepted, senderOn, testAccount } from './sender-kit.ts'
import { soon } from './sender-stage.ts'

const node = await startTestAnvil()
const kit = await deployKit(node.url)
const { database, remove } = await openTestPglite()
afterAll(async () => {
  await node.stop()
  await remove()
})

const milestone: Hex = `0x${'ab'.repeat(32)}`

function sender(options: Partial<Parameters<typeof senderOn>[2]> = {}) {
  const provider = viemProvider()
  return senderOn({ rpc: createNodeRpc(node.url) }, database, {
    deployment: 'contracts',
    provider,
    ...options,
  })
}

async function revertOf(sending: Promise<unknown>): Promise<TransactionReverted> {
  const error = await sending.catch((thrown: unknown) => thrown)
  if (error instanceof TransactionReverted) return error
  throw error
}

/** Its errors carry what the node said, revert data included, under several layers. */
function viemProvider(): RpcProvider {
  const { request } = http(node.url, { retryCount: 0 })({ retryCount: 0 })
  return { request: ({ method, params }) => request({ method, params }) }
}

const usdc = (functionName: 'mint' | 'approve' | 'transfer', address: Hex, amount: bigint) =>
  encodeFunctionData({ abi: demoUsdcAbi, functionName, args: [address, amount] })
const reorg = (depth: number) => createNodeRpc(node.url).call('anvil_reorg', [depth, []])
/** Mines each transaction as soon as it is sent. */
const mining: SenderHooks = { at: (point) => (point === 'sent' ? kit.mine() : undefined) }

async function nonceOf(address: Hex): Promise<number> {
  return Number(await createNodeRpc(node.url).call('eth_getTransactionCount', [address, 'latest']))
}

/** Ten smallest units for `from` to transfer, and for `spender` to take away in between. */
async function prepareTransfer(from: Hex, spender: Hex) {
  const { DemoUSDC } = kit.deployment.contracts
  const [owner] = kit.accounts
  if (owner === undefined) throw new Error('no accounts')
  await kit.mine([
    call(owner, DemoUSDC, demoUsdcAbi, 'mint', [from, 10n]),
    call(from, DemoUSDC, demoUsdcAbi, 'approve', [spender, 10n]),
  ])
  return {
    to: DemoUSDC,
    data: usdc('transfer', owner, 10n),
    value: 0n,
    gas: 200_000n,
    takeAway: () => kit.mine([call(spender, DemoUSDC, demoUsdcAbi, 'transferFrom', [from, spender, 10n])]),
  }
}

test('a call that the contract must refuse is never sent, and its own error is named with its arguments', async () => {
  const account = testAccount(5)
  const vote = createCalls(kit.deployment.contracts).vote(milestone, true, milestone)
  const to = vote.to ?? '0x'
  const before = await nonceOf(account.address)
  const one = sender()
  const error = await revertOf(
    one.send({ runId: 'votes', step: 'vote', account, ...vote, to, signal: soon() }),
  )
  expect(error.reason).toEqual({
    name: 'MilestoneEscrowWrongState',
    args: [milestone, '0'],
    text: `MilestoneEscrowWrongState(${milestone}, 0)`,
  })
  expect(error.hash).toBeUndefined()
  expect(error.message).toContain(error.reason.text)
  expect(await nonceOf(account.address)).toBe(before)
  const [intent] = await one.intents('votes')
  expect([intent?.state, intent?.reason]).toEqual(['refused', error.reason.text])
  expect(one.events.map(({ event, outcome }) => [event, outcome])).toEqual([['revert', 'failed']])
})

test('a call that was refused can be asked for again once the chain allows it', async () => {
  const account = testAccount(6)
  const { DemoUSDC } = kit.deployment.contracts
  const [owner] = kit.accounts
  const order = () => ({
    runId: 'late',
    step: 'transfer',
    account,
    to: DemoUSDC,
    data: usdc('transfer', `0x${'aa'.repeat(20)}`, 7n),
    value: 0n,
    gas: 200_000n,
    signal: soon(),
  })
  const one = sender({ hooks: mining })
  await expect(one.send(order())).rejects.toThrow(/ERC20InsufficientBalance\(0x\w{40}, 0, 7\)/)
  expect((await sender().resume({ signal: soon() })).unfinished).toEqual([])
  if (owner === undefined) throw new Error('no accounts')
  await kit.mine([call(owner, DemoUSDC, demoUsdcAbi, 'mint', [account.address, 7n])])
  const abort = new AbortController()
  const interrupted = sender({ hooks: { at: () => abort.abort(new Error('the process ends')) } })
  await expect(interrupted.send({ ...order(), signal: abort.signal })).rejects.toMatchObject({
    reason: 'left_open',
  })
  expect((await one.intents('late')).map(({ state }) => state)).toEqual(['open'])
  const { logs } = await one.send(order())
  expect(logs.map(({ address }) => address.toLowerCase())).toEqual([DemoUSDC.toLowerCase()])
  expect((await one.intents('late')).map(({ state, reason }) => [state, reason])).toEqual([['mined', null]])
})

test.each(['traced', 'not traced'])(
  'a transaction that reverts when it is mined is not tried again (%s)',
  async (kind) => {
    const [account, spender] =
      kind === 'traced' ? [testAccount(7), testAccount(8)] : [testAccount(9), testAccount(10)]
    const { takeAway, ...transfer } = await prepareTransfer(account.address, spender.address)
    const noTrace = () => viemProvider().request({ method: 'debug_noSuchMethod' })
    const provider = intercepted(viemProvider(), ({ method }) =>
      kind === 'not traced' && method === 'debug_traceTransaction' ? noTrace() : undefined,
    )
    const hooks: SenderHooks = {
      at: async (point) => {
        if (point === 'signed') await takeAway()
        if (point === 'sent') await kit.mine()
      },
    }
    const one = sender({ provider, hooks })
    const order = () => ({ runId: kind, step: 'transfer', account, ...transfer, signal: soon() })
    const before = await nonceOf(account.address)
    const error = await revertOf(one.send(order()))
    expect(error.reason.name).toBe('ERC20InsufficientBalance')
    expect(error.reason.args).toEqual([account.address, '0', '10'])
    expect(error.hash).toBeDefined()
    expect(await nonceOf(account.address)).toBe(before + 1)
    expect((await one.intents(kind)).map(({ state }) => state)).toEqual(['reverted'])
    await expect(sender().send(order())).rejects.toThrow(error.message)
    expect(await nonceOf(account.address)).toBe(before + 1)
    expect((await one.confirm({ runId: kind, signal: soon() })).transactions).toEqual([])
  },
)

test('a call that the account cannot pay for is refused before it takes a nonce', async () => {
  const account = testAccount(40)
  const to = testAccount(1).address
  const order = { runId: 'poor', step: 'pay', account, to, data: '0x', value: 1n, gas: 21_000n } as const
  await expect(sender().send({ ...order, signal: soon() })).rejects.toThrow(/[Ii]nsufficient funds/)
  expect((await sender().intents('poor')).map(({ state }) => state)).toEqual(['refused'])
})

/** A transfer by one account of what another one mints for it, in the same run by default. */
function mintAndTransfer(runId: string, account: LocalAccount, runOfMint = runId) {
  const { DemoUSDC } = kit.deployment.contracts
  const usual = { runId, to: DemoUSDC, value: 0n, gas: 200_000n, signal: soon() }
  const mint = {
    ...usual,
    runId: runOfMint,
    step: 'mint',
    account: testAccount(0),
    data: usdc('mint', account.address, 7n),
  }
  const transfer = {
    ...usual,
    step: 'transfer',
    account,
    data: usdc('transfer', testAccount(1).address, 7n),
  }
  return { mint, transfer }
}

/** A call that needs nothing. */
const approvalOf = (spender: Hex) => usdc('approve', spender, 1n)

/** Mines what is sent; a reorg takes the newest block back just before the first transfer is sent. */
function losingMint(): SenderHooks {
  let isLost = false
  return {
    at: async (point, { step }) => {
      if (point === 'signed' && step === 'transfer' && !isLost) {
        isLost = true
        await reorg(1)
      }
      if (point === 'sent') await kit.mine()
    },
  }
}

test('after a reorg a call waits until what it depends on is back, and is not sent to revert', async () => {
  const account = testAccount(11)
  const { mint, transfer } = mintAndTransfer('pair', account)
  let transferSimulations = 0
  const one = sender({
    hooks: mining,
    provider: intercepted(viemProvider(), async ({ method, params }) => {
      if (method !== 'eth_call' || !JSON.stringify(params).includes(transfer.data)) return
      transferSimulations += 1
      // The mint is lost again after it was brought back.
      if (transferSimulations === 2) await reorg(1)
    }),
  })
  const sent = [await one.send(mint), await one.send(transfer)]
  const nonce = await nonceOf(account.address)
  await reorg(2)

  const error = await revertOf(one.send(transfer))
  expect(error.hash).toBeUndefined()
  expect(await nonceOf(account.address)).toBe(nonce - 1)
  expect((await one.intents('pair')).map(({ state }) => state)).toEqual(['mined', 'open'])

  const { transactions } = await one.confirm({ runId: 'pair', signal: soon() })
  expect(transactions.map(({ hash }) => hash)).toEqual(sent.map(({ hash }) => hash))
  expect(await nonceOf(account.address)).toBe(nonce)
  expect(transferSimulations).toBe(3)
})

test('a transaction that reverted without what a reorg took back is sent again when asked, under the next nonce', async () => {
  const account = testAccount(12)
  const { mint, transfer } = mintAndTransfer('retry', account, 'mint of retry')
  const one = sender({ hooks: losingMint() })
  await one.send(mint)
  const nonce = await nonceOf(account.address)
  const error = await revertOf(one.send(transfer))
  expect(error.hash).toBeDefined()
  expect(await nonceOf(account.address)).toBe(nonce + 1)
  // Not while it would revert again.
  const again = { ...transfer, retriesReverted: true }
  expect((await revertOf(one.send(again))).hash).toBeUndefined()

  expect((await one.confirm({ runId: 'mint of retry', signal: soon() })).transactions.length).toBe(1)
  const sent = await one.send(again)
  expect(sent.hash).not.toBe(error.hash)
  expect(await nonceOf(account.address)).toBe(nonce + 2)
  expect((await one.send(transfer)).hash).toBe(sent.hash)
  expect((await one.confirm({ runId: 'retry', signal: soon() })).transactions.length).toBe(1)
})

test('an attempt that reverted and is mined again as a success is not joined by another one, even if one endpoint lacks it', async () => {
  const account = testAccount(13)
  const rpc = createNodeRpc(node.url)
  const { mint, transfer } = mintAndTransfer('twice', account)
  let hidden: Hex | undefined
  const one = sender({
    provider: intercepted(viemProvider(), ({ method }) => {
      if (method !== 'eth_getTransactionReceipt' || hidden === undefined) return undefined
      hidden = undefined
      return null
    }),
    hooks: losingMint(),
  })
  await one.send(mint)
  const { hash } = await revertOf(one.send(transfer))
  const raw = await database.rows<{ raw: Hex }>(
    sql`select raw from milestone_signed_transactions where hash = ${hash}`,
  )
  await reorg(1)
  await kit.mine([call(mint.account.address, mint.to, demoUsdcAbi, 'mint', [account.address, 14n])])
  await rpc.call('eth_sendRawTransaction', [raw[0]?.raw])
  await kit.mine()
  hidden = hash
  const sent = await one.send({ ...transfer, retriesReverted: true })
  expect(sent.hash).toBe(hash ?? '0x')
})

test('a reverted transaction that a reorg takes back is mined again as it was', async () => {
  const account = testAccount(14)
  const { mint, transfer } = mintAndTransfer('as it was', account)
  const one = sender({ hooks: losingMint() })
  await kit.mine([call(mint.account.address, mint.to, demoUsdcAbi, 'mint', [account.address, 7n])])
  await expect(one.send(transfer)).rejects.toThrow(TransactionReverted)
  const nonce = await nonceOf(account.address)
  await reorg(1)
  const dying = new AbortController()
  const crashing = sender({
    provider: intercepted(viemProvider(), ({ method }) => {
      if (method !== 'eth_sendRawTransaction') return
      dying.abort(new Error('the process ends'))
      throw new Error('the process ends')
    }),
  })
  await expect(crashing.confirm({ runId: 'as it was', signal: dying.signal })).rejects.toThrow('stays open')
  expect((await one.confirm({ runId: 'as it was', signal: soon() })).transactions).toEqual([])
  expect(await nonceOf(account.address)).toBe(nonce)
  expect((await one.intents('as it was')).map(({ state }) => state)).toEqual(['reverted'])
})

test('a call that is sent again for a higher fee is simulated before it, too', async () => {
  const account = testAccount(15)
  const rpc = createNodeRpc(node.url)
  const { mint, transfer } = mintAndTransfer('fee', account, 'mint of fee')
  const one = sender({ hooks: mining })
  await one.send(mint)
  await one.send(transfer)
  await reorg(2)
  await rpc.call('anvil_setNextBlockBaseFeePerGas', [toHex(10n ** 10n)])
  await kit.mine()
  expect((await revertOf(one.send(transfer))).hash).toBeUndefined()
})

test('after a reorg a call is sent again after the earlier ones of its run, those of other accounts included', async () => {
  const account = testAccount(16)
  const { mint, transfer } = mintAndTransfer('order', account)
  const earlier = {
    ...transfer,
    step: 'earlier',
    data: approvalOf(account.address),
  }
  const one = sender({ hooks: mining })
  const nonce = await nonceOf(account.address)
  const sent = [await one.send(mint), await one.send(earlier), await one.send(transfer)]
  await reorg(3)
  const again = await one.send(transfer)
  expect(again.hash).toBe(sent[2]?.hash ?? '0x')
  expect(one.events.map(({ event, target, outcome }) => [event, target, outcome])).toContainEqual([
    'run_incomplete',
    'transfer',
    'success',
  ])
  expect(await nonceOf(account.address)).toBe(nonce + 2)
  const { transactions } = await one.confirm({ runId: 'order', signal: soon() })
  expect(transactions.map(({ blockNumber }) => blockNumber)).toEqual(
    [-2, -1, 0].map((at) => again.blockNumber + at),
  )
  expect(transactions.map(({ hash }) => hash)).toEqual(sent.map(({ hash }) => hash))
})

/** An earlier call of the account, then what its transfer needs from another account: both are mined. */
async function sendNeeds(runId: string, account: LocalAccount, how: Parameters<typeof sender>[0] = {}) {
  const { mint, transfer } = mintAndTransfer(runId, account)
  const data = approvalOf(account.address)
  const one = sender({
    ...how,
    hooks: {
      at: async (point, intent) => {
        await how.hooks?.at?.(point, intent)
        if (point === 'sent') await kit.mine()
      },
    },
  })
  const nonce = await nonceOf(account.address)
  await one.send({ ...transfer, step: 'earlier', data })
  await one.send(mint)
  return { one, transfer, nonce }
}

test('a reorg right after the simulation of a new call does not bring back the account’s earlier ones alone', async () => {
  const account = testAccount(17)
  const plain = viemProvider()
  let isLost = false
  const simulated = Promise.withResolvers<void>()
  const lost = simulated.promise.then(() => reorg(2))
  const provider: RpcProvider = {
    request: async (question) => {
      if (isLost && question.method === 'eth_getTransactionCount') await lost
      const answer = await plain.request(question)
      if (isLost && question.method === 'eth_call') simulated.resolve()
      return answer
    },
  }
  const { one, transfer, nonce } = await sendNeeds('late reorg', account, { provider })
  isLost = true
  await one.send(transfer)
  expect(await nonceOf(account.address)).toBe(nonce + 2)
  expect((await one.confirm({ runId: 'late reorg', signal: soon() })).transactions.length).toBe(3)
  expect(await nonceOf(account.address)).toBe(nonce + 2)
})

test('a call that waits in the pool after a reorg took what it needs is withdrawn before that is brought back', async () => {
  const account = testAccount(18)
  const rpc = createNodeRpc(node.url)
  let isLost = false
  const { one, transfer, nonce } = await sendNeeds('pool', account, {
    hooks: {
      at: async (point, { step }) => {
        if (point !== 'signed' || step !== 'transfer' || isLost) return
        isLost = true
        await reorg(2)
      },
    },
  })
  await one.send(transfer)
  expect((await one.confirm({ runId: 'pool', signal: soon() })).transactions.length).toBe(3)
  // The earlier call, the filler and the transfer; the withdrawn one was not mined.
  expect(await nonceOf(account.address)).toBe(nonce + 3)
  const bytes = await database.rows<{ hash: Hex }>(
    sql`select hash from milestone_signed_transactions where account = ${account.address} order by id`,
  )
  const receipts = await Promise.all(
    bytes.map(({ hash }) =>
      rpc.call('eth_getTransactionReceipt', [hash]).then((answer) => Object(answer).status),
    ),
  )
  expect(receipts).toEqual(['0x1', undefined, '0x1', '0x1'])
})

test('a call that needs nothing is not sent before the earlier ones of its run that a reorg has just removed', async () => {
  const { mint, transfer } = mintAndTransfer('new', testAccount(19))
  const one = sender({ hooks: mining })
  const minted = await one.send(mint)
  await reorg(1)
  const data = approvalOf(mint.account.address)
  const approved = await one.send({ ...transfer, step: 'approve', data })
  const { transactions } = await one.confirm({ runId: 'new', signal: soon() })
  expect(transactions.map(({ hash }) => hash)).toEqual([minted.hash, approved.hash])
  expect(transactions.map(({ blockNumber }) => blockNumber)).toEqual([
    approved.blockNumber - 1,
    approved.blockNumber,
  ])
})

test('nothing is resubmitted while one endpoint still shows the chain before a reorg', async () => {
  const account = testAccount(4)
  const rpc = createNodeRpc(node.url)
  const { mint, transfer } = mintAndTransfer('lagging', account)
  const data = approvalOf(account.address)
  /** What the endpoint that lags answers about the mint; undefined once it has followed the reorg. */
  let stale: Map<string, unknown> | undefined
  const one = sender({
    hooks: mining,
    provider: intercepted(viemProvider(), ({ method, params }) =>
      stale?.get(JSON.stringify([method, params])),
    ),
    untilEndpointsAgree: async () => {
      stale = undefined
    },
  })
  const minted = await one.send(mint)
  await one.send({ ...transfer, step: 'approve', data })
  const questions = [
    ['eth_getTransactionReceipt', [minted.hash]],
    ['eth_getBlockByNumber', [toHex(minted.blockNumber), false]],
  ] as const
  stale = new Map()
  for (const [method, params] of questions)
    stale.set(JSON.stringify([method, params]), await rpc.call(method, params))
  await reorg(2)
  const { transactions } = await one.confirm({ runId: 'lagging', signal: soon() })
  expect(stale).toBeUndefined()
  expect(transactions.map(({ blockNumber }) => blockNumber)).toEqual([
    minted.blockNumber + 2,
    minted.blockNumber + 3,
  ])
})
