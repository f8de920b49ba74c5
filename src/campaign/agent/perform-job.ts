import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'

export type DraftJob = JobWithMetadata<{ draftId: string }>

/**
 * Runs a job, sends heartbeats while it runs, and reports the result to the queue. When the queue has meanwhile given the
 * job to another process, for example after a suspension of this one, it aborts and leaves the job to that process.
 * @throws Error when the result cannot be reported; the job then counts as abandoned
 */
export async function performJob(
  boss: PgBoss,
  { id, name, data, retryCount }: DraftJob,
  options: {
    work: (draftId: string, signal: AbortSignal) => Promise<void>
    controller: AbortController
    log: Log
    heartbeatMs: number
  },
): Promise<void> {
  const { work, controller, log, heartbeatMs } = options
  let isLost = false
  const beat = async () => {
    const [current] = await boss.findJobs(name, { id })
    isLost = current?.state !== 'active' || current.retryCount !== retryCount
    if (isLost) controller.abort(new Error('the job was given to another process'))
    else await boss.touch(name, id)
  }
  const heartbeat = setInterval(() => {
    beat().catch((error) =>
      log.warn('cannot send the heartbeat of a job', { ...data, error: messageOf(error) }),
    )
  }, heartbeatMs)
  try {
    await work(data.draftId, controller.signal)
    if (!isLost) await boss.complete(name, id)
  } catch (error) {
    log.warn('a job failed', { ...data, queue: name, tries: retryCount + 1, error: messageOf(error) })
    if (!isLost) await boss.fail(name, id, { message: messageOf(error) })
  } finally {
    clearInterval(heartbeat)
  }
}
