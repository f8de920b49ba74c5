import type { TaskPushNotificationConfig } from '@a2a-js/sdk'
import { and, asc, count, desc, eq, gt, gte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { storableText, wellFormedJson } from '../../kernel/database/storable-text.ts'
import { pushConfigs, tasks } from '../callbacks/tables.ts'
import { canceledCode } from '../callbacks/task-status.ts'
import { type DraftCursor, isAfter } from '../drafts/read-drafts.ts'
import { drafts } from '../tables.ts'

/** What is known of a task beside its draft. */
export interface StoredTask {
  /** The draft's id for drafts that were not asked for by a message. */
  contextId: string
  /** In the form of protocol 1.0. */
  message?: unknown
}

export interface TaskQuery {
  contextId: string
  /** Such as `TASK_STATE_WORKING`; undefined for all. */
  state: string | undefined
  since: number | undefined
  limit: number
  after: DraftCursor | undefined
}

/** The contexts, messages and push notification addresses of tasks. */
export interface Tasks {
  store(draftId: string, contextId: string, message: unknown): Promise<void>
  of(draftId: string): Promise<StoredTask>
  /** Ids of the owner's drafts, newest first, and how many there are. */
  list(owner: string, query: TaskQuery): Promise<{ ids: DraftCursor[]; total: number }>
  configs: {
    /** Replaces the one with the same id. @returns false when the task has as many as it may have */
    put(config: TaskPushNotificationConfig, protocol: '1.0' | '0.3'): Promise<boolean>
    /** Oldest first. */
    list(draftId: string): Promise<TaskPushNotificationConfig[]>
    remove(draftId: string, id: string): Promise<void>
  }
}

export const configsMax = 5

export function createTasks({ db, now }: { db: Db; now: () => number }): Tasks {
  const revision = sql`exists (select 1 from ${drafts} as revision where revision.revises = ${drafts.id})`
  const state = sql<string>`case
    when ${drafts.run} = 'processing' then 'TASK_STATE_WORKING'
    when ${drafts.run} = 'failed' and ${drafts.error} like ${`{"code":"${canceledCode}"%`} then 'TASK_STATE_CANCELED'
    when ${drafts.run} = 'failed' then 'TASK_STATE_FAILED'
    when ${drafts.review} = 'rejected' or ${revision} then 'TASK_STATE_REJECTED'
    when ${drafts.review} = 'approved' then 'TASK_STATE_COMPLETED'
    else 'TASK_STATE_INPUT_REQUIRED' end`
  const contextId = sql<string>`coalesce(${tasks.contextId}, ${drafts.id})`

  const configs: Tasks['configs'] = {
    put: async ({ taskId, id, url, token, authentication }, protocol) => {
      const row = {
        url,
        protocol,
        token: token === '' ? null : token,
        authorization:
          authentication === undefined
            ? null
            : `${authentication.scheme} ${authentication.credentials}`.trim(),
      }
      return await db.transaction(async (tx) => {
        // The lock of the draft keeps the count.
        await tx.select({ id: drafts.id }).from(drafts).where(eq(drafts.id, taskId)).for('update')
        const known = await tx
          .select({ id: pushConfigs.id })
          .from(pushConfigs)
          .where(eq(pushConfigs.draftId, taskId))
        if (known.length >= configsMax && !known.some((one) => one.id === id)) return false
        await tx
          .insert(pushConfigs)
          .values({ draftId: taskId, id, ...row, createdAt: now() })
          .onConflictDoUpdate({ target: [pushConfigs.draftId, pushConfigs.id], set: row })
        return true
      })
    },
    list: async (draftId) => {
      const rows = await db
        .select()
        .from(pushConfigs)
        .where(eq(pushConfigs.draftId, draftId))
        .orderBy(asc(pushConfigs.createdAt), asc(pushConfigs.id))
      return rows.map(({ id, url, token, authorization }) => {
        const [scheme = '', ...credentials] = (authorization ?? '').split(' ')
        return {
          tenant: '',
          id,
          taskId: draftId,
          url,
          token: token ?? '',
          authentication: authorization === null ? undefined : { scheme, credentials: credentials.join(' ') },
        }
      })
    },
    remove: async (draftId, id) => {
      await db.delete(pushConfigs).where(and(eq(pushConfigs.draftId, draftId), eq(pushConfigs.id, id)))
    },
  }
  return {
    store: async (draftId, contextId, message) => {
      const text = storableText(JSON.stringify(wellFormedJson(message)))
      await db.insert(tasks).values({ draftId, contextId, message: text }).onConflictDoNothing()
    },
    of: async (draftId) => {
      const [row] = await db.select().from(tasks).where(eq(tasks.draftId, draftId))
      return row === undefined
        ? { contextId: draftId }
        : { contextId: row.contextId, message: JSON.parse(row.message) }
    },
    list: async (owner, query) => {
      const { after, since } = query
      const wanted: (SQL | undefined)[] = [
        eq(drafts.owner, owner),
        gt(drafts.expiresAt, now()),
        query.contextId === '' ? undefined : eq(contextId, query.contextId),
        query.state === undefined ? undefined : eq(state, query.state),
        since === undefined ? undefined : gte(drafts.createdAt, since),
      ]
      const ids = await db
        .select({ id: drafts.id, createdAt: drafts.createdAt })
        .from(drafts)
        .leftJoin(tasks, eq(tasks.draftId, drafts.id))
        .where(and(...wanted, after && isAfter(after)))
        .orderBy(desc(drafts.createdAt), desc(drafts.id))
        .limit(query.limit)
      const [counted] = await db
        .select({ total: count() })
        .from(drafts)
        .leftJoin(tasks, eq(tasks.draftId, drafts.id))
        .where(and(...wanted))
      return { ids, total: counted?.total ?? 0 }
    },
    configs,
  }
}
