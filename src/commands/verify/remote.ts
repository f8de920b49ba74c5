import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import { createLog } from '../../kernel/runtime/log.ts'
import { readConfig } from '../../kernel/settings/config.ts'
import type { Schedule } from '../../milestone/chaos/schedule.ts'
import { VerificationAnswer } from '../../milestone/cycle/run-views.ts'
import { serve } from '../../serve.ts'

/** The service stopped answering; earlier results are valid. */
export class ConnectionLost extends Error {
  constructor(url: string, cause: unknown) {
    super(`Cannot reach ${url}: ${messageOf(cause)}`, { cause })
    this.name = 'ConnectionLost'
  }
}

/** A running service, used over its public API. Every call may reject with ConnectionLost. */
export type Remote = ReturnType<typeof createRemote>

export interface CycleResult extends VerificationAnswer {
  /** Of this run's recoveries, in milliseconds. */
  recoveryMs: number[]
}

const Recovery = t.Object({
  events: t.Array(
    t.Object({
      outcome: t.String(),
      latencyMs: t.Union([t.Integer(), t.Null()]),
      runId: t.Union([t.String(), t.Null()]),
    }),
  ),
})

const ttlSeconds = 20
const pollMs = 150
const endMsMax = 180_000
const answerMsMax = 60_000
/** For a service that answers 503, as one does that replaces its demo chain. */
const busyMsMax = 90_000

function createRemote(url: string, token: string | undefined) {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const exchange = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    try {
      const response = await fetch(url + path, {
        method,
        headers,
        signal: AbortSignal.timeout(answerMsMax),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { response, text: await response.text() }
    } catch (cause) {
      throw new ConnectionLost(url, cause)
    }
  }
  const request = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
    const giveUpAt = Date.now() + busyMsMax
    for (;;) {
      const { response, text } = await exchange(method, path, body)
      const waitSeconds = Number(response.headers.get('retry-after') ?? 1)
      const isBusy = response.status === 503 && Date.now() + 1000 * waitSeconds < giveUpAt
      if (response.status === 429 || isBusy) await Bun.sleep(1000 * waitSeconds)
      else if (response.ok) return JSON.parse(text)
      else
        throw new StartupError(
          `Cannot verify at ${url}${path}: HTTP ${response.status} ${text.slice(0, 300)}`,
        )
    }
  }
  return {
    /** Ends all active faults. */
    clear: async () => {
      await request('POST', '/api/chaos', { type: 'clear' })
    },
    /** Runs one cycle with these faults, waits for its end, and clears them. */
    async runCycle(schedule: Schedule): Promise<CycleResult> {
      for (const { type, probability, count, endpoint, steps, seed } of schedule) {
        await request('POST', '/api/chaos', { type, probability, count, endpoint, steps, seed, ttlSeconds })
      }
      let report = typed(VerificationAnswer, await request('POST', '/api/chaos/verify'))
      const deadline = Date.now() + endMsMax
      while (!report.finished && Date.now() < deadline) {
        await Bun.sleep(pollMs)
        report = typed(VerificationAnswer, await request('GET', `/api/chaos/runs/${report.runId}`))
      }
      await request('POST', '/api/chaos', { type: 'clear' })
      const { events } = typed(Recovery, await request('GET', '/api/recovery'))
      const recoveryMs = events.flatMap(({ outcome, latencyMs, runId }) =>
        runId === report.runId && outcome === 'success' && latencyMs !== null ? [latencyMs] : [],
      )
      return { ...report, recoveryMs }
    },
  }
}

function typed<Schema extends Parameters<typeof Value.Check>[0]>(
  schema: Schema,
  value: unknown,
): Static<Schema> {
  if (!Value.Check(schema, value))
    throw new StartupError('Cannot read an answer of the service: it has another shape')
  return value
}

/** The service at `endpoint`, or a new one in a temporary folder. */
export async function openService(
  endpoint: string | undefined,
): Promise<{ remote: Remote; close: () => Promise<void> }> {
  const token = process.env['OPERATOR_TOKEN']
  if (endpoint !== undefined) {
    if (!URL.canParse(endpoint))
      throw new StartupError(`Cannot use --endpoint as it must be a URL: current value is "${endpoint}"`)
    return { remote: createRemote(endpoint.replace(/\/+$/, ''), token), close: async () => {} }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-verify-'))
  const { DATABASE_URL: _, RPC_URLS: __, CONTRACTS_FILE: ___, ...environment } = process.env
  const config = readConfig({
    ...environment,
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_CHAOS_PER_MINUTE: '1000000',
  })
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  // A signal ends the process without `close`.
  process.on('exit', remove)
  const { url, stop } = await serve({
    config,
    log: createLog({ level: 'error', write: (text) => process.stderr.write(text) }),
    progress: { step: () => {}, move: () => {} },
    fresh: false,
    reindex: false,
  })
  return {
    remote: createRemote(url, token),
    close: async () => {
      await stop()
      remove()
    },
  }
}
