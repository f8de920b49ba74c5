import { expect, test } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { mcpServer } from '../../src/mcp/server.ts'
import { toolsOf } from '../../src/mcp/tools.ts'

const operation = (parts: object) => ({
  paths: { '/x/{id}': { get: { operationId: 'readX', summary: 'One x', responses: {}, ...parts } } },
})

test('a long call reports progress, and cancelling it ends the request that it stands for', async () => {
  const ended = Promise.withResolvers<string>()
  const call = (inner: Request) => {
    inner.signal.addEventListener('abort', () => ended.resolve(new URL(inner.url).pathname))
    return new Promise<Response>(() => {})
  }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  const tools = toolsOf(operation({ parameters }), ['readX'])
  const handler = createMcpHandler(({ requestInfo }) =>
    mcpServer({ tools, resources: [] }, requestInfo ?? new Request('http://localhost/mcp'), call),
  )
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => handler.fetch(request) })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url)))
  const cancel = new AbortController()
  const reported: number[] = []
  const called = client.callTool(
    { name: 'readX', arguments: { id: 'a/b' } },
    {
      signal: cancel.signal,
      onprogress: ({ progress }) => {
        reported.push(progress)
        cancel.abort()
      },
    },
  )
  expect(
    await called.then(
      () => 'answered',
      () => 'cancelled',
    ),
  ).toBe('cancelled')
  expect(await ended.promise).toBe('/x/a%2Fb')
  expect(reported).toEqual([5])
  await client.close()
  await server.stop(true)
})

test.each([
  [
    'two parameters of one name',
    {
      parameters: [
        { name: 'id', in: 'path', schema: {} },
        { name: 'id', in: 'query', schema: {} },
      ],
    },
    'two of its parameters are named id',
  ],
  [
    'a reference to nothing',
    { parameters: [{ name: 'id', in: 'path', schema: { $ref: '#/components/schemas/None' } }] },
    '#/components/schemas/None is not in the document',
  ],
  [
    'a union as its answer',
    { responses: { 200: { content: { 'application/json': { schema: { anyOf: [{ type: 'object' }] } } } } } },
    'its answer is not one JSON object',
  ],
  [
    'a body that is a form',
    { requestBody: { content: { 'multipart/form-data': { schema: { type: 'object' } } } } },
    'its body is not one JSON object',
  ],
  ['a long name', { operationId: 'x'.repeat(65) }, 'its name must be 1 to 64'],
])('an operation with %s is not made a tool', (_, parts, reason) => {
  const names = ['readX', 'x'.repeat(65)]
  expect(() => toolsOf(operation(parts), names)).toThrow(reason)
  const reasons: string[] = []
  expect(toolsOf(operation(parts), names, ({ message }) => reasons.push(message))).toEqual([])
  expect(reasons).toEqual([expect.stringContaining(reason)])
})
