import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createGate } from '../../../src/milestone/anvil/gate.ts'
import { createNodeRpc } from '../../../src/milestone/anvil/node-rpc.ts'
import { createRpcProxy, type ProxyTarget, type RpcProxy } from '../../../src/milestone/anvil/proxy.ts'
import { startTestAnvil } from '../../support/anvil.ts'

const node = await startTestAnvil({ flags: ['--chain-id', '1001'] })
const other = await startTestAnvil({ flags: ['--chain-id', '1002'] })
const proxy = await createRpcProxy(0)
proxy.open(target())
afterAll(async () => {
  await proxy.stop()
  await Promise.all([node.stop(), other.stop()])
})

/** Reads go to `node`, everything else to `other`. */
function target(changes: Partial<ProxyTarget> = {}): ProxyTarget {
  return {
    nodeUrl: node.url,
    leaderUrl: async () => other.url,
    lead: (task) => task(),
    read: (task) => task(),
    changeState: async () => '{"jsonrpc":"2.0","id":1,"result":"changed"}',
    rewind: (post) => post(other.url),
    onLead: async () => {},
    ...changes,
  }
}

async function withProxy<Answer>(changes: Partial<ProxyTarget>, use: (proxy: RpcProxy) => Promise<Answer>) {
  const own = await createRpcProxy(0)
  own.open(target(changes))
  try {
    return await use(own)
  } finally {
    await own.stop()
  }
}

function post(
  url: string,
  body: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  return fetch(url, { method: 'POST', body, headers })
}
const ask = (method: string, params: unknown[] = []) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

test('reads are answered by the node behind the proxy, everything else by the one that leads', async () => {
  const rpc = createNodeRpc(proxy.url)
  expect(await rpc.call('eth_chainId')).toBe('0x3e9')
  expect(await rpc.call('anvil_nodeInfo')).toMatchObject({ environment: { chainId: 1002 } })
  expect(await rpc.call('anvil_setCode', [])).toBe('changed')
})

test('an answer is the node’s own, byte for byte, at any size', async () => {
  const small = ask('eth_getBlockByNumber', ['latest', true])
  const large = JSON.stringify(
    Array.from({ length: 400 }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'eth_getBlockByNumber',
      params: ['0x0', true],
    })),
  )
  const malformed = '{"jsonrpc":"2.0"'
  for (const body of [small, large]) {
    const [own, direct] = await Promise.all([post(proxy.url, body), post(node.url, body)])
    expect([own.status, own.headers.get('content-type')]).toEqual([
      direct.status,
      direct.headers.get('content-type'),
    ])
    const [text, truth] = await Promise.all([own.text(), direct.text()])
    expect(text === truth).toBe(true)
  }
  expect((await (await post(node.url, large)).text()).length).toBeGreaterThan(256 * 1024)
  expect(await (await post(proxy.url, malformed)).json()).toEqual(
    await (await post(other.url, malformed)).json(),
  )
})

test('other methods than POST are refused, and so is a body that is too long', async () => {
  const get = await fetch(proxy.url)
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  const long = await post(proxy.url, ask('eth_call', ['x'.repeat(2 * 1024 * 1024)])).then(
    ({ status }) => status,
    () => 'dropped',
  )
  expect([413, 'dropped']).toContain(long)
  expect(await createNodeRpc(proxy.url).call('eth_chainId')).toBe('0x3e9')
})

test.each([
  ['a page of another site', { origin: 'https://evil.example', 'content-type': 'application/json' }, 403],
  ['a page of this machine', { origin: 'http://localhost:3000', 'content-type': 'application/json' }, 403],
  ['a sandboxed page', { origin: 'null', 'content-type': 'application/json' }, 403],
  ['a form', { 'content-type': 'text/plain' }, 415],
  ['a body without a type', {}, 415],
] as const)('a request by %s is refused before a node sees it', async (_, headers, status) => {
  const body = new TextEncoder().encode(ask('evm_mine'))
  const before = await createNodeRpc(other.url).call('eth_blockNumber')
  const answer = await fetch(proxy.url, { method: 'POST', body, headers: { ...headers } })
  expect(answer.status).toBe(status)
  expect(await createNodeRpc(other.url).call('eth_blockNumber')).toBe(before)
})

test('a preflight and a WebSocket of a page are refused', async () => {
  const origin = 'http://localhost:3000'
  const preflight = await fetch(proxy.url, { method: 'OPTIONS', headers: { origin } })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null])
  const upgrade = await fetch(proxy.url, {
    headers: {
      origin,
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    },
  })
  expect(upgrade.status).toBe(403)
})

test('a closed proxy drops connections, old and new, and what is under way', async () => {
  await withProxy({}, async (own) => {
    const rpc = createNodeRpc(own.url)
    await rpc.call('eth_chainId')
    const body = ask('eth_chainId')
    const idle = connect(Number(new URL(own.url).port), '127.0.0.1')
    idle.write(
      `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await new Promise((resolve) => idle.once('data', resolve))
    const ended = new Promise((resolve) => idle.once('close', resolve))
    own.close()
    await ended
    await expect(rpc.call('eth_chainId')).rejects.toThrow()
    own.open(target())
    expect(await rpc.call('eth_chainId')).toBe('0x3e9')
  })
})

test('a request that waits for a leader is dropped when the proxy closes or none comes', async () => {
  const waiting = Promise.withResolvers<string>()
  await withProxy({ leaderUrl: () => waiting.promise }, async (own) => {
    const sent = createNodeRpc(own.url)
      .call('evm_mine')
      .then(
        () => 'answered',
        () => 'dropped',
      )
    // Reads do not wait for it.
    expect(await createNodeRpc(own.url).call('eth_chainId')).toBe('0x3e9')
    own.close()
    expect(await sent).toBe('dropped')
  })
  waiting.resolve(other.url)
  await withProxy({ leaderUrl: () => Promise.reject(new Error('no leader')) }, async (own) => {
    await expect(createNodeRpc(own.url).call('evm_mine')).rejects.toThrow()
  })
})

test('a leader that refuses the connection never saw the request, so the next leader gets it', async () => {
  const asked: (string | undefined)[] = []
  const leaderUrl = async (refusedBy: string | undefined) => {
    asked.push(refusedBy)
    return refusedBy === undefined ? 'http://127.0.0.1:1' : other.url
  }
  await withProxy({ leaderUrl }, async (own) => {
    expect(await createNodeRpc(own.url).call('anvil_nodeInfo')).toMatchObject({
      environment: { chainId: 1002 },
    })
  })
  expect(asked).toEqual([undefined, 'http://127.0.0.1:1'])
})

test('a request that a dying leader had taken is not sent again, as it may have been carried out', async () => {
  let taken = 0
  const dying = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data: (socket) => {
        taken += 1
        socket.terminate()
      },
    },
  })
  const asked: (string | undefined)[] = []
  const leaderUrl = async (refusedBy: string | undefined) => {
    asked.push(refusedBy)
    return `http://127.0.0.1:${dying.port}`
  }
  await withProxy({ leaderUrl }, async (own) => {
    await expect(createNodeRpc(own.url).call('evm_mine')).rejects.toThrow()
  })
  dying.stop(true)
  expect(asked).toEqual([undefined])
  expect(taken).toBeGreaterThan(0)
})

test('while the chain of the node changes, reads wait and are answered afterwards', async () => {
  const gate = createGate()
  const change = Promise.withResolvers<void>()
  const changed = gate.exclusive(() => change.promise, 60_000)
  await withProxy({ read: (task) => gate.shared(task, 60_000) }, async (own) => {
    let answered = false
    const reading = createNodeRpc(own.url)
      .call('eth_chainId')
      .then((answer) => {
        answered = true
        return answer
      })
    await createNodeRpc(own.url).call('anvil_nodeInfo')
    expect(answered).toBe(false)
    change.resolve()
    await changed
    expect(await reading).toBe('0x3e9')
  })
})

test('a reorg goes on when its client leaves, so that no block is mined into it', async () => {
  const request = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Response>()
  const slow = Bun.serve({
    port: 0,
    fetch: () => {
      request.resolve()
      return answer.promise
    },
  })
  const ended = Promise.withResolvers<string>()
  const rewind: ProxyTarget['rewind'] = async (post) => {
    const response = post(slow.url.href)
    response.then(
      () => ended.resolve('answered'),
      () => ended.resolve('aborted'),
    )
    return await response
  }
  await withProxy({ rewind }, async (own) => {
    const leaving = new AbortController()
    const sent = fetch(own.url, {
      method: 'POST',
      body: ask('anvil_reorg', [1, []]),
      headers: { 'content-type': 'application/json' },
      signal: leaving.signal,
    }).catch(() => {})
    await request.promise
    leaving.abort()
    await sent
    // The proxy has noticed that the client left once it has answered another.
    await createNodeRpc(own.url).call('eth_chainId')
    answer.resolve(new Response('{}'))
    expect(await ended.promise).toBe('answered')
  })
  await slow.stop(true)
})

test('a WebSocket ends at the leader and goes down with the proxy', async () => {
  await withProxy({}, async (own) => {
    const socket = new WebSocket(own.url.replace('http', 'ws'))
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    const answer = new Promise((resolve) => socket.addEventListener('message', ({ data }) => resolve(data)))
    socket.send(ask('eth_chainId'))
    expect(JSON.parse(String(await answer))).toMatchObject({ result: '0x3ea' })
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve))
    own.close()
    await closed
  })
})

test('the proxy is open on this machine alone', () => {
  expect(new URL(proxy.url).hostname).toBe('127.0.0.1')
})
