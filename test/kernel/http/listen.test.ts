import { afterEach, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Listening, listen } from '../../../src/kernel/http/listen.ts'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { hasIpv6 } from '../../support/ipv6.ts'
import { rawRequest, sendRaw } from '../../support/raw-http.ts'

const started: Listening[] = []
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop(0)
})

function start(
  fetch: (request: Request) => Response | Promise<Response>,
  host = '127.0.0.1',
  port = 0,
): Listening {
  const server = listen({ host, port, fetch })
  started.push(server)
  return server
}
/** A grace beyond every limit of a test: what waits for its end does not pass. */
const endlessMs = 3_600_000
const hello = () => new Response('hello')
const problemOf = (run: () => void) => {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

test('port 0 picks a free port, which the URL contains', async () => {
  const { url } = start(hello)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
  expect(await (await fetch(url)).text()).toBe('hello')
})

test.if(await hasIpv6(import.meta.path))('an IPv6 address is written in brackets', async () => {
  const { url } = start(hello, '::1')
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect(await (await fetch(url)).text()).toBe('hello')
})

test('a port in use is refused with one line that names the remedy', () => {
  const { port } = new URL(start(hello).url)
  const error = problemOf(() => start(hello, '127.0.0.1', Number(port)))
  expect(error).toBeInstanceOf(StartupError)
  expect(String(error)).toBe(
    `StartupError: Cannot listen on 127.0.0.1:${port} as the port is in use: stop what uses it, or set PORT to another one (0 picks one)`,
  )
})

test('a second process cannot share the port of the first', async () => {
  const { port } = new URL(start(hello).url)
  const script = `
    const { listen } = await import(${JSON.stringify(join(import.meta.dir, '../../../src/kernel/http/listen.ts'))})
    try { listen({ host: '127.0.0.1', port: ${port}, fetch: () => new Response() }); console.log('listens') }
    catch (error) { console.log(error.message) }
    process.exit()`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
  expect(await new Response(child.stdout).text()).toContain('as the port is in use')
})

test('an address that is not of this machine is refused with what to set', () => {
  const error = problemOf(() => start(hello, '203.0.113.7'))
  expect(error).toBeInstanceOf(StartupError)
  expect(String(error)).toMatch(
    /^StartupError: Cannot listen on 203\.0\.113\.7:0: [^\n]*Set HOST and PORT[^\n]*$/,
  )
})

test('stopping waits for the request in flight, answers it, and takes no new one', async () => {
  const inFlight = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const server = start(async () => {
    inFlight.resolve()
    await release.promise
    return new Response('finished')
  })
  const answer = fetch(server.url).then((response) => response.text())
  await inFlight.promise
  let stopped = false
  const stopping = server.stop(endlessMs).then(() => {
    stopped = true
  })
  const refused = await fetch(server.url).then(
    () => 'answered',
    () => 'refused',
  )
  expect([refused, stopped]).toEqual(['refused', false])
  release.resolve()
  expect(await answer).toBe('finished')
  await stopping
})

test('a request that never ends is cut off when the grace is over', async () => {
  const inFlight = Promise.withResolvers<void>()
  const server = start(() => {
    inFlight.resolve()
    return new Promise(() => {})
  })
  const answer = fetch(server.url).then(
    () => 'answered',
    () => 'cut off',
  )
  await inFlight.promise
  await server.stop(20)
  expect(await answer).toBe('cut off')
})

test('an idle connection that is kept open does not hold up the stop', async () => {
  const server = start(hello)
  const { port } = new URL(server.url)
  const socket = connect(Number(port), '127.0.0.1')
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  await new Promise<void>((resolve) => {
    socket.on('data', () => resolve())
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  })
  await server.stop(endlessMs)
  socket.destroy()
  await closed
})

test('a server on all addresses names one at which it can be opened', async () => {
  const server = start(() => new Response('here'), '0.0.0.0')
  expect(server.url).toStartWith('http://127.0.0.1:')
  expect(await (await fetch(server.url)).text()).toBe('here')
})

test('headers of 100 KB reach the handler, larger ones are refused before their end', async () => {
  const server = start(({ headers }) => new Response(String(headers.get('x-large')?.length)))
  const large = `X-Large: ${'a'.repeat(100_000)}`
  expect(await sendRaw(server.url, rawRequest('GET /', [large]))).toMatchObject({
    status: 200,
    body: '100000',
  })
  const unfinished = `GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'a'.repeat(140_000)}`
  expect((await sendRaw(server.url, unfinished)).status).toBe(431)
})
