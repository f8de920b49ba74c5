import { afterEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { Elysia } from 'elysia'
import { createConnections } from '../../../src/kernel/http/connections.ts'
import { type Listening, listen } from '../../../src/kernel/http/listen.ts'
import { rawRequest, sendRaw } from '../../support/raw-http.ts'
import { createTestHttp } from '../../support/test-http.ts'
import { waitFor } from '../../support/wait.ts'

const started: Listening[] = []
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop(0)
})

/** A server whose one route is handed to `handle` under all rules of the kernel. */
function start(handle: (request: Request, connections: ReturnType<typeof createConnections>) => Response) {
  const connections = createConnections()
  const http = createTestHttp({ connections })
  const app = new Elysia({ normalize: false })
    .use(http.routeBase)
    .get('/events', ({ request }) => handle(request, connections), { access: 'public' })
  const server = listen({
    host: '127.0.0.1',
    port: 0,
    connections,
    fetch: http.serve(app, () => undefined),
  })
  started.push(server)
  return server
}

/** An answer without an end: as much as the other side takes, or nothing. */
function endless(text: string, onCancel: () => void, { more }: { more: boolean }) {
  let isSent = false
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (isSent && !more) return new Promise(() => {})
        isSent = true
        controller.enqueue(new TextEncoder().encode(text))
        return undefined
      },
      cancel: onCancel,
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

test.each([
  ['a usual request', 'Host: localhost'],
  ['a request without a usable host, which the router sees as another object', 'Host: a b'],
])('%s has the address of its peer', async (_, host) => {
  const server = start((request, connections) => Response.json(connections.addressOf(request) ?? null))
  const answer = await sendRaw(
    server.url,
    ['GET /events HTTP/1.1', host, 'Connection: close', '', ''].join('\r\n'),
  )
  expect(JSON.parse(answer.body)).toBe('127.0.0.1')
})

test('without a listener there is no address, and nothing to close', () => {
  const connections = createConnections()
  const request = new Request('http://localhost/')
  connections.closeWhenIdle(request, 1)
  expect(connections.addressOf(request)).toBeUndefined()
})

test('a connection that reads nothing, or is sent nothing, is closed after its idle time', async () => {
  // Side by side, as the runtime looks only every few seconds.
  const closed = [true, false].map(async (more) => {
    const cancelled = Promise.withResolvers<void>()
    const server = start((request, connections) => {
      connections.closeWhenIdle(request, 1)
      return endless('x'.repeat(65_536), cancelled.resolve, { more })
    })
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
    socket.pause()
    socket.on('error', () => {})
    socket.write('GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await cancelled.promise
    socket.destroy()
  })
  await Promise.all(closed)
})

test('HEAD of a stream of events answers at once, without a length, and cancels the stream', async () => {
  const cancelled = Promise.withResolvers<void>()
  const server = start(() => endless('data: 1\n\n', cancelled.resolve, { more: true }))
  const answer = await sendRaw(server.url, rawRequest('HEAD /events'))
  expect([answer.status, answer.body, answer.headers['content-type']]).toEqual([200, '', 'text/event-stream'])
  expect(answer.headerNames).not.toContain('content-length')
  await cancelled.promise
})

test('stopping waits for answers that end, and not for endless ones', async () => {
  let endings = 0
  const slow = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const server = start((request) =>
    new URL(request.url).search === '?slow'
      ? new Response(
          new ReadableStream({
            pull: async (controller) => {
              began.resolve()
              await slow.promise
              controller.enqueue(new TextEncoder().encode('done'))
              controller.close()
            },
          }),
        )
      : endless('data: 1\n\n', () => (endings += 1), { more: false }),
  )
  const streaming = await fetch(`${server.url}/events`)
  const answer = fetch(`${server.url}/events?slow`).then((response) => response.text())
  await began.promise
  let looks = 0
  let isStopped = false
  // The grace is beyond every limit of a test: waiting for the stream would fail it.
  const stopped = server
    .stop(3_600_000, () => {
      looks += 1
      return 1
    })
    .then(() => {
      isStopped = true
    })
  await waitFor('the stop looks again whether all is answered', () => looks >= 3)
  expect([isStopped, endings]).toEqual([false, 0])
  slow.resolve()
  expect(await answer).toBe('done')
  await stopped
  expect(endings).toBe(1)
  await streaming.body?.cancel().catch(() => {})
})
