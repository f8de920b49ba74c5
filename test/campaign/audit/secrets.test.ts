import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { type CampaignServer, startCampaignServer } from '../../support/campaign-server.ts'
import { waitFor } from '../../support/wait.ts'

let server: CampaignServer
let site: Bun.Server<undefined>
beforeAll(async () => {
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#557799' } })
    .jpeg()
    .toBuffer()
  site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(new Uint8Array(picture)) })
  server = await startCampaignServer({ localOrigins: [site.url.origin] })
})
afterAll(async () => {
  await server.stop()
  await site.stop(true)
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('the audit log tells a whole story, with no key, token, brief or note in it', async () => {
  const { id, key } = await server.area.keys.create('agency', 'standard')
  const post = async (path: string, body: unknown, headers: Record<string, string> = bearer(key)) =>
    (await server.post(path, body, headers)).json()
  await post('/api/entitlements', { caller: 'agency', plan: 'partner' }, {})
  await post('/api/brand-kits', { id: 'acme', name: 'Secret project', prompt: 'Hidden dunes' })
  const run = (headers: Record<string, string> = {}) =>
    post(
      '/api/agent',
      {
        command: 'Confidential silk, no logo',
        // A run over a picture costs less than a scene.
        parameters: { brandKitId: 'acme', formats: ['square'], baseImageUrl: site.url.href },
      },
      { ...bearer(key), ...headers },
    )
  const first = await run({ 'idempotency-key': 'order-4711' })
  const second = await run({ prefer: 'respond-async' })
  const tokenOf = ({ studioReviewUrl }: { studioReviewUrl: string }) => studioReviewUrl.split('#')[1] ?? ''
  const tokens = [tokenOf(first), tokenOf(second)]
  const draftOf = async (draftId: string, token: string) =>
    (await (await fetch(`${server.url}/api/drafts/${draftId}`, { headers: bearer(token) })).json()).draft
  const { assetHash } = await draftOf(first.draftId, tokens[0] ?? '')
  await post(
    `/api/drafts/${first.draftId}/decision`,
    { decision: 'approve', note: 'Private note', assetHash },
    bearer(tokens[0] ?? ''),
  )
  await waitFor('the job has ended', async () => {
    const draft = await draftOf(second.draftId, tokens[1] ?? '')
    return draft.run === 'completed'
  })
  await server.area.keys.revoke(id)

  const rows = await server.database.rows<{
    action: string
    actor: string
    key_id: string | null
    line: string
  }>(sql`select action, actor, key_id, t::text as line from campaign_audit_entries t order by id`)
  const told = rows.map(({ action, actor, key_id }) => [action, actor, key_id])
  for (const entry of [
    ['kit.create', 'service', null],
    ['key.create', 'command-line', null],
    ['plan.grant', 'command-line', null],
    ['plan.grant', 'operator', null],
    ['kit.create', 'agency', id],
    ['draft.complete', 'agency', id],
    ['draft.approve', 'reviewer', null],
    ['key.revoke', 'command-line', null],
  ])
    expect(told).toContainEqual(entry)
  expect(told.filter(([action]) => action === 'draft.complete').length).toBe(2)
  const log = rows.map(({ line }) => line).join('\n')
  const secrets = [
    key.replace(/^cairn_/, ''),
    ...tokens,
    'order-4711',
    'Confidential',
    'Secret project',
    'Hidden dunes',
    'Private note',
  ]
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(9)
    expect(log).not.toContain(secret)
  }
})
