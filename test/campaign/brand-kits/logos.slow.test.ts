import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createBrandKits } from '../../../src/campaign/brand-kits/kits.ts'
import { createLogos, type StoredLogo } from '../../../src/campaign/brand-kits/logos.ts'
import { plans } from '../../../src/campaign/entitlements/plans.ts'
import { makeLogoMaster } from '../../../src/campaign/logos/make-logo-master.ts'
import type { RenderPool } from '../../../src/campaign/render/pool.ts'
import { createStoredBytes, storedBy } from '../../../src/campaign/storage/usage.ts'
import { assets, logoUploads } from '../../../src/campaign/tables.ts'
import { openBlobs } from '../../../src/kernel/blobs/blobs.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { bothDatabases } from '../../support/databases.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { svg } from '../../support/svg-text.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-05-04T09:30:00.000Z')
const box = (fill: string) =>
  new TextEncoder().encode(svg(`<rect width="50" height="50" fill="${fill}"/>`, 'width="100" height="50"'))

describe.each(bothDatabases)('logos on %s', (_, openDatabase) => {
  const folder = mkdtempSync(join(quickTmpdir(), 'cairn-logos-'))
  const blobs = openBlobs({ s3: undefined, dataDir: folder, log: silentLog })
  /** Makes masters in this process. */
  const pool: Pick<RenderPool, 'run'> = {
    run: async (_kind, input) => (await makeLogoMaster((input as { bytes: Uint8Array }).bytes)) as never,
  }
  let database: Database
  let remove: () => Promise<void>
  let now = start
  beforeAll(async () => {
    ;({ database, remove } = await openDatabase())
  })
  afterAll(async () => {
    await remove?.()
    rmSync(folder, { recursive: true, force: true })
  })
  const logosOf = () =>
    createLogos({ db: database.db, blobs, pool: { ...pool } as RenderPool, now: () => now })
  const add = (caller: string, fill: string) => logosOf().add(box(fill), { work: { caller } })
  const filesOf = async ({ sha256, svgSha256, originalSha256 }: StoredLogo) =>
    await Promise.all([sha256, svgSha256 ?? '', originalSha256].map((hash) => blobs.has(hash)))

  test('a logo that no kit has and no draft was made with goes after seven days, with its files', async () => {
    now = start
    const logos = logosOf()
    const [plain, shared, kept, drawn, fixed] = [
      await add('one', '#111111'),
      await add('one', '#222222'),
      await add('one', '#333333'),
      await add('one', '#444444'),
      await logos.add(box('#555555')),
    ]
    const kits = createBrandKits({ db: database.db, logos, now: () => now, logoUrl: () => '' })
    await kits.create('one', { id: 'mine', name: 'Mine' }, { light: kept })
    await database.db
      .insert(assets)
      .values({ draftId: 'd_1', sha256: drawn.sha256, mediaType: 'image/png', createdAt: now })
    now = start + 5 * dayMs
    await add('two', '#222222')
    now = start + 7 * dayMs
    await logos.sweep()
    expect(await logos.find(plain.sha256)).toBeUndefined()
    expect(await filesOf(plain)).toEqual([false, false, false])
    for (const logo of [shared, kept, drawn, fixed]) {
      expect(await logos.find(logo.sha256)).toMatchObject({ sha256: logo.sha256 })
      expect(await filesOf(logo)).toEqual([true, true, true])
    }
    expect(
      (await database.db.select().from(logoUploads)).map(({ owner, sha256 }) => `${owner} ${sha256}`).sort(),
    ).toEqual([`one ${kept.sha256}`, `one ${drawn.sha256}`, `two ${shared.sha256}`].sort())
    now = start + 12 * dayMs
    await logos.sweep()
    expect(await logos.find(shared.sha256)).toBeUndefined()
    expect(await filesOf(shared)).toEqual([false, false, false])
  })

  test('the bytes of a caller are bounded by its plan; the same logo counts once, and again as long as it is uploaded', async () => {
    now = start
    const logo = await add('three', '#123456')
    const { bytes } = await storedBy(database.db, logoUploads, 'three')
    expect(bytes).toBeGreaterThan(100)
    await add('three', '#123456')
    expect((await storedBy(database.db, logoUploads, 'three')).bytes).toBe(bytes)
    await database.db
      .insert(logoUploads)
      .values({ owner: 'three', sha256: 'x', bytes: plans.standard.logoBytes - bytes, uploadedAt: now })
    await expect(add('three', '#654321')).rejects.toMatchObject({ status: 403, slug: 'plan_limit_reached' })
    expect((await add('three', '#123456')).sha256).toBe(logo.sha256)
    const stored = createStoredBytes(database)
    expect(stored.gauge.read()).toEqual([])
    await stored.refresh()
    expect(stored.gauge.read()).toContainEqual({
      labels: 'kind="logos",caller="three"',
      value: plans.standard.logoBytes,
    })
  })
})
