import { afterEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import {
  createImageModel,
  type ImageModelDeps,
  type ImageModelLimits,
} from '../../../src/campaign/scene/image-model.ts'
import { createEgress } from '../../../src/kernel/egress/egress.ts'
import type { LlmFaultKind } from '../../../src/kernel/llm/llm-fault.ts'
import type { OpenAiService } from '../../../src/kernel/llm/openai-client.ts'
import { createLog, silentLog } from '../../../src/kernel/runtime/log.ts'
import { local, publicAddress, tableDns } from '../../support/egress-kit.ts'
import {
  type ImageServer,
  imageAnswer,
  type PlayImage,
  startImageServer,
} from '../../support/image-server.ts'
import { faultOf } from '../../support/llm-kit.ts'
import { silence } from '../../support/llm-server.ts'
import { waitFor } from '../../support/wait.ts'

const key = 'sk-image-1234567890'
const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#08c' } })
  .png()
  .toBuffer()
const image = new Uint8Array(png)
const good: PlayImage = () => imageAnswer(image)

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

function serve(...args: Parameters<typeof startImageServer>): ImageServer {
  const server = startImageServer(...args)
  cleanups.push(() => server.stop())
  return server
}

/** A model of the server with so much time that only a limit which a test sets can end a call. */
function modelAt(
  server: Pick<ImageServer, 'baseUrl'>,
  changes: Partial<Omit<ImageModelDeps, 'limits'>> & {
    service?: Partial<OpenAiService>
    limits?: Partial<ImageModelLimits>
  } = {},
) {
  const { service, limits, ...deps } = changes
  const waits: number[] = []
  const model = createImageModel(
    { baseUrl: server.baseUrl, apiKey: key, name: 'painter', ...service },
    {
      egress: egressAt(Number(new URL(server.baseUrl).port)),
      log: silentLog,
      now: () => 1_700_000_000_000,
      sleep: async (ms) => {
        waits.push(ms)
      },
      ...deps,
      limits: { totalMs: 3_600_000, retryAfterMs: 1, ...limits },
    },
  )
  return { model, waits, paint: () => model.generate({ prompt: 'Dunes' }) }
}

/** The fault of one call of a model at a service that plays so, which is asked once and given no second try. */
async function faultWhere(play: PlayImage, changes: Parameters<typeof modelAt>[1] = {}) {
  const server = serve(play)
  const { paint, waits } = modelAt(server, changes)
  const fault = await faultOf(paint())
  expect([server.requests.length, waits]).toEqual([1, []])
  return fault
}
const status =
  (code: number, headers: Record<string, string> = {}): PlayImage =>
  () =>
    new Response('{}', { status: code, headers })
/** Points to a file of the service itself, which it serves. */
const servingFile = (file: () => Response) =>
  serve(
    ({ headers }) => imageAnswer(image, { b64_json: null, url: `http://${headers.get('host')}/made.png` }),
    { '/made.png': file },
  )

describe('a good answer', () => {
  test('in base64 is the image, requested without text, letters, logos and watermarks', async () => {
    const server = serve(good)
    const { model } = modelAt(server)
    expect(await model.generate({ prompt: 'Dunes at dusk', seed: 7 })).toEqual(image)
    expect(server.requests.map(({ body }) => body)).toEqual([
      {
        model: 'painter',
        prompt: 'Dunes at dusk\n\nNo text, no letters, no logos, no watermark.',
        n: 1,
        size: '1024x1024',
        seed: 7,
      },
    ])
    expect(server.requests[0]?.headers.get('authorization')).toBe(`Bearer ${key}`)
  })

  test('is requested without a seed by default', async () => {
    const server = serve(good)
    await modelAt(server).paint()
    expect(Object.keys(server.requests[0]?.body ?? {})).not.toContain('seed')
  })

  test('by an address of the service itself is downloaded from there, without the key', async () => {
    const server = servingFile(() => new Response(png))
    expect(await modelAt(server).paint()).toEqual(image)
    expect(server.downloads.map(({ headers }) => headers.get('authorization'))).toEqual([null])
  })

  test('by an address elsewhere is downloaded as any public URL is, without the key', async () => {
    const files = serve(good, { '/made.png': () => new Response(png) })
    const { port } = new URL(files.baseUrl)
    const server = serve(() =>
      imageAnswer(image, { b64_json: undefined, url: `http://files.com:${port}/made.png` }),
    )
    expect(await modelAt(server, { egress: egressAt(Number(port)) }).paint()).toEqual(image)
    expect(files.downloads.map(({ headers }) => headers.get('authorization'))).toEqual([null])
  })

  test.each([
    ['JPEG', () => sharp(png).jpeg().toBuffer()],
    ['WebP', () => sharp(png).webp().toBuffer()],
  ])('may be a %s', async (_, encode) => {
    const bytes = new Uint8Array(await encode())
    expect(await modelAt(serve(() => imageAnswer(bytes))).paint()).toEqual(bytes)
  })
})

test('a service that refuses a seed gets none, in that call and in later ones', async () => {
  const refuseSeed: PlayImage = ({ body }) =>
    'seed' in body
      ? Response.json({ error: { message: 'Unknown parameter' } }, { status: 400 })
      : imageAnswer(image)
  const server = serve(refuseSeed)
  const { model } = modelAt(server)
  expect(await model.generate({ prompt: 'Dunes', seed: 7 })).toEqual(image)
  expect(await model.generate({ prompt: 'Dunes', seed: 8 })).toEqual(image)
  expect(server.requests.map(({ body }) => body['seed'])).toEqual([7, undefined, undefined])
})

test('a prompt that the service refuses is a fault of kind http_status, and the next seed is sent again', async () => {
  const server = serve(status(400))
  const { model } = modelAt(server)
  const fault = await faultOf(model.generate({ prompt: 'Dunes', seed: 7 }))
  expect(fault).toMatchObject({ kind: 'http_status', httpStatus: 400 })
  server.play(good)
  await model.generate({ prompt: 'Dunes', seed: 8 })
  expect(server.requests.map(({ body }) => body['seed'])).toEqual([7, undefined, 8])
})

describe('the second try', () => {
  test.each<[string, PlayImage, waitMs: number]>([
    ['500', status(500), 1],
    ['503', status(503), 1],
    ['429', status(429), 1],
    ['429 with Retry-After in seconds', status(429, { 'retry-after': '20' }), 20_000],
    [
      '429 with Retry-After as a date',
      status(429, { 'retry-after': 'Tue, 14 Nov 2023 22:13:40 GMT', date: 'Tue, 14 Nov 2023 22:13:20 GMT' }),
      20_000,
    ],
  ])('follows a %s after its wait', async (_, bad, waitMs) => {
    const server = serve((request, call) => (call === 1 ? bad(request, call) : imageAnswer(image)))
    const { paint, waits } = modelAt(server)
    expect(await paint()).toEqual(image)
    expect(waits).toEqual([waitMs])
  })

  test('is left out when the wait would not fit into the time limit', async () => {
    const fault = await faultWhere(status(429, { 'retry-after': '3601' }))
    expect(fault).toMatchObject({ kind: 'http_status', httpStatus: 429 })
  })

  test('is the last one', async () => {
    const server = serve(status(500))
    expect((await faultOf(modelAt(server).paint())).httpStatus).toBe(500)
    expect(server.requests).toHaveLength(2)
  })

  test('follows a refused connection', async () => {
    const { paint, waits } = modelAt({ baseUrl: 'http://127.0.0.1:9/v1' })
    expect((await faultOf(paint())).kind).toBe('connection')
    expect(waits).toEqual([1])
  })
})

describe('a service that is broken gives a fault of a known kind, without a second try', () => {
  const json = (text: string) => () => new Response(text, { headers: { 'content-type': 'application/json' } })
  const pointer = (url: string) => () => imageAnswer(image, { b64_json: undefined, url })
  const table: [string, PlayImage, LlmFaultKind][] = [
    ['cuts its JSON', json('{"data":[{"b64_json":"iVBOR'), 'malformed'],
    ['answers nothing', json(''), 'malformed'],
    ['answers no image', json('{"data":[]}'), 'malformed'],
    ['answers an empty image', json('{"data":[{"b64_json":""}]}'), 'malformed'],
    ['answers HTML', () => new Response('<h1>hi</h1>'), 'malformed'],
    ['sends what is not base64', () => imageAnswer(image, { b64_json: '!!!!' }), 'malformed'],
    ['sends text as an image', () => imageAnswer(Buffer.from('a sunny picture of dunes')), 'malformed'],
    [
      'sends an SVG',
      () => imageAnswer(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      'malformed',
    ],
    ['sends too large an image', () => imageAnswer(new Uint8Array(200_000)), 'too_large'],
    ['sends without end', () => new Response(endless()), 'too_large'],
    ['points to a private address', pointer('http://10.0.0.1/a.png'), 'malformed'],
    ['points to a name with a private address', pointer('http://inside.com/a.png'), 'malformed'],
    ['points to this machine', pointer('http://localhost:1/a.png'), 'malformed'],
    ['points to a file', pointer('file:///etc/passwd'), 'malformed'],
    ['points nowhere', pointer('a.png'), 'malformed'],
    ['refuses the key', status(401), 'http_status'],
    ['redirects', () => Response.redirect('http://127.0.0.1:1/', 307), 'http_status'],
  ]
  test.each(table)('%s', async (_, play, kind) => {
    expect((await faultWhere(play, { limits: { imageBytesMax: 100_000 } })).kind).toBe(kind)
  })

  test.each([
    ['is not there', () => new Response('', { status: 404 }), 'http_status'],
    ['is too large', () => new Response(new Uint8Array(200_000)), 'too_large'],
    ['is a page', () => new Response('<h1>hi</h1>'), 'malformed'],
  ] as const)('a download that %s', async (_, file, kind) => {
    const { paint } = modelAt(servingFile(file), { limits: { imageBytesMax: 100_000 } })
    expect((await faultOf(paint())).kind).toBe(kind)
  })
})

test.each<[string, PlayImage]>([
  ['does not answer', silence],
  ['stops in the middle of its answer', () => new Response(endless('{"data":[{"b64_json":"'))],
])('a service that %s is left within the time limit', async (_, play) => {
  expect((await faultWhere(play, { limits: { totalMs: 200 } })).kind).toBe('timeout')
})

describe('a caller that aborts', () => {
  const reason = new Error('the caller has left')

  test('gets its own reason, and the request is cancelled', async () => {
    const server = serve(silence)
    const { model } = modelAt(server)
    const caller = new AbortController()
    const made = model.generate({ prompt: 'Dunes', signal: caller.signal })
    await waitFor('the service is asked', () => server.requests.length === 1)
    caller.abort(reason)
    await expect(made).rejects.toBe(reason)
    await waitFor('the service sees the request end', () => server.left === 1)
  })

  test('between the tries gets its reason, and there is no second try', async () => {
    const server = serve(status(500))
    const caller = new AbortController()
    const { model } = modelAt(server, {
      sleep: async (_, signal) => {
        caller.abort(reason)
        signal.throwIfAborted()
      },
    })
    await expect(model.generate({ prompt: 'Dunes', signal: caller.signal })).rejects.toBe(reason)
    expect(server.requests).toHaveLength(1)
  })

  test('before the request sends none', async () => {
    const server = serve(good)
    const signal = AbortSignal.abort(reason)
    await expect(modelAt(server).model.generate({ prompt: 'Dunes', signal })).rejects.toBe(reason)
    expect(server.requests).toHaveLength(0)
  })
})

describe('the breaker', () => {
  function brokenModel() {
    let time = 1_700_000_000_000
    const server = serve(status(401))
    const { model, paint } = modelAt(server, {
      now: () => time,
      limits: { faultsToOpen: 3, openMs: 30_000 },
    })
    const ask = async (times: number) => {
      for (let index = 0; index < times; index += 1) await faultOf(paint())
    }
    /** Leaves after the service was asked. */
    const askAndLeave = async () => {
      const asked = server.requests.length
      const caller = new AbortController()
      const made = model.generate({ prompt: 'Dunes', signal: caller.signal }).catch(() => 'left')
      await waitFor('the service is asked', () => server.requests.length > asked)
      caller.abort()
      expect(await made).toBe('left')
    }
    const pass = (ms: number) => {
      time += ms
    }
    return { server, model, paint, ask, askAndLeave, pass }
  }

  test('opens after so many faults in a row, and closes after a good answer', async () => {
    const { server, model, paint, ask, pass } = brokenModel()
    await ask(3)
    expect(model.state).toBe('open')
    expect(await faultOf(paint())).toMatchObject({ kind: 'circuit_open', retryAfterSeconds: 30 })
    expect(server.requests).toHaveLength(3)
    server.play(good)
    pass(30_000)
    expect(await paint()).toEqual(image)
    expect(model.state).toBe('closed')
  })

  test('does not count callers that leave', async () => {
    const { server, model, ask, askAndLeave } = brokenModel()
    await ask(2)
    server.play(silence)
    for (let index = 0; index < 4; index += 1) await askAndLeave()
    expect(model.state).toBe('closed')
  })

  test('does not count prompts that the service refuses', async () => {
    const { server, model, ask } = brokenModel()
    server.play(status(400))
    await ask(4)
    expect(model.state).toBe('closed')
  })

  test('stays open when the caller of its probe leaves', async () => {
    const { server, model, ask, askAndLeave, pass } = brokenModel()
    await ask(3)
    pass(30_000)
    server.play(silence)
    await askAndLeave()
    expect(model.state).toBe('open')
  })
})

test('the key is neither logged nor in any error, even where the service repeats it', async () => {
  let logged = ''
  const log = createLog({
    level: 'debug',
    write: (text) => {
      logged += text
    },
  })
  const server = serve(() => Response.json({ error: { message: `bad key ${key}` } }, { status: 401 }))
  const { paint } = modelAt(server, { log, limits: { faultsToOpen: 1 } })
  const error = await paint().catch((thrown: unknown) => thrown)
  expect(logged).toContain('image model calls suspended')
  expect(`${logged}${Bun.inspect(error, { depth: 10 })}`).not.toContain(key)
})

/** The way out to public names on this port, all of which lead to this machine. */
function egressAt(port: number) {
  return createEgress({
    dns: tableDns({ 'files.com': [publicAddress], 'inside.com': ['10.0.0.1'] }),
    policy: { ports: [80, port], exceptions: [] },
    userAgent: 'test-agent/1.0',
    log: silentLog,
    now: () => 1_700_000_000_000,
    dial: () => local,
    limits: { idleMs: 60_000, connectMs: 60_000 },
  })
}

/** Zeros without end, or a text after which nothing follows. */
function endless(text?: string): ReadableStream<Uint8Array> {
  return new ReadableStream(
    text === undefined
      ? { pull: (controller) => controller.enqueue(new Uint8Array(65_536)) }
      : { start: (controller) => controller.enqueue(Buffer.from(text)) },
  )
}
