import { expect, test } from 'bun:test'
import { type Hex, RpcRequestError, UnknownRpcError } from 'viem'
import { NodeRpcError } from '../../../src/milestone/anvil/node-rpc.ts'
import {
  broadcastAnswerOf,
  isAboutTransaction,
  nodeErrorIn,
} from '../../../src/milestone/sender/node-error.ts'

const refusal = (message: string, code = -32_000) => ({ code, message, data: undefined })

test.each([
  // Words of geth, Anvil, Nethermind, Besu, Erigon and Reth.
  ['already known', 'taken'],
  ['transaction already imported', 'taken'],
  ['AlreadyKnown', 'taken'],
  ['Known transaction', 'taken'],
  ['replacement transaction underpriced', 'underpriced'],
  ['transaction underpriced', 'underpriced'],
  ['max fee per gas less than block base fee', 'underpriced'],
  ['max fee per gas less than block base fee: address 0x…, maxFeePerGas: 1, baseFee: 7', 'underpriced'],
  ['FeeTooLow, MaxFeePerGas too low', 'underpriced'],
  ['Gas price below current base fee', 'underpriced'],
  ['nonce too low', 'nonce used'],
  ['nonce too low: next nonce 5, tx nonce 4', 'nonce used'],
  ['OldNonce', 'nonce used'],
  ['insufficient funds for gas * price + value', 'refused'],
  ['exceeds block gas limit', 'refused'],
  ['nonce too high', 'refused'],
] as const)('the message "%s" of a node means: %s', (message, answer) => {
  expect(broadcastAnswerOf(refusal(message))).toBe(answer)
})

test.each([
  ['execution reverted', 3, true],
  ['execution reverted: not yours', -32_000, true],
  ['VM Exception while processing transaction: revert', -32_603, true],
  ['insufficient funds for transfer', -32_000, true],
  ['EVM error InvalidJump', -32_603, true],
  ['header not found', -32_000, false],
  ['limit exceeded', -32_005, false],
  ['internal error', -32_603, false],
  ['the method eth_call does not exist', -32_601, false],
])('whether "%s" (%i) is about the transaction: %p', (message, code, isAbout) => {
  expect(isAboutTransaction(refusal(message, code))).toBe(isAbout)
})

test('the node’s error and revert data are found under the layers above', () => {
  const said = new RpcRequestError({
    body: { method: 'eth_call' },
    error: { code: 3, message: 'execution reverted', data: '0xabcdef01' },
    url: 'http://127.0.0.1',
  })
  const wanted = { code: 3, message: 'execution reverted', data: '0xabcdef01' as Hex }
  expect(nodeErrorIn(said)).toEqual(wanted)
  expect(nodeErrorIn(new UnknownRpcError(said))).toEqual(wanted)
  expect(nodeErrorIn(new Error('above', { cause: new UnknownRpcError(said) }))).toEqual(wanted)
  expect(nodeErrorIn(new NodeRpcError('eth_call', -32_000, 'no'))).toMatchObject({ code: -32_000 })
})

test('a failed connection is not an answer of a node', () => {
  const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  expect(nodeErrorIn(reset)).toBeUndefined()
  expect(nodeErrorIn(new DOMException('aborted', 'AbortError'))).toBeUndefined()
  expect(nodeErrorIn(new UnknownRpcError(reset))).toBeUndefined()
  expect(nodeErrorIn('thrown text')).toBeUndefined()
})
