import type { PGlite } from '@electric-sql/pglite'

/** The engine has stopped by itself, as on a full disk; the code is one of those by which a database is unavailable. */
export class EngineStopped extends Error {
  readonly code = 'CONNECTION_CLOSED'
  constructor(cause: unknown) {
    super('the database engine has stopped', { cause })
  }
}

type Call = (...args: unknown[]) => unknown

/**
 * PGlite's protocol loop ignores every exception, also the abort of a PANIC, and continues with an engine that holds its locks,
 * so that the next commit never returns (electric-sql/pglite#1058). Here that exception leaves the loop, and every later
 * statement is rejected with EngineStopped.
 * @throws Error when this version of PGlite is built otherwise
 */
export function rejectWhenStopped(client: PGlite, onStopped: (error: EngineStopped) => void): void {
  const engine = engineOf(client)
  const longJump: unknown = Reflect.get(client, 'POSTGRES_MAIN_LONGJMP')
  let stopped: EngineStopped | undefined
  const replace = (name: string, by: (call: Call) => Call) => {
    const call = engine[name]
    if (typeof call !== 'function')
      throw new Error(`Cannot guard the database engine as this version of PGlite has no ${name}`)
    engine[name] = by(call.bind(engine))
  }
  for (const name of ['_PostgresMainLoopOnce', '_PostgresMainLongJmp'])
    replace(name, (call) => (...args) => {
      if (stopped !== undefined) throw stopped
      try {
        return call(...args)
      } catch (cause) {
        if (Reflect.get(Object(cause), 'status') === longJump) throw cause
        stopped = new EngineStopped(cause)
        onStopped(stopped)
        throw stopped
      }
    })
  // The loop calls these in its catch: what the first throws leaves the loop.
  replace('stackRestore', (call) => (...args) => {
    if (stopped !== undefined) throw stopped
    return call(...args)
  })
  for (const name of ['_PostgresSendReadyForQueryIfNecessary', '_pgl_pq_flush'])
    replace(
      name,
      (call) =>
        (...args) =>
          stopped === undefined ? call(...args) : undefined,
    )
}

/** The one cast of PGlite's module: its members are checked where they are replaced. */
function engineOf(client: PGlite): Record<string, unknown> {
  return Reflect.get(client, 'mod') as Record<string, unknown>
}
