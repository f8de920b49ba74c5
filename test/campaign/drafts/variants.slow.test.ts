import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { type Agent, bearer, startAgent } from '../agent-kit.ts'

let agent: Agent
beforeAll(async () => {
  agent = await startAgent()
})
afterAll(() => agent.stop())

test('a run with variants has a draft with all of them, of which the approval chooses one', async () => {
  const sizes = { portrait: '1080x1920', square: '1200x1200' }
  const run = await agent.run({ ...agent.overPicture, variants: 3, formats: undefined, sizes })
  expect(run).toMatchObject({ status: 200 })
  const { assets, variants, provenanceReceiptId } = run.body
  expect(variants.map(({ variant }: { variant: number }) => variant)).toEqual([1, 2, 3])
  expect(new Set(variants.map(({ layout }: { layout: string }) => layout)).size).toBe(3)
  const names = [1, 2, 3].flatMap((variant) => [
    { variant, format: 'square', layout: variants[variant - 1].layout, width: 1200, height: 1200 },
    { variant, format: 'portrait', layout: variants[variant - 1].layout, width: 1080, height: 1920 },
  ])
  expect(assets).toMatchObject(names)
  const draft = await agent.draftOf(run)
  expect(draft).toMatchObject({ variants, assets: names, layout: variants[0].layout })
  for (const { format, safeArea } of draft.assets)
    expect(safeArea).toEqual(format === 'square' ? undefined : { x: 0, y: 269, width: 1080, height: 1267 })
  expect((await agent.get('/api/drafts?limit=1')).body.drafts).toMatchObject([
    { formats: ['square', 'portrait'] },
  ])

  for (const variant of [undefined, 4])
    expect(await agent.decide(run, 'approve', undefined, variant)).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_request',
        errors: [{ path: '/variant', message: 'must be a number from 1 to 3' }],
      },
    })
  expect(await agent.decide(run, 'approve', undefined, 2)).toMatchObject({
    status: 200,
    body: { draft: { review: 'approved', approvedVariant: 2, decisions: [{ number: 1, variant: 2 }] } },
  })
  const { database } = agent.server
  const [entry] = await database.rows<{ details: string }>(
    sql`select details from campaign_audit_entries where target = ${run.draftId} and action = 'draft.approve'`,
  )
  expect(JSON.parse(entry?.details ?? '')).toMatchObject({ assetHash: draft.assetHash, variant: 2 })

  const { receipt, approval } = (await agent.get(`/api/provenance?receiptId=${provenanceReceiptId}`)).body
  expect(receipt).toMatchObject({ spec: { variants: 3, sizes }, assets: names, assetHash: draft.assetHash })
  expect(approval).toMatchObject({ variant: 2, assetHash: draft.assetHash })
  const asset = draft.assets[3].resultUrl
  const verified = await agent.post('/api/provenance/verify', { receiptId: provenanceReceiptId, asset })
  expect(verified.body).toMatchObject({
    verified: true,
    approval,
    asset: { match: 'bytes', format: 'portrait', variant: 2 },
    stored: names.map(({ format, variant }) => ({ format, variant, state: 'same' })),
  })

  const zip = await fetch(`${agent.server.url}/api/drafts/${run.draftId}/files`, {
    headers: bearer(run.token),
  })
  const files = unzipSync(await zip.bytes())
  const approved = names.filter(({ variant }) => variant === 2)
  expect(Object.keys(files).filter((name) => name.endsWith('.png'))).toEqual(
    approved.map(({ format }) => `variant-2/${format}.png`),
  )
  expect(JSON.parse(new TextDecoder().decode(files['files.json']))).toMatchObject({
    approvedVariant: 2,
    files: approved,
  })
  for (const { variant, format, width, height } of approved) {
    const file = await sharp(files[`variant-${variant}/${format}.png`]).metadata()
    expect([file.width, file.height]).toEqual([width, height])
  }
})
