import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import published from '../../src/mcp/operations.json' with { type: 'json' }
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'
import { untilReady } from '../support/ready.ts'

let server: DemoServer
let sample = ''
beforeAll(async () => {
  server = await startDemoServer({ environment: { AREAS: 'analysis,campaign,milestone' } })
  await untilReady(server)
  sample = /Sample site\s+(http:\S+)\//.exec(server.log())?.[1] ?? ''
})
afterAll(() => server.dispose())

interface Answer {
  isError?: boolean
  content: { type: string; text?: string; uri?: string; data?: string; mimeType?: string }[]
  structuredContent?: Record<string, unknown>
}
interface Agent {
  tools(): Promise<
    {
      name: string
      outputSchema?: unknown
      annotations?: { readOnlyHint?: boolean | undefined } | undefined
    }[]
  >
  call(name: string, args?: Record<string, unknown>): Promise<Answer>
  read(uri: string): Promise<unknown>
}

const about = { name: 'test', version: '1' }
/** The first item of the list in an answer. */
const firstOf = ({ structuredContent }: Answer): Record<string, unknown> | undefined =>
  Object.values(structuredContent ?? {}).find(Array.isArray)?.[0]
const answerOf = (result: unknown): Answer => JSON.parse(JSON.stringify(result))

async function newClient(mode: 'auto' | 'legacy'): Promise<Agent> {
  const client = new Client(about, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url)))
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args })),
    read: (uri) => client.readResource({ uri }),
  }
}

async function oldClient(): Promise<Agent> {
  const client = new OldClient(about)
  // The old package's types are not made for exact optional members.
  const transport: unknown = new OldTransport(new URL('/mcp', server.url))
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args })),
    read: (uri) => client.readResource({ uri }),
  }
}

describe.each([
  ['the client of 2026', () => newClient('auto')],
  ['the client of 2026 in the mode of 2025', () => newClient('legacy')],
  ['the client of 2025', oldClient],
])('%s', (_, connect) => {
  // The clients check every structured answer against the schema of its tool.
  test('lists every published tool and calls it', async () => {
    const agent = await connect()
    const tools = await agent.tools()
    expect(tools.map(({ name }) => name).sort()).toEqual([...published.tools].sort())
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)
    expect(changing.map(({ name }) => name).sort()).toEqual(['createBrandKit', 'runAgent'])
    const called = new Set<string>()
    const call = async (name: string, args?: Record<string, unknown>) => {
      called.add(name)
      const answer = await agent.call(name, args)
      expect([name, answer.isError ?? false, answer.isError ? answer.content : []]).toEqual([name, false, []])
      return answer
    }
    await call('readCatalog')
    await call('scanWebsite', { url: `${sample}/` })
    await call('diagnose', { role: 'Finance or accounting' })
    await call('chat', { message: 'How long is a report kept?' })
    await call('listBrandKits')
    await call('createBrandKit', { name: 'Agent kit' })
    await call('readEntitlements')
    const run = await call('runAgent', {
      command: 'Summer launch, a gradient mesh. Headline "Made for slow mornings". Square.',
      parameters: { brandKitId: 'demo-launch' },
    })
    const { draftId, provenanceReceiptId, previewUrl } = run.structuredContent ?? {}
    const links = run.content.filter(({ type }) => type === 'resource_link').map(({ uri }) => uri)
    expect(links).toContain(String(previewUrl))
    const file = new URL(String(previewUrl)).pathname.split('/').at(-1)
    const image = await call('readAsset', { file })
    expect(image.content[0]?.type).toBe('image')
    expect(await agent.read(String(previewUrl))).toMatchObject({
      contents: [{ mimeType: image.content[0]?.mimeType, blob: image.content[0]?.data }],
    })
    await call('listDrafts')
    await call('readDraft', { id: draftId })
    await call('readReceipt', { receiptId: provenanceReceiptId })
    const verified = await call('verifyReceipt', { receiptId: provenanceReceiptId })
    expect(verified.structuredContent).toMatchObject({ verified: true })
    const milestones = await call('listMilestones')
    await call('readMilestone', { milestoneHash: firstOf(milestones)?.['milestoneHash'] })
    await call('readOperations')
    await call('listActivity')
    const evidence = await call('listEvidence')
    const [first] = Object.values(evidence.structuredContent ?? {})
      .filter(Array.isArray)
      .flat()
    await call('readEvidence', { root: first?.root })
    expect([...called].sort()).toEqual([...published.tools].sort())
  })

  test('gets problems as errors of the tool, with their slug', async () => {
    const agent = await connect()
    const answer = await agent.call('readDraft', { id: 'd_unknown' })
    expect(answer.isError).toBe(true)
    expect(JSON.parse(answer.content[0]?.text ?? '')).toMatchObject({ status: 404, error: 'draft_not_found' })
  })

  test('gets wrong arguments as problems too, which say what the operation takes', async () => {
    const agent = await connect()
    const problemOf = async (name: string, args: Record<string, unknown>) => {
      const answer = await agent.call(name, args)
      expect(answer.isError).toBe(true)
      return JSON.parse(answer.content[0]?.text ?? '')
    }
    expect(await problemOf('readMilestone', { milestoneHash: '0x12' })).toMatchObject({
      error: 'invalid_milestone_hash',
      detail: expect.stringContaining('0x and 64 hexadecimal digits'),
    })
    expect(await problemOf('diagnose', { role: 7 })).toMatchObject({
      error: 'invalid_request',
      errors: [{ path: '/role', message: 'must be a string' }],
    })
    expect(await problemOf('readMilestone', { hash: '0x12' })).toMatchObject({
      error: 'invalid_request',
      errors: [
        { path: '/hash', message: 'is not an argument of this tool, which takes milestoneHash' },
        { path: '/milestoneHash', message: 'is missing' },
      ],
    })
    await expect(agent.call('nope')).rejects.toThrow('tools/list')
  })

  test('is refused unknown tools, wrong arguments and unknown resources', async () => {
    const agent = await connect()
    const failed = (act: Promise<unknown>) =>
      act.then(
        (answer) => answerOf(answer).isError === true,
        () => true,
      )
    expect(await failed(agent.call('deleteReport', { id: 'x' }))).toBe(true)
    expect(await failed(agent.call('diagnose', { role: 7 }))).toBe(true)
    expect(await failed(agent.read(`${server.url}/assets/unknown.png`))).toBe(true)
    expect(await failed(agent.read(`${server.url}/api/chaos`))).toBe(true)
  })
})

test('foreign pages, foreign hosts, wrong keys and large bodies are refused before a tool runs', async () => {
  const post = async (
    headers: Record<string, string>,
    body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  ) => {
    const response = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body,
    })
    await response.arrayBuffer()
    return response
  }
  expect((await post({})).status).toBe(200)
  expect((await post({ origin: 'https://other.example' })).status).toBe(403)
  expect((await post({ host: 'other.example' })).status).toBe(403)
  const refused = await post({ authorization: 'Bearer ck_wrong' })
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer error="invalid_token"',
  ])
  expect((await post({}, JSON.stringify('x'.repeat(70_000)))).status).toBe(413)
  expect((await post({ 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
  expect((await post({}, '{')).status).toBe(400)
  const preflight = await fetch(`${server.url}/mcp`, { method: 'OPTIONS' })
  expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version')
})

// The last one, as it uses up the quota of this address.
test('wrong keys count as requests of their address, so that guessing is bounded', async () => {
  const statuses: number[] = []
  while (statuses.length < 300 && statuses.at(-1) !== 429) {
    const response = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ck_wrong_${statuses.length}` },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  expect(statuses.at(-1)).toBe(429)
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([401]))
})
