import { within } from '../runtime/async.ts'
import type { Log } from '../runtime/log.ts'
import { connect } from './postgres-pool.ts'

const answerMsMax = 5_000
const keepAliveMs = 2_000
/** After so long without a statement the holder hangs or is cut off: the server ends its session and the lock. */
const silentHolderMsMax = 10_000

/**
 * Takes a session-level advisory lock on a connection of its own, which is never recycled. When the connection ends, the
 * lock is lost and `onLost` is called, but possibly late: the lock alone must not guard the holder's writes.
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
      // The setting exists since PostgreSQL 14.
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
