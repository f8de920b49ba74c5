import { expect, test } from 'bun:test'
import { isAddressEqual, isHex, parseTransaction } from 'viem'
import { count, freshAccount, minedBy, paramsOf, senderOn } from './sender-kit.ts'
import { setStage, soon } from './sender-stage.ts'

const { chain, database, chainExcept: providerWith } = await setStage()

await chain.automine(true)

test('a withdrawn call whose filler is lost and which is mined after all is not sent again under another nonce', async () => {
  const [first, second] = [await freshAccount(chain), await freshAccount(chain)]
  let hidden: string | undefined
  let hides = 0
  let fillers = 0
  const provider = providerWith((question) => {
    const [param] = paramsOf(question)
    const isBroadcast = question.method === 'eth_sendRawTransaction' && isHex(param)
    const to = isBroadcast ? parseTransaction(param).to : undefined
    if (hidden !== undefined && to && isAddressEqual(to, first.address)) {
      fillers += 1
      throw new Error('connection reset')
    }
    if (question.method !== 'eth_getTransactionReceipt' || param !== hidden || hides === 10) return undefined
    hides += 1
    return null
  })
  const one = senderOn(chain, database, {
    deployment: 'lost filler',
    provider,
    hooks: {
      at: async (point, { step, hash }) => {
        if (point !== 'signed' || step !== 'C' || hidden !== undefined) return
        hidden = hash
        await chain.reorg(2)
      },
    },
  })
  const order = (step: string, key: number, account: typeof first) =>
    one.send({ ...count(chain, key, account), runId: 'run', step, signal: soon() })
  await order('A', 201, first)
  await order('B', 202, second)
  await order('C', 203, first)
  expect([fillers > 0, hides]).toEqual([true, 10])
  expect(await chain.countOf(203)).toBe(1)
  expect((await minedBy(chain.rpc, first.address)).map(({ nonce }) => nonce)).toEqual([0, 1])
})

test('concurrent calls of one account whose nonces are not in their order do not wait for each other after a reorg', async () => {
  const account = await freshAccount(chain)
  const [a, b] = [count(chain, 101, account), count(chain, 102, account)]
  const sentB = Promise.withResolvers<void>()
  let hidden: string | undefined
  const provider = providerWith(async (question) => {
    const isCallOfA = question.method === 'eth_call' && JSON.stringify(paramsOf(question)).includes(a.data)
    if (isCallOfA) await sentB.promise
    const isHidden = question.method === 'eth_getTransactionReceipt' && paramsOf(question)[0] === hidden
    return isHidden ? null : undefined
  })
  const one = senderOn(chain, database, {
    deployment: 'inverted',
    provider,
    hooks: {
      at: (point, { step, hash }) => {
        if (step === 'B' && point === 'signed') hidden ??= hash
        if (step === 'B' && point === 'sent') sentB.resolve()
      },
    },
  })
  const sendingA = one.send({ ...a, runId: 'run', step: 'A', signal: soon() })
  while ((await one.intents('run')).length === 0) await Bun.sleep(1)
  const sendingB = one.send({ ...b, runId: 'run', step: 'B', signal: soon() })
  await sendingA
  await chain.reorg(2)
  hidden = ''
  await sendingB
  await one.confirm({ runId: 'run', signal: soon() })
  expect([await chain.countOf(101), await chain.countOf(102)]).toEqual([1, 1])
})

test('an earlier call that a reorg removed and that a process left open still comes first', async () => {
  const accounts = [await freshAccount(chain), await freshAccount(chain)] as const
  const options = { deployment: 'crash', accounts }
  const before = senderOn(chain, database, options)
  for (const [at, account] of accounts.entries())
    await before.send({ ...count(chain, 301 + at, account), runId: 'run', step: `${at}`, signal: soon() })
  await chain.reorg(2)
  const dying = new AbortController()
  const crashing = senderOn(chain, database, {
    ...options,
    provider: providerWith(({ method }) => {
      if (method !== 'eth_sendRawTransaction') return undefined
      dying.abort(new Error('the process ends'))
      throw new Error('the process ends')
    }),
  })
  await expect(crashing.confirm({ runId: 'run', signal: dying.signal })).rejects.toThrow('stays open')
  expect((await before.intents('run')).map(({ state }) => state)).toEqual(['open', 'mined'])
  let requests = 0
  const after = senderOn(chain, database, {
    ...options,
    provider: providerWith(async (question) => {
      // The first call is slower than the second one.
      const isOfFirst = JSON.stringify(paramsOf(question))
        .toLowerCase()
        .includes(accounts[0].address.slice(2).toLowerCase())
      if (isOfFirst && requests++ < 3) await Bun.sleep(50)
      return undefined
    }),
  })
  expect((await after.resume({ signal: soon() })).unfinished).toEqual([])
  const [first, second] = await after.intents('run')
  expect(Number(first?.blockNumber)).toBeLessThan(Number(second?.blockNumber))
})

test('a call waits for each of the earlier ones, also when a later one of them is back already', async () => {
  const accounts = [await freshAccount(chain), await freshAccount(chain), await freshAccount(chain)] as const
  const one = senderOn(chain, database, { deployment: 'mixed' })
  const order = (at: 0 | 1 | 2) =>
    one.send({ ...count(chain, 401 + at, accounts[at]), runId: 'run', step: `${at}`, signal: soon() })
  await order(0)
  const lost = await order(1)
  await chain.reorg(2)
  // In a block above the one that is recorded for the second call.
  expect((await order(0)).blockNumber).toBeGreaterThan(lost.blockNumber)
  const last = await order(2)
  const [, second] = await one.intents('run')
  expect(second?.hash).toBe(lost.hash)
  expect(Number(second?.blockNumber)).toBeGreaterThan(lost.blockNumber)
  expect(Number(second?.blockNumber)).toBeLessThan(last.blockNumber)
})
