import { expect, test } from 'bun:test'
import { type RpcRoute, routeOf, stateChangesDone } from '../../../src/milestone/anvil/request-route.ts'

const request = (method: unknown, params: unknown[] = []) => ({ jsonrpc: '2.0', id: 1, method, params })

const methods: Record<RpcRoute, string> = {
  read: `eth_call eth_getBlockByNumber eth_getLogs eth_getTransactionReceipt eth_getTransactionCount
    eth_estimateGas eth_chainId net_version web3_clientVersion debug_traceTransaction`,
  leader: `eth_sendRawTransaction eth_sendRawTransactionSync eth_sendTransaction eth_sendUnsignedTransaction
    eth_sign eth_getTransactionByHash eth_getRawTransactionByHash eth_newBlockFilter
    eth_getFilterChanges eth_getFilterLogs eth_uninstallFilter txpool_content evm_mine evm_snapshot
    evm_increaseTime anvil_dropTransaction anvil_setNextBlockBaseFeePerGas anvil_impersonateAccount
    wallet_sendTransaction eth_somethingNew eth_CALL`,
  rewind: `anvil_reorg anvil_rollback evm_revert hardhat_reset`,
  stateChange: `anvil_setBalance hardhat_setBalance tenderly_addBalance anvil_setCode anvil_setNonce
    evm_setAccountNonce anvil_setStorageAt anvil_setCoinbase anvil_setChainId evm_setBlockGasLimit
    anvil_dealERC20 anvil_loadState`,
}

test.each(
  Object.entries(methods).flatMap(([route, names]) => names.split(/\s+/).map((name) => [name, route])),
)('"%s" takes the route %s', (method, route) => {
  expect<string>(routeOf(JSON.stringify(request(method)))).toBe(route)
})

test.each([
  ['a batch of reads', [request('eth_call'), request('eth_chainId')], 'read'],
  ['a batch with one send in it', [request('eth_call'), request('eth_sendRawTransaction')], 'leader'],
  ['a batch with a state change in it', [request('eth_call'), request('anvil_setCode')], 'stateChange'],
  ['a batch with a member that is no request', [request('eth_call'), 7], 'leader'],
  ['an empty batch', [], 'leader'],
  ['a read of what is being made', request('eth_getTransactionCount', ['0xaa', 'pending']), 'leader'],
  ['a method that is no text', request(['eth_call']), 'leader'],
  ['null', null, 'leader'],
] as const)('%s goes where it must', (_, body, route) => {
  expect(routeOf(JSON.stringify(body))).toBe(route)
})

test.each(['', '{"method":""}', '{', 'eth_call', '{"method":"eth_call"} {}', '\u0000'])(
  'a body that cannot be read goes to the leader: %j',
  (body) => {
    expect(routeOf(body)).toBe('leader')
  },
)

test('a method spelled with escapes is known for what it is', () => {
  expect(routeOf('{"method":"eth_sendRaw\\u0054ransaction"}')).toBe('leader')
  expect(routeOf('{"\\u006dethod":"anvil_setB\\u0061lance"}')).toBe('stateChange')
})

test('only state changes that the node carried out count as done', () => {
  const batch = [
    { id: 1, method: 'anvil_setCode', params: ['0xaa', '0x1'] },
    { id: 2, method: 'eth_chainId', params: [] },
    { id: 3, method: 'anvil_setBalance', params: ['0xaa'] },
    { id: 4, method: 'anvil_setNonce', params: ['0xaa', '0x5'] },
  ]
  const answers = [
    { id: 4, result: null },
    { id: 3, error: { code: -32602 } },
    { id: 2, result: '0x1' },
    { id: 1, result: null },
  ]
  const done = stateChangesDone(JSON.stringify(batch), JSON.stringify(answers))
  expect(done.map(({ method, params }) => [method, params])).toEqual([
    ['anvil_setCode', ['0xaa', '0x1']],
    ['anvil_setNonce', ['0xaa', '0x5']],
  ])
})
