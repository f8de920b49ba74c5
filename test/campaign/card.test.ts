import { afterAll, expect, test } from 'bun:test'
import { layoutNames } from '../../src/campaign/compose/controls.ts'
import { formatIds, formats, sizes } from '../../src/campaign/compose/formats.ts'
import { startCampaignServer } from '../support/campaign-server.ts'

const server = await startCampaignServer()
afterAll(() => server.stop())

const card = async (path: string) => (await fetch(`${server.url}${path}`)).json()

test.each([
  ['/.well-known/agent.json', '1.5.0', '0.05', 'base'],
  ['/v1.3/.well-known/agent.json', '1.3.0', '0.01', null],
])('the card at %s describes its variant', async (path, version, price, network) => {
  const response = await fetch(`${server.url}${path}`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const found = await response.json()
  expect(found).toMatchObject({
    schema: 'cairn/agent-capability/v1',
    version,
    protocol: 'A2MCP',
    deployment: { mode: 'asp' },
    humanApproval: { draftTtlDays: 7 },
    commerce: { x402: { enabled: false, header: 'X-PAYMENT', price, currency: 'USDC', network } },
  })
  expect('brandKit' in found).toBe(version === '1.5.0')
  expect(found.formats).toEqual(formatIds.map((id) => ({ id, ...formats[id], sizes: [...sizes[id]] })))
  expect(found.layouts.map(({ name }: { name: string }) => name)).toEqual([...layoutNames])
  expect(found.copyParts).toContain('headline')
  expect(found.tones).toContain('premium')
  const etag = response.headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
    const again = await fetch(`${server.url}${path}`, { headers: { 'if-none-match': known } })
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
  }
})

test('every endpoint that the card names is there', async () => {
  const { endpoints } = await card('/.well-known/agent.json')
  for (const [name, url] of Object.entries(endpoints)) {
    // The review application has pages of its own.
    if (name === 'studio') continue
    const response = await fetch(String(url).replace('{id}', 'd_unknown'), { method: 'OPTIONS' })
    expect([name, response.status]).toEqual([name, 204])
  }
})

test('the cards say how to call: key, headers, bodies, description, MCP', async () => {
  const [kit, plain] = [await card('/.well-known/agent.json'), await card('/v1.3/.well-known/agent.json')]
  for (const found of [kit, plain]) {
    expect(found.authentication).toMatchObject({ scheme: 'bearer', header: 'Authorization' })
    expect(Object.keys(found.headers)).toEqual(['Prefer', 'Idempotency-Key'])
    expect(Object.keys(found.bodies)).toEqual(['brandKits', 'uploadLogo', 'decision'])
    expect(found.bodies.brandKits.schema.required).toEqual(['name'])
    expect(found.openapi).toEndWith('/openapi/campaign.json')
    expect(found.a2a.url).toBe(`${server.url}/a2a`)
    expect(found.mcp).toEqual({ url: `${server.url}/mcp`, transport: 'streamable-http' })
  }
  expect(kit.input.properties.parameters.properties).toContainKeys(['brandKitId', 'revises'])
  expect(plain.input.properties.parameters.properties).not.toContainKey('revises')
  const { pattern } = plain.input.properties.parameters.properties.brandKitId
  expect(['demo-launch', 'demo-launch@1'].map((id) => new RegExp(pattern).test(id))).toEqual([true, false])
})

test('one card is served at both addresses, with the members of A2A', async () => {
  const both = await card('/.well-known/agent-card.json')
  expect(both).toEqual(await card('/.well-known/agent.json'))
  expect(both).toMatchObject({
    protocolVersion: '0.3.0',
    url: `${server.url}/a2a`,
    preferredTransport: 'JSONRPC',
  })
  expect(
    both.supportedInterfaces.map(({ protocolVersion }: { protocolVersion: string }) => protocolVersion),
  ).toEqual(['1.0', '0.3'])
  expect(both.skills).toHaveLength(1)
  expect(await card('/v1.3/.well-known/agent.json')).not.toContainKey('skills')
})

test('the published keys are public ones', async () => {
  const { keys } = await card('/.well-known/jwks.json')
  expect(keys).toEqual([
    expect.objectContaining({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: expect.any(String),
    }),
  ])
  expect(JSON.stringify(keys)).not.toContain('"d"')
})
