import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { within } from '../runtime/async.ts'
import { messageOf, StartupError } from '../runtime/errors.ts'
import type { Log } from '../runtime/log.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { limitedTurns, statementWaitMs, type Turns } from './statement-wait.ts'

/**
 * Connections to one PostgreSQL. No statement waits longer than two seconds for a server that does not respond, or runs longer
 * than four; those of requests, and their transactions, also have a limit while they wait for a connection.
 */
interface Pool {
  readonly client: postgres.Sql
  end(): Promise<void>
}

const checkEveryMs = 500
/** Consecutive checks without an answer to the ping. Counted, not timed: a busy event loop is not a silent server. */
const silentChecksMax = 3
/** After so many checks the connection of the pings is replaced: a router may have dropped its state. */
const renewedEveryChecks = 20
/** The driver's default backoff grows to 20 s, during which statements wait. */
const reconnectAfterSeconds = 0.25
const connectSeconds = 5
const poolSettings = {
  max: 8,
  connection: { statement_timeout: 4_000, idle_in_transaction_session_timeout: 30_000 },
}

/**
 * Opens the connections once the server has answered. A separate connection pings it; while pings stay unanswered, running
 * statements are rejected, and new ones at once. Rejections carry a code of the driver (see `isDatabaseUnavailable`).
 * @throws Error when the server does not answer, StartupError when `url` is not a URL
 */
export async function openPool({
  url,
  log,
  firstAnswerMsMax,
  connectMsMax,
}: {
  url: string
  log: Log
  /** The driver limits silence alone: it retries forever when something answers that is not PostgreSQL. */
  firstAnswerMsMax: number
  connectMsMax: number
}): Promise<Pool> {
  const openMonitor = () =>
    connect(url, log, { max: 1, connect_timeout: Math.max(connectSeconds, firstAnswerMsMax / 1000) })
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
  const openConnections = () =>
    withColumnsAsText(connect(url, log, { ...poolSettings, connect_timeout: connectMsMax / 1000 }))
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
  // What drizzle sends statements with.
  const unsafe: postgres.Sql['unsafe'] = (...args) => cancelledIfLate(current.unsafe(...args))
  /** What drizzle begins transactions with: one that waits too long for a connection is rejected, and its work never runs. */
  const begin = <Result>(
    work: (transaction: postgres.TransactionSql) => Promise<Result>,
  ): Promise<Result> => {
    let begun: postgres.TransactionSql | undefined
    const turns: Turns = async (turn) => {
      const ended = await current.begin(async (transaction) => {
        begun = transaction
        return { result: await turn() }
      })
      return ended.result
    }
    return limitedTurns(turns)(async () => {
      if (begun === undefined) throw new Error('the transaction has not begun')
      return await work(begun)
    })
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
    // Users keep this client when the connections behind it are replaced.
    client: new Proxy(current, {
      get: (_, key) => ({ unsafe, begin })[String(key)] ?? Reflect.get(current, key),
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
      connect_timeout: connectSeconds,
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

/** Dates and JSON stay text, as drizzle expects; it sets that only on the client that it gets first. */
function withColumnsAsText(client: postgres.Sql): postgres.Sql {
  drizzle({ client })
  return client
}

/** Cancels a statement of limited work that no connection has taken by then: its promise is rejected, and it never runs. */
function cancelledIfLate<Query extends { cancel(): void }>(query: Query): Query {
  const msMax = statementWaitMs()
  if (msMax !== undefined)
    setTimeout(() => {
      if (Reflect.get(query, 'state') === null) query.cancel()
    }, msMax).unref()
  return query
}

/** Rejects running and later statements. */
function endNow(client: postgres.Sql): void {
  client.end({ timeout: 0 }).catch(() => {})
}

/**
 * Keeps the process alive when a connection ends during the driver's own query for array types, whose promise nothing
 * awaits (`fetchArrayTypes` of postgres 3.4), or before a write that the driver has put off, whose socket is gone then
 * (`nextWrite`). The queries concerned are rejected. Any other unhandled error still ends the process.
 * @see https://github.com/porsager/postgres/issues/1066
 */
export function ignoreDriverErrors(log: Log): void {
  const unlessOfDriver = (isOfDriver: (error: unknown) => boolean) => (error: unknown) => {
    if (isOfDriver(error)) {
      log.debug('an error of the database driver itself', { error: String(error) })
      return
    }
    console.error(error)
    process.exit(1)
  }
  process.on('unhandledRejection', unlessOfDriver(isDatabaseUnavailable))
  process.on('uncaughtException', unlessOfDriver(isWriteWithoutSocket))
}

const isWriteWithoutSocket = (error: unknown) =>
  error instanceof TypeError && /^\s*at nextWrite\b/m.test(error.stack ?? '')
