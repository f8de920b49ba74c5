import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { createDrafts } from '../../src/campaign/drafts/drafts.ts'
import { openBlobs } from '../../src/kernel/blobs/blobs.ts'
import { openDatabase } from '../../src/kernel/database/open-database.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { makeCampaignFolder } from '../support/campaign-folder.ts'
import { noDraftEvents } from '../support/draft-events.ts'
import { waitFor } from '../support/wait.ts'

let site: Bun.Server<undefined>
let dataDir = ''
beforeAll(async () => {
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#557799' } })
    .jpeg()
    .toBuffer()
  site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(new Uint8Array(picture)) })
  dataDir = await makeCampaignFolder()
})
afterAll(async () => {
  await site.stop(true)
  rmSync(dataDir, { recursive: true, force: true })
})

const storedHashes = () =>
  readdirSync(join(dataDir, 'blobs'), { recursive: true })
    .map((path) => String(path).split('/').at(-1) ?? '')
    .filter((name) => /^[0-9a-f]{64}$/.test(name))

test('a process killed in the middle of runs leaves no draft without files, no receipt without a draft, and no file that a sweep leaves', async () => {
  // Killed at another moment each time; the next process continues with the same folder.
  for (const filesMore of [1, 4, 9]) {
    const before = storedHashes().length
    const process_ = Bun.spawn(
      [process.execPath, join(import.meta.dir, 'crash-process.ts'), dataDir, site.url.origin],
      { stdout: 'ignore', stderr: 'inherit' },
    )
    try {
      await waitFor(`${filesMore} files more`, () => storedHashes().length >= before + filesMore)
    } finally {
      process_.kill('SIGKILL')
      await process_.exited
    }

    const database = await openDatabase({ databaseUrl: undefined, dataDir, log: silentLog })
    try {
      const broken = await database.rows(sql`
        select d.id from campaign_drafts d where d.run = 'completed' and (
          d.result is null
          or not exists (select 1 from campaign_receipts r where r.draft_id = d.id)
          or (select count(*) from campaign_assets a where a.draft_id = d.id) <> 3)`)
      expect(broken).toEqual([])
      const orphans = await database.rows(sql`
        select r.id from campaign_receipts r
        where not exists (select 1 from campaign_drafts d where d.id = r.draft_id and d.run = 'completed')`)
      expect(orphans).toEqual([])
      const listed = await database.rows<{ sha256: string }>(sql`
        select a.sha256 from campaign_assets a join campaign_drafts d on d.id = a.draft_id and d.run = 'completed'`)
      const stored = new Set(storedHashes())
      expect(listed.filter(({ sha256 }) => !stored.has(sha256))).toEqual([])
    } finally {
      await database.close()
    }
  }

  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: silentLog })
  try {
    const blobs = openBlobs({ s3: undefined, dataDir, log: silentLog })
    const now = () => Date.now() + 3_600_000
    const { sweep } = createDrafts({
      db: database.db,
      blobs,
      now,
      random: (bytes) => new Uint8Array(bytes),
      events: noDraftEvents,
    })
    await sweep()
    const owned = await database.rows<{ sha256: string }>(sql`
      select a.sha256 from campaign_assets a join campaign_drafts d on d.id = a.draft_id
      union select sha256 from campaign_logos
      union select original_sha256 from campaign_logos
      union select svg_sha256 from campaign_logos where svg_sha256 is not null`)
    const hashes = new Set(owned.map(({ sha256 }) => sha256))
    expect(storedHashes().filter((sha256) => !hashes.has(sha256))).toEqual([])
    const abandoned = await database.rows(sql`
      select * from campaign_assets a where not exists (select 1 from campaign_drafts d where d.id = a.draft_id)`)
    expect(abandoned).toEqual([])
    const completed = await database.rows(sql`select 1 from campaign_drafts where run = 'completed'`)
    expect(completed.length).toBeGreaterThan(0)
  } finally {
    await database.close()
  }
})
