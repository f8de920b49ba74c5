import { and, eq, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { digestOf, newId, newToken } from '../../kernel/runtime/token.ts'
import { recordAudit, reviewer } from '../audit/record-audit.ts'
import { campaignError } from '../errors.ts'
import { claimBlobs, removeBlobs } from '../storage/blob-claims.ts'
import { assets, drafts } from '../tables.ts'
import { type DraftError, type DraftResult, draftTtlDays, isDraftId } from './draft.ts'
import type { DraftDeps, DraftRow } from './draft-view.ts'
import { reviewAt } from './review.ts'

/** A file of a draft. */
export interface DraftFile {
  sha256: string
  mediaType: string
}

/** Data of a run before it starts. */
export interface NewDraft {
  owner: string
  /** Id of the caller key of the request. */
  keyId: string | undefined
  capability: string
  brief: string
  /** The request as JSON, to run it again after a restart. */
  request: string
  kit: { id: string; version: number } | undefined
  /** The draft that the run revises. */
  revises: string | undefined
  /** The reviewer who revises it, and the token of its review, which stays the token. */
  revisedBy?: { name: string; token: string } | undefined
}

/** The drafts of runs: a completed run leaves a draft with its files, a failed one leaves nothing. */
export interface RunDrafts {
  /** The row of a draft that is not stored yet, and its review token, which is stored only as a hash. */
  create(draft: NewDraft): { row: DraftRow; token: string }
  /**
   * @throws draft_not_revisable unless the draft that the row revises is of the same owner, has no revision yet and has
   * changes requested; a reviewer may revise a pending one
   */
  requireRevisable(row: DraftRow): Promise<void>
  /** Stores a draft whose run comes later, as a part of `tx` if there is one. @throws draft_not_revisable */
  accept(row: DraftRow, tx?: Pick<Db, 'transaction'>): Promise<void>
  /** The ids of accepted drafts whose run has not ended. */
  waiting(): Promise<string[]>
  /** Lists the files of a run before they are stored. */
  claim(draftId: string, files: readonly DraftFile[]): Promise<void>
  /** Removes the files of a failed run, unless it has completed meanwhile. */
  release(draftId: string): Promise<void>
  /**
   * Completes a run and, in the same transaction, runs `also`.
   * @returns false when the run had already ended
   * @throws draft_not_revisable when another revision was stored meanwhile
   */
  complete(
    row: DraftRow,
    result: DraftResult,
    also: (tx: Pick<Db, 'insert'>) => Promise<void>,
  ): Promise<boolean>
  /**
   * Fails an accepted draft; the draft that it revises can be revised again.
   * @returns false when its run had already ended
   */
  fail(id: string, error: DraftError): Promise<boolean>
  /** Lets the draft of a completed run expire at once. */
  withdraw(id: string): Promise<void>
  /** The row of a draft that has not expired. */
  find(id: string): Promise<DraftRow | undefined>
}

const dayMs = 86_400_000
const idBytes = 12

export function createRunDrafts({ db, blobs, now, random, events }: DraftDeps): RunDrafts {
  /** The number of a revision; the draft that it revises is locked until the transaction ends. */
  const revisionOf = async (tx: Pick<Db, 'select'>, { owner, revises: draftId, reviewer }: DraftRow) => {
    if (draftId === null) return 1
    if (!isDraftId(draftId)) throw campaignError('draft_not_revisable', draftId)
    const [row] = await tx
      .select()
      .from(drafts)
      .where(and(eq(drafts.id, draftId), eq(drafts.owner, owner)))
      .for('update')
    const [revision] = await tx.select({ id: drafts.id }).from(drafts).where(eq(drafts.revises, draftId))
    const review = row && reviewAt(row, now())
    const isOpen = review === 'changes_requested' || (review === 'pending' && reviewer !== null)
    if (row === undefined || !isOpen || revision !== undefined)
      throw campaignError('draft_not_revisable', draftId)
    return row.revision + 1
  }

  return {
    create: ({ owner, keyId, capability, brief, request, kit, revises, revisedBy }) => {
      const token = revisedBy?.token ?? newToken(random)
      const createdAt = now()
      const row: DraftRow = {
        id: `d_${newId(random, idBytes)}`,
        owner,
        keyId: keyId ?? null,
        capability,
        run: 'processing',
        review: 'pending',
        tokenSha256: digestOf(token),
        brief,
        request,
        kitId: kit?.id ?? null,
        kitVersion: kit?.version ?? null,
        result: null,
        error: null,
        revises: revises ?? null,
        revision: 1,
        reviewer: revisedBy?.name ?? null,
        createdAt,
        expiresAt: createdAt + draftTtlDays * dayMs,
      }
      return { row, token }
    },
    requireRevisable: (row) =>
      db.transaction(async (tx) => {
        await revisionOf(tx, row)
      }),
    accept: (row, outer = db) =>
      outer.transaction(async (tx) => {
        await tx.insert(drafts).values({ ...row, revision: await revisionOf(tx, row) })
      }),
    waiting: async () => {
      const rows = await db.select({ id: drafts.id }).from(drafts).where(eq(drafts.run, 'processing'))
      return rows.map(({ id }) => id)
    },
    claim: async (draftId, files) => {
      const createdAt = now()
      const rows = files.map((file) => ({ draftId, createdAt, ...file }))
      await claimBlobs(db, (tx) => tx.insert(assets).values(rows).onConflictDoNothing())
    },
    release: (draftId) =>
      removeBlobs({ db, blobs }, (tx) =>
        tx
          .delete(assets)
          .where(
            and(
              eq(assets.draftId, draftId),
              notExists(
                tx
                  .select()
                  .from(drafts)
                  .where(and(eq(drafts.id, draftId), eq(drafts.run, 'completed'))),
              ),
            ),
          )
          .returning({ sha256: assets.sha256 }),
      ),
    complete: async (row, result, also) => {
      const isCompleted = await db.transaction(async (tx) => {
        const ended = { run: 'completed' as const, result: JSON.stringify(result) }
        const updated = await tx
          .update(drafts)
          .set(ended)
          .where(and(eq(drafts.id, row.id), eq(drafts.run, 'processing')))
          .returning({ id: drafts.id })
        if (updated.length === 0) {
          const inserted = await tx
            .insert(drafts)
            .values({ ...row, ...ended, revision: await revisionOf(tx, row) })
            .onConflictDoNothing({ target: drafts.id })
            .returning({ id: drafts.id })
          if (inserted.length === 0) return false
        }
        await also(tx)
        await recordAudit(tx, {
          at: now(),
          actor: row.reviewer === null ? { name: row.owner, keyId: row.keyId ?? undefined } : reviewer,
          action: 'draft.complete',
          target: row.id,
          details: {
            capability: row.capability,
            assetHash: result.assetHash,
            ...(row.reviewer !== null && { by: row.reviewer, revises: row.revises, owner: row.owner }),
          },
        })
        await events.record(tx, row, { type: 'completed' })
        return true
      })
      events.committed()
      return isCompleted
    },
    fail: async (id, error) => {
      const isFailed = await db.transaction(async (tx) => {
        const [row] = await tx
          .update(drafts)
          .set({ run: 'failed', error: JSON.stringify(error), revises: null, revision: 1 })
          .where(and(eq(drafts.id, id), eq(drafts.run, 'processing')))
          .returning()
        if (row !== undefined) await events.record(tx, row, { type: 'failed', error })
        return row !== undefined
      })
      events.committed()
      return isFailed
    },
    withdraw: async (id) => {
      await db.update(drafts).set({ expiresAt: now() }).where(eq(drafts.id, id))
    },
    find: async (id) => {
      const [row] = await db
        .select()
        .from(drafts)
        .where(and(eq(drafts.id, id), sql`${drafts.expiresAt} > ${now()}`))
      return row
    },
  }
}
