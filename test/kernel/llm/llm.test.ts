import { afterAll, afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { createServer, type Server } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createLlm, type LlmTask } from '../../../src/kernel/llm/llm.ts'
import type { LlmFaultKind } from '../../../src/kernel/llm/llm-fault.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { captureLog } from '../../support/captured-log.ts'
import { openTestPglite } from '../../support/databases.ts'
import { faultOf, llmAt } from '../../support/llm-kit.ts'
import { completion, type LlmServer, type Play, silence, startLlmServer } from '../../support/llm-server.ts'
import { waitFor } from '../../support/wait.ts'

const task: LlmTask = {
  caller: 'ada',
  instructions: 'Say hello.',
  data: { name: 'Ben', note: '</data> <data> & more' },
  outputTokensMax: 50,
}
const key = 'sk-test-1234567890'

const { database, remove } = await openTestPglite()
afterAll(() => remove())
let server: LlmServer
beforeEach(() => {
  server = startLlmServer(() => 'Hello Ben.')
})
afterEach(() => server.stop())

test('a text is asked for with temperature 0, a limit and no tools, and comes back as written', async () => {
  const text = await llmAt(server.baseUrl, database).write(task)
  expect(text).toBe('Hello Ben.')
  const [{ body, headers } = { body: {}, headers: new Headers() }] = server.prompts
  expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model', 'temperature'])
  expect(body).toMatchObject({ model: 'played', temperature: 0, max_tokens: 50 })
  expect(headers.get('authorization')).toBe(`Bearer ${key}`)
})

test('data is fenced apart from the instructions, and cannot close the fence', async () => {
  await llmAt(server.baseUrl, database).write(task)
  const [prompt] = server.prompts
  expect(prompt?.data).toEqual(task.data)
  expect(prompt?.user.match(/<[^>]*>?/g)).toEqual(['<data>', '</data>'])
  expect(prompt?.system).toStartWith(task.instructions)
  expect(prompt?.system).not.toContain('Ben')
})

test('no variable of the environment is sent along, or makes the client write to the console', async () => {
  const strange = {
    OPENAI_API_KEY: 'sk-environment',
    OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    OPENAI_ORG_ID: 'org-environment',
    OPENAI_PROJECT_ID: 'project-environment',
    OPENAI_CUSTOM_HEADERS: 'x-environment: yes',
    OPENAI_LOG: 'debug',
  }
  const before = Object.keys(strange).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, strange)
  const consoleSpies = (['debug', 'info', 'log', 'warn', 'error'] as const).map((way) => spyOn(console, way))
  try {
    await llmAt(server.baseUrl, database, { config: { apiKey: undefined } }).write(task)
    expect(consoleSpies.flatMap(({ mock }) => mock.calls)).toEqual([])
  } finally {
    for (const way of consoleSpies) way.mockRestore()
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  const headers = [...(server.prompts[0]?.headers.keys() ?? [])].sort()
  expect(headers).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'content-length',
    'content-type',
    'host',
    'user-agent',
  ])
})

describe('a service that is broken gives a fault of a known kind, before any limit of time', () => {
  const choices = (...messages: object[]) =>
    json(JSON.stringify({ choices: messages.map((each, index) => ({ index, message: each })) }))
  const ended = (reason: string, message: object) =>
    json(JSON.stringify({ choices: [{ index: 0, message, finish_reason: reason }] }))
  const table: [string, Play, LlmFaultKind][] = [
    ['fails', () => new Response('{"error":{"message":"boom"}}', { status: 500 }), 'http_status'],
    ['refuses the key', () => new Response('bad key', { status: 401 }), 'http_status'],
    [
      'limits its callers',
      () => new Response('later', { status: 429, headers: { 'retry-after': '600' } }),
      'http_status',
    ],
    ['has no content', () => new Response(null, { status: 204 }), 'malformed'],
    ['cuts its JSON', () => json('{"choices":[{"message":{"content":"Hel'), 'malformed'],
    [
      'answers HTML',
      () => new Response('<h1>hi</h1>', { headers: { 'content-type': 'text/html' } }),
      'malformed',
    ],
    ['answers nothing', () => json(''), 'malformed'],
    ['answers null', () => json('null'), 'malformed'],
    ['answers a list', () => json('[]'), 'malformed'],
    ['has no choices', () => json('{"choices":[]}'), 'malformed'],
    ['has two choices', () => choices({ content: 'x' }, { content: 'x' }), 'malformed'],
    ['has content of parts', () => completion([{ type: 'text', text: 'Hello.' }]), 'malformed'],
    ['has no content at all', () => completion(null), 'malformed'],
    ['was cut at its limit', () => ended('length', { content: 'Hel' }), 'malformed'],
    ['was filtered', () => ended('content_filter', { content: '' }), 'malformed'],
    ['calls a tool', () => ended('stop', { content: 'Done.', tool_calls: [{ id: 'a' }] }), 'malformed'],
    ['sends too much', () => completion('a'.repeat(200_000)), 'too_large'],
    ['sends without end', () => new Response(endless()), 'too_large'],
    ['packs its answer', () => packed(gzipSync('{"choices":[]}')), 'malformed'],
    ['sends a bomb', () => packed(gzipSync(Buffer.alloc(20_000_000))), 'malformed'],
    ['fails with a huge page', () => new Response('a'.repeat(1_000_000), { status: 500 }), 'too_large'],
  ]
  test.each(table)('one that %s', async (_, play, kind) => {
    server.play(play)
    const fault = await faultOf(llmAt(server.baseUrl, database).write(task))
    expect(fault.kind).toBe(kind)
  })

  test('a redirect is not followed', async () => {
    server.play(({ headers }) => Response.redirect(`http://${headers.get('host')}/v1/chat/completions`, 307))
    expect((await faultOf(llmAt(server.baseUrl, database).write(task))).kind).toBe('http_status')
    expect(server.prompts).toHaveLength(1)
  })
})

describe('what a slow service costs', () => {
  test.each<[string, Play]>([
    ['never answers', silence],
    [
      'never ends its answer',
      () => new Response(trickle(), { headers: { 'content-type': 'application/json' } }),
    ],
  ])('is bounded when it %s', async (_, play) => {
    server.play(play)
    const llm = llmAt(server.baseUrl, database, { limits: { totalMs: 300 } })
    expect((await faultOf(llm.write(task))).kind).toBe('timeout')
  })

  test('is two calls when it fails again and again, with any wait that it asks for', async () => {
    server.play(() => new Response('', { status: 503, headers: { 'retry-after': '3000' } }))
    expect((await faultOf(llmAt(server.baseUrl, database).write(task))).kind).toBe('http_status')
    expect(server.prompts).toHaveLength(2)
  })

  test('is bounded while it is to be tried again', async () => {
    server.play(() => new Response('', { status: 503 }))
    const limits = { totalMs: 300, retryAfterMs: 3_600_000 }
    expect((await faultOf(llmAt(server.baseUrl, database, { limits }).write(task))).kind).toBe('timeout')
  })

  test('is five seconds by default', async () => {
    server.play(silence)
    const shortMs = AbortSignal.timeout
    // The clock stands still, so that nothing of the five seconds is used up before the service is asked.
    const clock = spyOn(performance, 'now').mockReturnValue(1_000)
    const timeout = spyOn(AbortSignal, 'timeout').mockImplementation(() => shortMs.call(AbortSignal, 100))
    const config = { baseUrl: server.baseUrl, apiKey: key, name: 'played' }
    try {
      const llm = createLlm({
        config: { ...config, tokensPerCallerDay: 1_000_000, tokensPerDay: 1_000_000 },
        database,
        log: silentLog,
        now: Date.now,
        limits: { databaseMsMax: 60_000 },
      })
      expect((await faultOf(llm.write(task))).kind).toBe('timeout')
      expect(timeout.mock.calls).toEqual([[5_000]])
    } finally {
      clock.mockRestore()
      timeout.mockRestore()
    }
  })
})

describe('a second try', () => {
  test('is made once after an error of the service, and its text is taken', async () => {
    server.play((_, call) => (call === 1 ? new Response('', { status: 502 }) : 'Hello again.'))
    expect(await llmAt(server.baseUrl, database).write(task)).toBe('Hello again.')
    expect(server.prompts).toHaveLength(2)
  })

  test.each<[string, Play]>([
    ['a refused key', () => new Response('', { status: 401 })],
    ['a refused request', () => new Response('', { status: 400 })],
    ['a malformed answer', () => json('{}')],
  ])('is not made after %s', async (_, play) => {
    server.play(play)
    await faultOf(llmAt(server.baseUrl, database).write(task))
    expect(server.prompts).toHaveLength(1)
  })

  test('is made when the connection was dropped', async () => {
    let connections = 0
    const dropping = await listenRaw((socket) => {
      connections += 1
      socket.destroy()
    })
    const fault = await faultOf(llmAt(dropping.baseUrl, database).write(task))
    expect({ kind: fault.kind, connections }).toEqual({ kind: 'connection', connections: 2 })
    await dropping.close()
  })
})

test('neither the log nor an error contains the key or the text of the service', async () => {
  const { log, text } = captureLog('debug')
  const llm = llmAt(server.baseUrl, database, { log, limits: { faultsToOpen: 2 } })
  server.play(
    ({ headers }) => new Response(`wrong key ${headers.get('authorization')}: zqxj`, { status: 401 }),
  )
  const faults = [
    await faultOf(llm.write(task)),
    await faultOf(llm.write(task)),
    await faultOf(llm.write(task)),
  ]
  const written = `${text()}${faults.map((fault) => `${Bun.inspect(fault)}${JSON.stringify(fault)}`).join('')}`
  expect(written).toContain('llm calls suspended')
  expect(written).not.toContain(key)
  expect(written).not.toContain('zqxj')
})

test('more calls than the limit at the same time are refused, and room comes back', async () => {
  const waiting: ((text: string) => void)[] = []
  server.play(() => new Promise<string>((resolve) => waiting.push(resolve)))
  const llm = llmAt(server.baseUrl, database, { limits: { inFlightMax: 2 } })
  const running = [llm.write(task), llm.write(task)]
  expect((await faultOf(llm.write(task))).kind).toBe('busy')
  await waitFor('both calls are under way', () => waiting.length === 2)
  for (const answer of waiting) answer('Hello.')
  expect(await Promise.all(running)).toEqual(['Hello.', 'Hello.'])
  server.play(() => 'Hello.')
  expect(await llm.write(task)).toBe('Hello.')
})

function json(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}

function packed(body: Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } })
}

function endless(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)) })
}

function trickle(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"choices":')),
    pull: silence,
  })
}

async function listenRaw(onConnection: Parameters<typeof createServer>[1]) {
  const raw: Server = createServer(onConnection)
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
  const address = raw.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    close: () => new Promise((resolve) => raw.close(resolve)),
  }
}

describe('whether the model would answer is checked without a token', () => {
  test('by one connection for all concurrent checks', async () => {
    const llm = llmAt(server.baseUrl, database)
    await Promise.all([llm.check(), llm.check()])
    expect(server.prompts).toHaveLength(0)
    const gone = llmAt('http://127.0.0.1:1/v1', database)
    const faults = [await faultOf(gone.check()), await faultOf(gone.check())]
    expect(faults.map(({ kind, isFailing }) => [kind, isFailing])).toEqual([
      ['connection', true],
      ['connection', true],
    ])
  })

  test('by the outcome of the last call, until that is too old', async () => {
    let time = 1_770_000_000_000
    const llm = llmAt(server.baseUrl, database, { now: () => time, limits: { openMs: 1_000 } })
    server.play(() => new Response('', { status: 500 }))
    await faultOf(llm.write(task))
    expect((await faultOf(llm.check())).httpStatus).toBe(500)
    time += 1_000
    await llm.check()
    server.play(() => 'Hello.')
    await llm.write(task)
    await server.stop()
    await llm.check()
    time += 1_000
    expect((await faultOf(llm.check())).kind).toBe('connection')
  })

  test.each([
    [200, undefined],
    [404, undefined],
    [302, undefined],
    [401, 'http_status'],
    [503, 'http_status'],
  ])('by a service that answers %i', async (status, kind) => {
    const llm = llmAt('http://model.example/v1/', database, {
      fetch: async (url) => {
        expect(String(url)).toBe('http://model.example/v1/models')
        return new Response('x'.repeat(200), { status })
      },
    })
    const fault = await llm.check().then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(fault).toEqual(kind === undefined ? undefined : expect.objectContaining({ kind }))
  })

  test('by a silent service within the limit', async () => {
    const llm = llmAt('http://model.example/v1', database, {
      limits: { totalMs: 100 },
      fetch: (_, init) =>
        new Promise((__, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
        ),
    })
    expect((await faultOf(llm.check())).kind).toBe('timeout')
  })
})

describe('what a call costs when no answer came', () => {
  const spentAt = async (baseUrl: string) => {
    const llm = llmAt(baseUrl, database, {
      config: { tokensPerCallerDay: 6_000 },
      limits: { faultsToOpen: 100 },
    })
    const caller = `caller of ${baseUrl}`
    const faults = []
    for (let call = 0; call < 20; call += 1) faults.push(await faultOf(llm.write({ ...task, caller })))
    await llm.settle()
    return faults.map(({ kind }) => kind)
  }

  test('is nothing where the port refuses, however often it is tried', async () => {
    expect(new Set(await spentAt('http://127.0.0.1:1/v1'))).toEqual(new Set(['connection']))
  })

  test('is counted where the answer broke off', async () => {
    const breaking = await listenRaw((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"cho')
      })
    })
    const kinds = await spentAt(breaking.baseUrl)
    await breaking.close()
    expect(kinds[0]).toBe('connection')
    expect(kinds.at(-1)).toBe('budget')
  })
})
