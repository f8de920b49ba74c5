import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { DraftAsset, DraftResult } from '../../../src/campaign/drafts/draft.ts'
import { createDrafts } from '../../../src/campaign/drafts/drafts.ts'
import type { DecisionVerb } from '../../../src/campaign/drafts/review.ts'
import type { NewDraft } from '../../../src/campaign/drafts/run-drafts.ts'
import { createRandom } from '../../../src/campaign/numeric/math.ts'
import { claimBlobs } from '../../../src/campaign/storage/blob-claims.ts'
import { drafts, logos } from '../../../src/campaign/tables.ts'
import { openBlobs } from '../../../src/kernel/blobs/blobs.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { bothDatabases } from '../../support/databases.ts'
import { noDraftEvents } from '../../support/draft-events.ts'
import { dumpDatabase } from '../../support/dump.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { testSeed } from '../../support/seed.ts'
import { isSoak, sizeOf } from '../../support/soak.ts'
import { isIntact } from './decision-log-kit.ts'

const seed = testSeed('drafts/drafts.test.ts')
const dayMs = 86_400_000
const start = Date.parse('2026-05-04T09:30:00.000Z')
const [hash, otherHash] = ['a'.repeat(64), 'b'.repeat(64)]
const request: NewDraft = {
  owner: 'agency',
  keyId: 'k_1',
  capability: '1.5.0',
  brief: 'Sea',
  request: '{"command":"Sea"}',
  kit: { id: 'acme', version: 2 },
  revises: undefined,
}
const asset: DraftAsset = {
  format: 'square',
  resultUrl: 'http://a.example/1.png',
  previewUrl: 'http://a.example/1.webp',
  width: 1080,
  height: 1080,
  byteSha256: 'c'.repeat(64),
  pixelSha256: 'd'.repeat(64),
}
const result: DraftResult = {
  assets: [asset],
  assetHash: hash,
  warnings: ['w'],
  scene: { provider: 'procedural', family: 'ocean' },
  layout: 'panel',
  copy: { headline: 'Calm' },
  placement: 'auto',
  seed: 7,
}
const nothing = async () => {}

describe.each(bothDatabases)('on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  let now = start
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const folder = mkdtempSync(join(quickTmpdir(), 'cairn-drafts-'))
  const blobs = openBlobs({ s3: undefined, dataDir: folder, log: silentLog })
  const draftsOf = () =>
    createDrafts({ db: database.db, blobs, now: () => now, random, events: noDraftEvents })
  const rows = (table: string) => database.rows(sql`select * from ${sql.identifier(table)}`)
  const storedOf = (...files: string[]) => Promise.all(files.map((sha256) => blobs.has(sha256)))
  const put = (text: string) => blobs.put(new TextEncoder().encode(text))
  beforeAll(async () => {
    ;({ database, remove } = await open())
  })
  beforeEach(async () => {
    now = start
    await database.db.execute(
      sql`truncate campaign_drafts, campaign_decisions, campaign_assets, campaign_logos, campaign_audit_entries`,
    )
  })
  afterAll(async () => {
    await remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const pngs = (...files: readonly string[]) => files.map((sha256) => ({ sha256, mediaType: 'image/png' }))
  /** A draft whose run has completed, with the files of those hashes. */
  const completed = async (change: Partial<NewDraft> = {}, files: readonly string[] = []) => {
    const { runs } = draftsOf()
    const { row, token } = runs.create({ ...request, ...change })
    if (files.length > 0) await runs.claim(row.id, pngs(...files))
    await runs.complete(row, result, nothing)
    return { id: row.id, token }
  }
  const expectGone = (reading: Promise<unknown>) =>
    expect(reading).rejects.toMatchObject({ slug: 'draft_not_found' })
  const decide = ({ id, token }: { id: string; token: string }, verb: DecisionVerb, note?: string) =>
    draftsOf().decide(id, token, { verb, note, assetHash: hash })

  describe('a run', () => {
    test('that is accepted has a draft that only its token and its owner read', async () => {
      const { runs, read } = draftsOf()
      const { row, token } = runs.create(request)
      await runs.accept(row)
      const draft = await read.byToken(row.id, token)
      expect(draft).toMatchObject({ draftId: row.id, revision: 1, run: 'processing', review: 'pending' })
      expect(draft.assets).toEqual([])
      expect(await read.byOwner(row.id, 'agency')).toEqual(draft)
      for (const wrong of ['', `${token}x`, 'x'.repeat(43)]) await expectGone(read.byToken(row.id, wrong))
      await expectGone(read.byOwner(row.id, 'other'))
      expect(await dumpDatabase(database)).not.toContain(token)
    })

    test('ends once: completed or failed', async () => {
      const { runs, read } = draftsOf()
      const { row, token } = runs.create(request)
      await runs.accept(row)
      expect(await runs.complete(row, result, nothing)).toBe(true)
      await runs.fail(row.id, { code: 'late', message: 'Late' })
      expect(await runs.complete(row, { ...result, seed: 8 }, nothing)).toBe(false)
      expect(await read.byToken(row.id, token)).toMatchObject({ run: 'completed', seed: 7, warnings: ['w'] })
    })

    test('that turns out to be unpaid has no draft any more, and its files are swept', async () => {
      const { runs, read, sweep } = draftsOf()
      const file = await put('unpaid')
      const { id, token } = await completed({}, [file])
      await runs.withdraw(id)
      await expectGone(read.byToken(id, token))
      await expectGone(read.byOwner(id, 'agency'))
      expect(await sweep()).toBe(1)
      expect(await storedOf(file)).toEqual([false])
    })

    test('that was not accepted before has no draft until it ends, and then a whole one', async () => {
      const { runs, read } = draftsOf()
      const { row, token } = runs.create(request)
      const broken = runs.complete(row, result, async () => {
        throw new Error('no receipt')
      })
      await expect(broken).rejects.toThrow('no receipt')
      expect([await rows('campaign_drafts'), await rows('campaign_audit_entries')]).toEqual([[], []])
      expect(await runs.complete(row, result, nothing)).toBe(true)
      expect(await read.byToken(row.id, token)).toMatchObject({ run: 'completed', assets: [asset] })
      expect(await rows('campaign_audit_entries')).toMatchObject([
        { actor: 'agency', key_id: 'k_1', action: 'draft.complete', target: row.id },
      ])
    })

    test('that fails loses its files, but for those that a draft or a logo has', async () => {
      const { runs } = draftsOf()
      const [used, logo] = [await put('used'), await put('logo')]
      const [original, own] = [await put('original'), await put('own')]
      await completed({}, [used])
      await claimBlobs(database.db, (tx) =>
        tx.insert(logos).values({
          sha256: logo,
          originalSha256: original,
          svgSha256: null,
          width: 1,
          height: 1,
          isOneColor: true,
          mediaType: 'image/png',
          createdAt: now,
        }),
      )
      const { row } = runs.create(request)
      await runs.claim(row.id, pngs(used, logo, original, own))
      await runs.release(row.id)
      expect(await storedOf(used, logo, original, own)).toEqual([true, true, true, false])
    })

    test('that has completed keeps its files, even if they are released afterwards', async () => {
      const file = await put('completed')
      const { id } = await completed({}, [file])
      await draftsOf().runs.release(id)
      expect([await blobs.has(file), (await rows('campaign_assets')).length]).toEqual([true, 1])
    })
  })

  describe('a decision', () => {
    test('stands in the draft with its note, the hash that was seen and an intact log', async () => {
      const draft = await completed()
      await decide(draft, 'request_changes', 'a <b>bigger</b> logo\0\ud800')
      now += 5
      await decide(draft, 'approve')
      const { review, decisions } = await draftsOf().read.byToken(draft.id, draft.token)
      expect(review).toBe('approved')
      expect(decisions).toMatchObject([
        { number: 1, decision: 'request_changes', note: 'a <b>bigger</b> logo\ufffd\ufffd', assetHash: hash },
        { number: 2, decision: 'approve', note: null, decidedAt: new Date(now).toISOString() },
      ])
      const log = decisions.map((entry) => ({ ...entry, decidedAt: Date.parse(entry.decidedAt) }))
      expect(isIntact(draft.id, log)).toBe(true)
      const audit = await rows('campaign_audit_entries')
      expect(audit.map(({ actor, action, target }) => [actor, action, target])).toEqual([
        ['agency', 'draft.complete', draft.id],
        ['reviewer', 'draft.request_changes', draft.id],
        ['reviewer', 'draft.approve', draft.id],
      ])
    })

    test('that is refused changes nothing, and its reason is answered', async () => {
      const draft = await completed()
      const { decide: take } = draftsOf()
      const approve = { verb: 'approve', note: undefined } as const
      await expect(take(draft.id, draft.token, { ...approve, assetHash: otherHash })).rejects.toMatchObject({
        status: 409,
        slug: 'stale_assets',
        fields: [{ path: '/assetHash' }],
      })
      for (const [id, token] of [
        [draft.id, 'x'.repeat(43)],
        ['d_other', draft.token],
      ] as const)
        await expect(take(id, token, { ...approve, assetHash: hash })).rejects.toMatchObject({ status: 404 })
      await decide(draft, 'reject')
      await expect(decide(draft, 'approve')).rejects.toMatchObject({
        status: 409,
        slug: 'already_decided',
        message: expect.stringContaining('it was rejected at 2026-05-04T09:30:00.000Z'),
      })
      expect((await rows('campaign_decisions')).length).toBe(1)
    })
  })

  describe('a revision', () => {
    test('follows a draft with changes requested, is shown beside it, and closes it', async () => {
      const first = await completed()
      await decide(first, 'request_changes', 'bluer')
      const second = await completed({ revises: first.id })
      const { read } = draftsOf()
      expect(await read.byToken(second.id, second.token)).toMatchObject({
        revision: 2,
        review: 'pending',
        previous: { draftId: first.id, revision: 1, decisions: [{ note: 'bluer' }] },
      })
      expect(await read.byToken(first.id, first.token)).toMatchObject({ revisedBy: second.id })
      await expect(decide(first, 'approve')).rejects.toMatchObject({ status: 409, slug: 'revised' })
    })

    const decided = async (verb: DecisionVerb, change: Partial<NewDraft> = {}) => {
      const draft = await completed(change)
      await decide(draft, verb)
      return draft
    }
    test.each<[string, make: () => Promise<{ id: string }>, laterMs: number]>([
      ['a draft that is pending', completed, 0],
      ['an approved draft', () => decided('approve'), 0],
      ['another caller’s draft', () => decided('request_changes', { owner: 'other' }), 0],
      ['an expired draft', () => decided('request_changes'), 7 * dayMs],
      ['an unknown draft', async () => ({ id: 'd_unknown' }), 0],
    ])('of %s is refused', async (_, make, laterMs) => {
      const { id: revises } = await make()
      now += laterMs
      const { runs } = draftsOf()
      const { row } = runs.create({ ...request, revises })
      const refusal = { status: 409, slug: 'draft_not_revisable', fields: [{ path: '/parameters/revises' }] }
      await expect(runs.requireRevisable(row)).rejects.toMatchObject(refusal)
      await expect(runs.accept(row)).rejects.toMatchObject(refusal)
      await expect(runs.complete(row, result, nothing)).rejects.toMatchObject(refusal)
    })

    test('is one of several at once', async () => {
      const first = await decided('request_changes')
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, () => completed({ revises: first.id })),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    })

    test('whose run failed leaves room for another one', async () => {
      const first = await decided('request_changes')
      const { runs } = draftsOf()
      const { row } = runs.create({ ...request, revises: first.id })
      await runs.accept(row)
      await expect(completed({ revises: first.id })).rejects.toMatchObject({ slug: 'draft_not_revisable' })
      await runs.fail(row.id, { code: 'source_unreachable', message: 'Gone' })
      expect(await completed({ revises: first.id })).toMatchObject({ id: expect.stringMatching(/^d_/) })
    })
  })

  test('the list has the owner’s drafts, newest first, page by page', async () => {
    const made: string[] = []
    for (let index = 0; index < 5; index += 1) {
      // Two of the same millisecond.
      if (index !== 3) now += 1
      made.push((await completed()).id)
    }
    await completed({ owner: 'other' })
    const seen: string[] = []
    const { list } = draftsOf().read
    let after: Parameters<typeof list>[1]['after']
    for (let page = 0; page < 3; page += 1) {
      const answer = await list('agency', { limit: 2, after })
      seen.push(...answer.drafts.map(({ draftId }) => draftId))
      after = answer.next
    }
    expect(after).toBeUndefined()
    expect(seen.toSorted()).toEqual(made.toSorted())
    expect([seen[0], seen[4]]).toEqual([made[4], made[0]])
  })

  describe('after seven days', () => {
    test('a draft is gone with its decisions and the files that nothing else has', async () => {
      const [shared, own, late] = [await put('shared'), await put('own'), await put('late')]
      const first = await completed({}, [shared, own])
      await decide(first, 'request_changes')
      now += dayMs
      await completed({}, [shared, late])
      now = start + 7 * dayMs - 1
      expect(await draftsOf().sweep()).toBe(0)
      now += 1
      const { read, sweep } = draftsOf()
      await expectGone(read.byToken(first.id, first.token))
      await expectGone(decide(first, 'approve'))
      expect(await sweep()).toBe(1)
      expect(await storedOf(shared, own, late)).toEqual([true, false, true])
      expect(await rows('campaign_decisions')).toEqual([])
      expect(await rows('campaign_audit_entries')).toContainEqual(
        expect.objectContaining({ actor: 'service', action: 'draft.expire', target: first.id }),
      )
    })

    test('an approved draft is not read any longer, but keeps its files and decisions', async () => {
      const file = await put('approved')
      const draft = await completed({}, [file])
      await decide(draft, 'approve')
      now += 7 * dayMs
      const { read, sweep } = draftsOf()
      expect(await sweep()).toBe(0)
      await expectGone(read.byToken(draft.id, draft.token))
      expect(await blobs.has(file)).toBe(true)
      expect((await rows('campaign_decisions')).length).toBe(1)
    })

    test('any number of drafts is swept', async () => {
      const { runs, sweep } = draftsOf()
      await database.db.insert(drafts).values(Array.from({ length: 450 }, () => runs.create(request).row))
      now += 7 * dayMs
      expect(await sweep()).toBe(450)
    })
  })

  test('files of a run whose process died are swept after an hour, and no sooner', async () => {
    const file = await put('abandoned')
    const { runs, sweep } = draftsOf()
    await runs.claim(runs.create(request).row.id, pngs(file))
    now += 3_599_999
    await sweep()
    expect(await blobs.has(file)).toBe(true)
    now += 1
    await sweep()
    expect([await blobs.has(file), await rows('campaign_assets')]).toEqual([false, []])
  })

  test('a file that a new run lists is there after it, however many sweeps remove it from old ones', async () => {
    const { runs, sweep } = draftsOf()
    const text = 'the same picture'
    const sha256 = await put(text)
    for (let round = 0; round < sizeOf({ short: 6, soak: 30 }); round += 1) {
      const { row } = runs.create(request)
      const old = runs.create(request).row
      await runs.claim(old.id, pngs(sha256))
      now += 3_600_000
      await Promise.all([
        sweep(),
        runs.release(old.id),
        runs.claim(row.id, pngs(sha256)).then(() => put(text)),
      ])
      expect(await blobs.has(sha256)).toBe(true)
      await runs.release(row.id)
    }
  })

  test('over random parallel decisions and moves of the clock only allowed transitions happen, one decision is final, and the log stays intact', async () => {
    const { next: sample, pick } = createRandom(seed, 'drafts')
    const allowed: Readonly<Record<string, readonly string[]>> = {
      pending: ['pending', 'approved', 'rejected', 'changes_requested', 'gone'],
      changes_requested: ['approved', 'rejected', 'changes_requested', 'gone'],
      approved: ['approved', 'gone'],
      rejected: ['rejected', 'gone'],
      gone: ['gone'],
    }
    const { read, decide: take, sweep } = draftsOf()
    const stateOf = async ({ id, token }: { id: string; token: string }) =>
      read.byToken(id, token).catch(() => undefined)
    let [taken, refused] = [0, 0]
    const stories = sizeOf({ short: 5, soak: 50 })
    for (let story = 0; story < stories; story += 1) {
      const draft = await completed()
      let before = 'pending'
      let length = 0
      const first = [
        { verb: 'request_changes' as const, note: 'n', assetHash: hash },
        { verb: 'request_changes' as const, note: 'n', assetHash: otherHash },
      ]
      for (let step = 0; step < 8; step += 1) {
        const move = step === 0 ? 1 : sample()
        if (move < 0.15) now += pick([1, dayMs, 6 * dayMs])
        else if (move < 0.25) await sweep()
        else {
          const drawn = Array.from({ length: pick([1, 1, 3, isSoak ? 12 : 4] as const) }, () => ({
            verb: pick(['approve', 'reject', 'request_changes', 'request_changes'] as const),
            note: pick([undefined, 'n']),
            assetHash: pick([hash, hash, hash, otherHash]),
          }))
          const attempts = step === 0 ? first : drawn
          const outcomes = await Promise.allSettled(
            attempts.map((attempt) => take(draft.id, draft.token, attempt)),
          )
          const done = outcomes.filter(({ status }) => status === 'fulfilled').length
          length += done
          taken += done
          refused += outcomes.length - done
        }
        const state = await stateOf(draft)
        const after: string = state?.review ?? 'gone'
        expect(allowed[before]).toContain(after)
        if (state !== undefined) {
          const log = state.decisions.map((entry) => ({ ...entry, decidedAt: Date.parse(entry.decidedAt) }))
          expect([log.length, isIntact(draft.id, log)]).toEqual([length, true])
          const final = log.filter(({ decision }) => decision !== 'request_changes')
          expect(final.length).toBe(after === 'approved' || after === 'rejected' ? 1 : 0)
          if (final.length === 1) expect(log.at(-1)).toEqual(final[0])
        }
        before = after
      }
    }
    expect(Math.min(taken, refused)).toBeGreaterThanOrEqual(stories)
  })
})
