import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  auditJson,
  auditLine,
  operator,
  readAudit,
  recordAudit,
  service,
} from '../../../src/campaign/audit/record-audit.ts'
import { createCallerKeys } from '../../../src/campaign/entitlements/caller-keys.ts'
import { createEntitlements } from '../../../src/campaign/entitlements/entitlements.ts'
import { auditEntries } from '../../../src/campaign/tables.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { bothDatabases } from '../../support/databases.ts'

const start = Date.parse('2026-05-04T09:30:00.000Z')

describe.each(bothDatabases)('on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  let now = start
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const keysOf = () => createCallerKeys({ db: database.db, now: () => now, random })
  const all = () => readAudit(database.db, { since: 0, limit: 100 })
  beforeAll(async () => {
    ;({ database, remove } = await open())
  })
  afterAll(() => remove())
  beforeEach(async () => {
    now = start
    await database.db.execute(
      sql`truncate campaign_audit_entries, campaign_caller_keys, campaign_caller_plans`,
    )
  })

  test('keys that are made and revoked and plans that are granted are entries, each once', async () => {
    const keys = keysOf()
    const { id } = await keys.create('agency', 'partner')
    now += 1
    expect(await keys.revoke(id)).toEqual({ revokedAt: now, isNew: true })
    now += 1
    expect(await keys.revoke(id)).toEqual({ revokedAt: start + 1, isNew: false })
    expect(await keys.revoke('k_unknown')).toBeUndefined()
    const entitlements = createEntitlements({ db: database.db, now: () => now })
    await entitlements.grant('agency', 'trial')
    await expect(entitlements.grant('nobody', 'trial')).rejects.toMatchObject({ status: 400 })
    expect(
      (await all()).map(({ actor, action, target, details }) => [actor, action, target, details]),
    ).toEqual([
      ['command-line', 'key.create', id, '{"caller":"agency"}'],
      ['command-line', 'plan.grant', 'agency', '{"plan":"partner"}'],
      ['command-line', 'key.revoke', id, '{"caller":"agency"}'],
      ['operator', 'plan.grant', 'agency', '{"plan":"trial"}'],
    ])
    expect(await keys.list()).toEqual([
      { id, caller: 'agency', plan: 'trial', createdAt: start, revokedAt: start + 1, lastUsedAt: null },
    ])
  })

  test('a key revoked by several at once is revoked once', async () => {
    const keys = keysOf()
    const { id } = await keys.create('agency')
    const revoked = await Promise.all(Array.from({ length: 8 }, () => keys.revoke(id)))
    expect(revoked.filter((outcome) => outcome?.isNew).length).toBe(1)
    expect((await all()).filter(({ action }) => action === 'key.revoke').length).toBe(1)
  })

  test('what is rolled back has no entry', async () => {
    const broken = database.db.transaction(async (tx) => {
      await recordAudit(tx, { at: now, actor: operator, action: 'plan.grant', target: 'agency' })
      throw new Error('broken')
    })
    await expect(broken).rejects.toThrow('broken')
    expect(await all()).toEqual([])
  })

  test('the newest entries since a time are read, oldest first', async () => {
    for (let index = 0; index < 5; index += 1) {
      const [actor, action] = [service, 'draft.expire'] as const
      await recordAudit(database.db, { at: start + index, actor, action, target: `d_${index}` })
    }
    const read = async (since: number, limit: number) =>
      (await readAudit(database.db, { since, limit })).map(({ target }) => target)
    expect(await read(0, 100)).toEqual(['d_0', 'd_1', 'd_2', 'd_3', 'd_4'])
    expect(await read(start + 1, 2)).toEqual(['d_3', 'd_4'])
    expect(await read(start + 4, 2)).toEqual(['d_4'])
    expect(await read(start + 5, 2)).toEqual([])
  })

  test('what a terminal would obey or reorder is escaped', async () => {
    const evil = 'a\u001b[2J\u0007\u009b31m\u202e\u2028\n\u{e0041}é'
    await database.db.insert(auditEntries).values({
      at: now,
      actor: evil,
      keyId: evil,
      action: evil,
      target: evil,
      details: JSON.stringify({ evil }),
    })
    for (const entry of await all()) {
      for (const line of [auditLine(entry), auditJson(entry)]) expect(line).toMatch(/^[\x20-\x7e]+$/)
      expect(JSON.parse(auditJson(entry))).toEqual({
        id: entry.id,
        at: '2026-05-04T09:30:00.000Z',
        actor: evil,
        keyId: evil,
        action: evil,
        target: evil,
        details: { evil },
      })
    }
  })
})
