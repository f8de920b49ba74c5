import { within } from '../runtime/async.ts'
import type { Log } from '../runtime/log.ts'
import { connect } from './postgres-pool.ts'

const answerMsMax = 5_000
const keepAliveMs = 2_000
/** A holder that says nothing for so long is stopped or cut off: the server ends its session, and the lock with it. */
const silentHolderMsMax = 10_000

/**
 * A session-level advisory lock lives as long as its connection, so it has one of its own that is never retired. Should
 * the server end it, the lock is gone, and `onLost` is called: what its holder writes must be guarded by more than the
 * lock.
 */
export async function tryAdvisoryLock({
  url,
  log,
  name,
  onLost,
}: {
  url: string
  log: Log
  name: string
  onLost: (() => void) | undefined
}): Promise<(() => Promise<void>) | undefined> {
  let isHeld = false
  const lost = () => {
    if (!isHeld) return
    isHeld = false
    clearInterval(timer)
    void client.end({ timeout: 0 })
    onLost?.()
  }
  const client = connect(url, log, { max: 1, max_lifetime: null, idle_timeout: 0, onclose: lost })
  let timer: ReturnType<typeof setInterval> | undefined
  try {
    const answer = client<{ held: boolean }[]>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as held`
    const [row] = await within(answer.execute(), answerMsMax)
    if (row?.held === true) {
      isHeld = true
      // Not known before PostgreSQL 14.
      await within(
        client`select set_config(name, ${String(silentHolderMsMax)}, false) from pg_settings
          where name = 'idle_session_timeout'`.execute(),
        answerMsMax,
      )
      timer = setInterval(() => void client`select 1`.catch(() => {}), keepAliveMs)
      timer.unref()
      return async () => {
        isHeld = false
        clearInterval(timer)
        await client.end({ timeout: 1 })
      }
    }
  } catch (error) {
    isHeld = false
    await client.end({ timeout: 0 })
    throw error
  }
  await client.end({ timeout: 1 })
  return undefined
}
