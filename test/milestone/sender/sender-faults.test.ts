import { expect, test } from 'bun:test'
import { RpcRequestError } from 'viem'
import { createSenderFaults } from '../../../src/milestone/cycle/pipeline.ts'
import { accountAt } from '../../../src/milestone/demo/actors.ts'

const account = accountAt(0)
const nothing = async () => {}
const point = { runId: 'run', step: 'vote ada', account: account.address, nonce: 4, hash: '0x12' } as const

function faultsOver(answer: () => Promise<unknown>) {
  return createSenderFaults({
    chaos: { applies: ({ fault }) => fault === 'nonce_conflict' },
    actions: { setNextBaseFee: nothing, reorg: nothing, mine: nothing },
    clean: { request: answer },
    accounts: [account],
    chainId: 31337,
  })
}

test('a nonce that a foreign transaction takes is listed', async () => {
  const { hooks, foreignNonces } = faultsOver(async () => '0x34')
  await hooks.at?.('signed', point)
  expect(foreignNonces(account.address)).toEqual([4])
})

test('a nonce whose foreign transaction the node refuses is not listed, and the intent goes on', async () => {
  const error = { code: -32003, message: 'replacement transaction underpriced' }
  const { hooks, foreignNonces } = faultsOver(() =>
    Promise.reject(new RpcRequestError({ body: {}, error, url: 'http://node' })),
  )
  await hooks.at?.('signed', point)
  expect(foreignNonces(account.address)).toEqual([])
})
