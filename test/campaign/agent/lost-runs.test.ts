import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { AgentCall } from '../../../src/campaign/agent/run-agent.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { makeCampaignFolder, startCampaignIn } from '../../support/campaign-folder.ts'
import { bothDatabases } from '../../support/databases.ts'
import { waitFor } from '../../support/wait.ts'

describe.each(bothDatabases)('on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  let dataDir = ''
  beforeAll(async () => {
    ;({ database, remove } = await open())
    dataDir = await makeCampaignFolder()
  })
  afterAll(async () => {
    await remove()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const call: AgentCall = {
    capability: '1.5.0',
    caller: { id: 'demo' },
    request: {
      command: '',
      parameters: { brandKitId: 'demo-launch', layout: 'tiles', formats: ['square'] },
    },
  }

  test('a run that was accepted and not enqueued before its process ended is made after the next start', async () => {
    const first = await startCampaignIn(dataDir, [], database)
    const { draftId } = await first.area.deps.agent.accept(call)
    await first.area.stop()

    const next = await startCampaignIn(dataDir, [], database)
    try {
      const run = async () => (await next.area.deps.drafts.read.byOwner(draftId, 'demo')).run
      await waitFor('the run has ended', async () => (await run()) !== 'processing')
      expect(await run()).toBe('completed')
      const leases = () => database.rows(sql`select id from campaign_run_leases`)
      await waitFor('its slot is free', async () => (await leases()).length === 0)
    } finally {
      await next.area.stop()
    }
  })

  test('the key of a request in progress is free after the next start where no other process can have it', async () => {
    const keyed = {
      owner: 'demo',
      capability: '1.5.0',
      headers: new Headers({ 'idempotency-key': 'order-1' }),
      request: {},
    }
    const first = await startCampaignIn(dataDir, [], database)
    const begun = Promise.withResolvers<void>()
    void first.area.deps.idempotency.once(keyed, () => {
      begun.resolve()
      return new Promise<never>(() => {})
    })
    await begun.promise
    await first.area.stop()

    const next = await startCampaignIn(dataDir, [], database)
    try {
      const again = next.area.deps.idempotency.once(keyed, async () => ({ status: 200, body: 'made' }))
      if (database.kind === 'pglite') expect(await again).toEqual({ status: 200, body: 'made' })
      else await expect(again).rejects.toMatchObject({ slug: 'idempotency_in_progress' })
    } finally {
      await next.area.stop()
    }
  })

  test('a run that cannot be stored takes no slot', async () => {
    const { area } = await startCampaignIn(dataDir, [], database)
    try {
      const request = { ...call.request, parameters: { ...call.request.parameters, revises: 'd_unknown' } }
      await expect(area.deps.agent.accept({ ...call, request })).rejects.toMatchObject({
        slug: 'draft_not_revisable',
      })
      expect(await database.rows(sql`select id from campaign_run_leases`)).toEqual([])
    } finally {
      await area.stop()
    }
  })
})
