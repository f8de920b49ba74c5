import { afterEach, expect, test } from 'bun:test'
import { createBlobs, createS3Store, type S3Config, type S3Limits } from '../../../src/kernel/blobs/blobs.ts'
import { kernelError } from '../../../src/kernel/runtime/errors.ts'
import { captureLog } from '../../support/captured-log.ts'
import { startS3 } from '../../support/s3.ts'
import { waitFor } from '../../support/wait.ts'

const hello = Buffer.from('hello')
const helloName = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const config: S3Config = {
  bucket: 'cairn-test',
  prefix: 'made',
  endpoint: undefined,
  region: 'eu-central-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI',
}

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

/** A store whose service answers as a test needs; `answers` are taken in order, the last one for ever. */
function playedStore(answers: (() => Response | Promise<Response>)[], limits: Partial<S3Limits> = {}) {
  const seen: { method: string; path: string; search: string }[] = []
  const gone: number[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    fetch(request) {
      const { pathname: path, search } = new URL(request.url)
      const index = seen.push({ method: request.method, path, search }) - 1
      request.signal.addEventListener('abort', () => gone.push(index))
      return (answers[index] ?? answers.at(-1))?.() ?? new Response()
    },
  })
  cleanups.push(() => server.stop(true))
  return { seen, gone, ...blobsAt({ ...config, endpoint: `http://127.0.0.1:${server.port}` }, limits) }
}

function blobsAt(s3: S3Config, limits: Partial<S3Limits> = {}) {
  const { log, text } = captureLog('debug')
  const store = createS3Store(s3, { totalMs: 3_600_000, retryAfterMs: 1, ...limits })
  return { blobs: createBlobs(store, log), logged: text }
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason: unknown) => reason)
  if (!kernelError.is(error, 'blobs_unavailable') || !(error.cause instanceof Error))
    throw new Error('no failure')
  return error.cause.message
}

const refusal = (status: number, code: string) => () =>
  new Response(`<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>`, { status })

test('a blob is an object below the prefix, asked for by a signed address', async () => {
  const { blobs, seen } = playedStore([() => new Response(hello)])
  await blobs.put(hello)
  await blobs.get(helloName)
  await blobs.has(helloName)
  await blobs.remove(helloName)
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(
    ['PUT', 'GET', 'HEAD', 'DELETE'].map((method) => `${method} /cairn-test/made/${helloName}`),
  )
  for (const { search } of seen) {
    expect(search).toMatch(/X-Amz-Credential=AKIDEXAMPLE%2F\d{8}%2Feu-central-1%2Fs3%2Faws4_request/)
    expect(search).toMatch(/X-Amz-Signature=[0-9a-f]{64}/)
  }
})

test('an unknown key and a missing bucket are failures, not absent blobs', async () => {
  const { config: real, stop } = await startS3()
  cleanups.push(stop)
  const { blobs: unknown } = blobsAt({ ...real, accessKeyId: 'AKIDEXAMPLE' })
  expect(await failureOf(unknown.put(hello))).toBe('S3 answered 403 InvalidAccessKeyId')
  const { blobs: missing } = blobsAt({ ...real, bucket: 'elsewhere' })
  expect(await failureOf(missing.get(helloName))).toBe('S3 answered 404 NoSuchBucket')
  expect(await failureOf(missing.put(hello))).toBe('S3 answered 404 NoSuchBucket')
})

test.each([
  [500, 'InternalError'],
  [503, 'SlowDown'],
  [429, 'TooManyRequests'],
])('an operation that is answered with %d is tried again', async (status, code) => {
  const bad = refusal(status, code)
  const { blobs, seen } = playedStore([bad, bad, () => new Response(hello)])
  expect(await blobs.get(helloName)).toEqual(new Uint8Array(hello))
  expect(seen).toHaveLength(3)
})

test('a service that keeps failing is asked three times', async () => {
  const { blobs, seen } = playedStore([refusal(503, 'SlowDown')])
  expect(await failureOf(blobs.put(hello))).toBe('S3 answered 503 SlowDown')
  expect(seen).toHaveLength(3)
})

test.each([
  [301, 'PermanentRedirect'],
  [400, 'InvalidRequest'],
  [403, 'AccessDenied'],
  [404, 'NoSuchBucket'],
])('an operation that is answered with %d %s fails at once', async (status, code) => {
  const { blobs, seen } = playedStore([refusal(status, code)])
  expect(await failureOf(blobs.get(helloName))).toBe(`S3 answered ${status} ${code}`)
  expect(seen).toHaveLength(1)
})

test('an answer in another format than that of S3 is a failure without a code', async () => {
  const { blobs } = playedStore([() => new Response('<html>Sign in</html>', { status: 404 })])
  expect(await failureOf(blobs.get(helloName))).toBe('S3 answered 404')
})

test('a silent service is abandoned at the time limit, and its connection is closed', async () => {
  const { blobs, gone } = playedStore([() => new Promise<never>(() => {})], { totalMs: 100 })
  expect(await failureOf(blobs.put(hello))).toBe('S3 did not answer within 100 ms')
  await waitFor('the service sees the request end', () => gone.length === 1)
})

test('a service that cannot be reached is a failure', async () => {
  const { blobs } = blobsAt({ ...config, endpoint: 'http://127.0.0.1:9' })
  expect(await failureOf(blobs.get(helloName))).toBe('S3 cannot be reached, or closed the connection')
})

test('neither the log nor an error contains keys, signatures or addresses', async () => {
  const played = playedStore([refusal(403, 'AccessDenied')])
  const absent = blobsAt({ ...config, endpoint: 'http://127.0.0.1:9' })
  for (const { blobs, logged } of [played, absent]) {
    const error = await blobs.put(hello).catch((reason: unknown) => reason)
    const written = `${logged()}${Bun.inspect(error, { depth: 10 })}`
    expect(written).toContain('the file store failed')
    for (const secret of [config.accessKeyId, config.secretAccessKey, 'X-Amz', '127.0.0.1']) {
      expect(written).not.toContain(secret)
    }
  }
})
