import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type DemoServer, startDemoServer } from '../support/demo-server.ts'
import { untilReady } from '../support/ready.ts'

let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer({ environment: { AREAS: 'analysis,campaign,milestone' } })
  await untilReady(server)
})
afterAll(() => server.dispose())

test('an agent scans a site, makes a kit of its logo, runs a brief, and verifies the receipt once a person has approved', async () => {
  const client = new Client({ name: 'story', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url)))
  const call = async (name: string, args: Record<string, unknown>) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
    expect([name, isError ?? false, isError === true ? content : []]).toEqual([name, false, []])
    return JSON.parse(JSON.stringify(structuredContent))
  }
  const sample = /Sample site\s+(http:\S+)/.exec(server.log())?.[1]
  const scan = await call('scanWebsite', { url: sample })
  const logo = scan.facts.find(({ topic }: { topic: string }) => topic === 'logo').value
  const { kit } = await call('createBrandKit', { name: 'Larkfield', logoUrl: logo })
  const run = await call('runAgent', {
    command: 'Spring tour through green hills. Headline "Ride further". Square.',
    parameters: { brandKitId: kit.id },
  })
  expect(run).toMatchObject({ status: 'completed', brandKit: { id: kit.id } })

  // The person who reviews has the link, and no tool of the agent decides.
  const token = new URL(run.studioReviewUrl).hash.slice(1)
  const before = await call('readDraft', { id: run.draftId })
  expect(before.draft.review).toBe('pending')
  const decided = await fetch(`${server.url}/api/drafts/${run.draftId}/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ decision: 'approve', by: 'Mira', assetHash: before.draft.assetHash }),
  })
  expect(decided.status).toBe(200)
  const after = await call('readDraft', { id: run.draftId })
  expect(after.draft.review).toBe('approved')
  expect(await call('verifyReceipt', { receiptId: run.provenanceReceiptId })).toMatchObject({
    verified: true,
  })
  await client.close()
})
