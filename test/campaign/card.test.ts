import { afterAll, beforeAll, expect, test } from 'bun:test'
import Ajv from 'ajv/dist/2020'
import sharp from 'sharp'
import { formats } from '../../src/campaign/compose/formats.ts'
import { type CampaignServer, startCampaignServer } from '../support/campaign-server.ts'
import { isSoak } from '../support/soak.ts'

let server: CampaignServer
beforeAll(async () => {
  server = await startCampaignServer()
})
afterAll(() => server.stop())

/** Runs the command line of a card in a shell, as its reader would. */
async function runExample(line: string): Promise<Record<string, unknown>> {
  const child = Bun.spawn(['/bin/sh', '-c', line], { stdout: 'pipe', stderr: 'inherit' })
  return JSON.parse(await new Response(child.stdout).text())
}

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
  expect(found.formats).toEqual(Object.entries(formats).map(([id, size]) => ({ id, ...size })))
  const etag = response.headers.get('etag') ?? ''
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
    const again = await fetch(`${server.url}${path}`, { headers: { 'if-none-match': known } })
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag])
  }
})

test.each(['/.well-known/agent.json', ...(isSoak ? ['/v1.3/.well-known/agent.json'] : [])])(
  'the example of %s makes assets, and its answer fits the schema of the card',
  async (path) => {
    const found = await card(path)
    const answer = await runExample(found.example)
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(found.output)
    expect(validate(answer) ? [] : validate.errors).toEqual([])
    expect(answer['status']).toBe('completed')
    const assets = answer['assets']
    if (!Array.isArray(assets)) throw new Error('the answer has no assets')
    expect(assets.map(({ format }) => format)).toEqual(['square', 'landscape', 'portrait'])
    for (const { format, resultUrl, previewUrl } of assets) {
      const result = await fetch(resultUrl)
      expect(result.headers.get('content-type')).toBe('image/png')
      const { width, height } = found.formats.find(({ id }: { id: string }) => id === format)
      expect(await sharp(await result.bytes()).metadata()).toMatchObject({ width, height, format: 'png' })
      expect(await sharp(await (await fetch(previewUrl)).bytes()).metadata()).toMatchObject({
        format: 'webp',
      })
    }
  },
)

test('every endpoint that the card names is there', async () => {
  const { endpoints } = await card('/.well-known/agent.json')
  for (const [name, url] of Object.entries(endpoints)) {
    // The review application has pages of its own.
    if (name === 'studio') continue
    const response = await fetch(String(url).replace('{id}', 'd_unknown'), { method: 'OPTIONS' })
    expect([name, response.status]).toEqual([name, 204])
  }
})

test('the A2A card names the same service', async () => {
  const a2a = await card('/.well-known/agent-card.json')
  expect(a2a).toMatchObject({ protocolVersion: '0.3.0', url: `${server.url}/api/agent` })
  expect(a2a.skills).toHaveLength(1)
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
