import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { within } from '../runtime/async.ts'
import { messageOf, StartupError } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'

/** Connections to one PostgreSQL whose statements never wait longer than two seconds for a server that is silent. */
export interface Pool {
  readonly client: postgres.Sql
  end(): Promise<void>
}

const checkEveryMs = 500
/** Checks in a row that a ping stays unanswered. Counted, not timed: a process that was busy itself must not count. */
const silentChecksMax = 3
/** After so many checks the silent connection of the pings is replaced, as the network may have forgotten it. */
const renewedEveryChecks = 20
/** The driver's own pause grows to 20 s, in which statements wait. */
const reconnectAfterSeconds = 0.25
const connectSecondsMax = 2
const poolSettings = {
  max: 8,
  connect_timeout: connectSecondsMax,
  connection: { statement_timeout: 60_000, idle_in_transaction_session_timeout: 30_000 },
}

/**
 * Opens the connections once the server has answered. A connection of its own is pinged; when it falls silent, all
 * statements under way are rejected, and later ones at once, until it answers again. Rejections carry a code of the
 * driver (see `isDatabaseUnavailable`).
 * @throws Error when the server does not answer, StartupError when `url` is none
 */
export async function openPool({
  url,
  log,
  firstAnswerMsMax,
}: {
  url: string
  log: Log
  /** The driver has a limit for silence alone: what answers but is no PostgreSQL, it asks again for ever. */
  firstAnswerMsMax: number
}): Promise<Pool> {
  const openMonitor = () => connect(url, log, { max: 1 })
  let monitor = openMonitor()
  try {
    await within(
      monitor`select 1`.execute(),
      firstAnswerMsMax,
      () => new Error('what listens there does not answer as PostgreSQL does'),
    )
  } catch (cause) {
    await monitor.end({ timeout: 0 })
    throw cause
  }
  const openConnections = () => withColumnsAsText(connect(url, log, poolSettings))
  let current = openConnections()
  let silentChecks = 0
  let isSilent = false
  let isPinging = false

  const ping = async () => {
    isPinging = true
    const pinged = monitor
    const answered = await pinged`select 1`.then(
      () => true,
      // An error that PostgreSQL sends is an answer; without a connection statements fail by themselves.
      (error) => error instanceof postgres.PostgresError || !isSilent,
    )
    if (pinged !== monitor) return
    isPinging = false
    if (!answered) return
    silentChecks = 0
    if (!isSilent) return
    isSilent = false
    current = openConnections()
    log.info('the database answers again')
  }
  const timer = setInterval(() => {
    if (isPinging) silentChecks += 1
    if (silentChecks >= silentChecksMax && !isSilent) {
      isSilent = true
      log.warn('the database does not answer: statements are rejected until it does')
      endNow(current)
    }
    if (isPinging && silentChecks % renewedEveryChecks === renewedEveryChecks - 1) {
      endNow(monitor)
      monitor = openMonitor()
      isPinging = false
    }
    if (!isPinging) void ping()
  }, checkEveryMs)
  timer.unref()

  return {
    // Whoever holds the client keeps it when the connections under it are replaced.
    client: new Proxy(current, {
      get: (_, key) => Reflect.get(current, key),
      apply: (_, __, parameters) => Reflect.apply(current, undefined, parameters),
    }),
    end: async () => {
      clearInterval(timer)
      await Promise.all([monitor.end({ timeout: 1 }), current.end({ timeout: 5 })])
    },
  }
}

export function connect(
  url: string,
  log: Log,
  options: postgres.Options<Record<string, never>> = {},
): postgres.Sql {
  try {
    return postgres(url, {
      connect_timeout: 5,
      backoff: () => reconnectAfterSeconds,
      ...options,
      onnotice: (notice) => log.debug('database notice', { notice: notice['message'] }),
    })
  } catch (cause) {
    throw new StartupError(
      `Cannot use DATABASE_URL as it must be like postgres://user:password@host:5432/database: ${messageOf(cause)}`,
      { cause },
    )
  }
}

/** Dates and JSON stay text, as drizzle expects: it sets that on the client that it is given first. */
function withColumnsAsText(client: postgres.Sql): postgres.Sql {
  drizzle({ client })
  return client
}

/** Rejects what is under way and whatever is asked of it later. */
function endNow(client: postgres.Sql): void {
  client.end({ timeout: 0 }).catch(() => {})
}
