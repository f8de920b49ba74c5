import { afterAll, beforeAll, expect, test } from 'bun:test'
import { localCaller } from '../../../src/campaign/entitlements/caller-name.ts'
import { fonts as fontRows } from '../../../src/campaign/tables.ts'
import { changed, smallFont, tableIn } from '../../support/font-file.ts'
import { type Agent, startAgent } from '../agent-kit.ts'

const dayMs = 86_400_000
const licence = 'SIL Open Font License, Version 1.1'

let agent: Agent
let now = Date.parse('2026-05-04T09:30:00.000Z')
beforeAll(async () => {
  agent = await startAgent({ now: () => now })
})
afterAll(() => agent.stop())

/** Another file with the same glyphs. */
const variantOf = (revision: number) =>
  changed(smallFont, (font) => tableIn(font, 'head').setUint32(4, revision))

const upload = async (font: Uint8Array, fields: Readonly<Record<string, string>> = { licence }) => {
  const form = new FormData()
  form.append('font', new Blob([Buffer.from(font)]), '../../Evil.ttf')
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return await agent.upload('/api/fonts', form)
}
const remove = async (id: string) => {
  const response = await fetch(`${agent.server.url}/api/fonts/${id}`, { method: 'DELETE' })
  return { status: response.status, body: await response.json() }
}
const listed = async () => (await agent.get('/api/fonts')).body.fonts.map(({ id }: { id: string }) => id)

test('a kit sets its copy in its own fonts, and its receipt names them and is reproduced', async () => {
  const { status, body } = await upload(smallFont)
  expect([status, body.font]).toEqual([
    201,
    expect.objectContaining({ family: 'Noto Sans Hebrew', mediaType: 'font/ttf', warnings: [] }),
  ])
  const { id } = body.font
  expect((await agent.get(`/api/fonts/${id}`)).body.font).toEqual({ ...body.font, licence })
  const logoUrl = (await agent.get('/api/brand-kits/demo-launch')).body.kit.logo.url
  const kitOf = async (fonts?: object) => {
    const made = await agent.post('/api/brand-kits', { id: 'acme', name: 'Acme', logoUrl, fonts })
    return made.body.kit
  }
  const plain = await kitOf()
  const own = await kitOf({ headline: id, body: id })
  expect(own.fonts.headline).toEqual({ id, family: 'Noto Sans Hebrew', style: 'Medium' })
  expect(own.digest).not.toBe(plain.digest)

  const text = { headline: 'Früh los → später zurück', cta: 'Weiter' }
  const parameters = { brandKitId: 'acme', text, seed: 7 }
  const run = await agent.run(parameters)
  expect(run.body.warnings).toEqual([
    'The headline font "Noto Sans Hebrew" lacks "→": a font of this service sets them, with the rest of their script',
  ])
  const receiptId = run.body.provenanceReceiptId
  const { spec, assets } = await agent.receiptOf(receiptId)
  const named = { sha256: id, family: 'Noto Sans Hebrew' }
  expect(spec.fonts).toEqual({ headline: named, body: named })
  const verified = await agent.post('/api/provenance/verify', { receiptId, reproduce: true })
  expect(verified.body.reproduction).toMatchObject({ possible: true, same: true })
  await kitOf()
  const other = await agent.run(parameters)
  const { spec: plainSpec, assets: plainAssets } = await agent.receiptOf(other.body.provenanceReceiptId)
  expect(plainSpec.fonts).toBeUndefined()
  expect(plainAssets[0].pixelSha256).not.toBe(assets[0].pixelSha256)

  // A version keeps its fonts, regardless of later ones.
  now += 30 * dayMs
  await agent.server.area.deps.fonts.sweep()
  expect(await remove(id)).toMatchObject({ status: 409, body: { error: 'font_in_use' } })
  expect(await listed()).toEqual([id])
})

test('the file of a font is never given out', async () => {
  // What was checked, uploaded again, is stored as it is.
  const checked = await agent.server.area.deps.pool.run('font', { bytes: variantOf(2) })
  const { body } = await upload(checked.sfnt)
  expect(await agent.server.area.deps.blobs.has(body.font.id)).toBe(true)
  expect((await fetch(`${agent.server.url}/assets/${body.font.id}.png`)).status).toBe(404)
  expect((await remove(body.font.id)).body).toEqual({ deleted: true })
  expect(await agent.server.area.deps.blobs.has(body.font.id)).toBe(false)
})

test('a font needs a licence and must be one; a kit takes fonts of its caller only', async () => {
  expect(await upload(variantOf(3), {})).toMatchObject({
    status: 400,
    body: { errors: [{ path: '/licence', message: 'must be the text of the licence' }] },
  })
  const restricted = changed(smallFont, (font) => tableIn(font, 'OS/2').setUint16(8, 2))
  expect(await upload(restricted)).toMatchObject({
    status: 422,
    body: { error: 'font_rejected', errors: [{ path: '/font' }] },
  })
  expect(await upload(new TextEncoder().encode('%PDF-1.7'))).toMatchObject({ status: 415 })
  const fonts = { body: '0'.repeat(64) }
  expect(await agent.post('/api/brand-kits', { name: 'Other', fonts })).toMatchObject({
    status: 404,
    body: { error: 'font_not_found', errors: [{ path: '/fonts/body' }] },
  })
})

test('a plan limits fonts, and those that no kit has are deleted after a week', async () => {
  const { entitlements, fonts } = agent.server.area.deps
  await entitlements.grant(localCaller, 'trial')
  const { limits, used } = await entitlements.read(localCaller)
  const more = Array.from({ length: limits.fonts - used.fonts }, (_, index) => ({
    owner: localCaller,
    sha256: String(index).padStart(64, '0'),
    ...{ sfntSha256: '', bytes: 1, facts: '{}', licence, createdAt: now },
  }))
  await agent.server.database.db.insert(fontRows).values(more)
  expect(await upload(variantOf(99))).toMatchObject({
    status: 403,
    body: { error: 'plan_limit_reached', errors: [{ path: '/font' }] },
  })
  now += 8 * dayMs
  await fonts.sweep()
  expect(await listed()).toHaveLength(1)
  expect((await entitlements.read(localCaller)).used.fonts).toBe(1)
})
