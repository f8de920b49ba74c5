import { and, asc, desc, eq, inArray, lt, or } from 'drizzle-orm'
import { digestOfNothing, tokenCheck } from '../../kernel/runtime/token.ts'
import { campaignError } from '../errors.ts'
import { decisions, drafts, pins } from '../tables.ts'
import { type Draft, type DraftSummary, isDraftId } from './draft.ts'
import { type DraftDeps, type DraftRow, draftSummary, draftView } from './draft-view.ts'
import { reviewAt } from './review.ts'

/** Cursor of a list: continues after the draft of this time and id. */
export interface DraftCursor {
  createdAt: number
  id: string
}

/** Such as `1777886400000.d_Ixb3TLgXBP2Dne97`. */
export const cursorText = ({ createdAt, id }: DraftCursor) => `${createdAt}.${id}`

/** Undefined for what is not the text of a cursor. */
export function parseCursor(text: string): DraftCursor | undefined {
  const [, createdAt, id] = /^(\d{1,15})\.(.+)$/.exec(text) ?? []
  return id === undefined || !isDraftId(id) ? undefined : { createdAt: Number(createdAt), id }
}

/** Drafts that come after a cursor in a list that begins with the newest. */
export const isAfter = ({ createdAt, id }: DraftCursor) =>
  or(lt(drafts.createdAt, createdAt), and(eq(drafts.createdAt, createdAt), lt(drafts.id, id)))

export interface ReadDrafts {
  /** @throws draft_not_found for an unknown or expired draft, and for a wrong token */
  byToken(id: string, token: string): Promise<Draft>
  /** @throws draft_not_found for an unknown or expired draft, and for another caller's */
  byOwner(id: string, owner: string): Promise<Draft>
  /** The owner's drafts that have not been swept, newest first. */
  list(
    owner: string,
    page: { limit: number; after: DraftCursor | undefined },
  ): Promise<{ drafts: DraftSummary[]; next: DraftCursor | undefined }>
}

export function createReadDrafts({ db, now, events }: DraftDeps): ReadDrafts {
  const find = async (id: string) => {
    if (!isDraftId(id)) return undefined
    const [row] = await db.select().from(drafts).where(eq(drafts.id, id))
    return row
  }
  const shown = async (row: DraftRow): Promise<Draft> => {
    const at = now()
    const previous = row.revises === null ? undefined : await find(row.revises)
    const [revision] = await db
      .select({ id: drafts.id, reviewer: drafts.reviewer })
      .from(drafts)
      .where(eq(drafts.revises, row.id))
    const rows = previous === undefined || reviewAt(previous, at) === 'expired' ? [row] : [row, previous]
    const ids = rows.map(({ id }) => id)
    const [log, pinned, sent] = await Promise.all([
      db.select().from(decisions).where(inArray(decisions.draftId, ids)).orderBy(asc(decisions.number)),
      db.select().from(pins).where(inArray(pins.draftId, ids)).orderBy(asc(pins.number)),
      events.historyOf(ids),
    ])
    const [own, before] = rows.map((one) => {
      const ownPart = <Part extends { draftId: string }>(parts: readonly Part[]) =>
        parts.flatMap(({ draftId, ...part }) => (draftId === one.id ? [part] : []))
      return draftView(one, { log: ownPart(log), pins: ownPart(pinned), callbacks: ownPart(sent) }, at)
    })
    if (own === undefined) throw campaignError('draft_not_found')
    return {
      ...own,
      ...(before !== undefined && { previous: before }),
      ...(revision !== undefined && { revisedBy: revision.id }),
      ...(typeof revision?.reviewer === 'string' && { revisedByReviewer: revision.reviewer }),
    }
  }
  return {
    byToken: async (id, token) => {
      const row = await find(id)
      const isHolder = tokenCheck.isTokenOf(token, row?.tokenSha256 ?? digestOfNothing)
      if (row === undefined || !isHolder || reviewAt(row, now()) === 'expired')
        throw campaignError('draft_not_found')
      return await shown(row)
    },
    byOwner: async (id, owner) => {
      const row = await find(id)
      if (row?.owner !== owner || reviewAt(row, now()) === 'expired') throw campaignError('draft_not_found')
      return await shown(row)
    },
    list: async (owner, { limit, after }) => {
      const rows = await db
        .select()
        .from(drafts)
        .where(and(eq(drafts.owner, owner), after && isAfter(after)))
        .orderBy(desc(drafts.createdAt), desc(drafts.id))
        .limit(limit + 1)
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      const revisions = await db
        .select({ id: drafts.id, revises: drafts.revises })
        .from(drafts)
        .where(
          inArray(
            drafts.revises,
            page.map(({ id }) => id),
          ),
        )
      const revisedBy = new Map(revisions.map(({ id, revises }) => [revises, id]))
      const at = now()
      return {
        drafts: page.map((row) => draftSummary(row, revisedBy.get(row.id), at)),
        next: last && { createdAt: last.createdAt, id: last.id },
      }
    },
  }
}
