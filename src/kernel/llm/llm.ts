import type { Database } from '../database/database.ts'
import { usualDatabaseMsMax } from '../database/rate-limit-store.ts'
import type { Log } from '../runtime/log.ts'
import { createBoundedFetch, type Fetch } from './bounded-fetch.ts'
import { createServiceBreaker } from './breaker.ts'
import { createCompletion } from './completion.ts'
import { LlmFault } from './llm-fault.ts'
import type { OpenAiService } from './openai-client.ts'
import { promptOf } from './prompt.ts'
import { createTokenBudget } from './token-budget.ts'

export interface LlmConfig extends OpenAiService {
  tokensPerCallerDay: number
  tokensPerDay: number
}

export interface LlmTask {
  /** Under what the tokens of the caller are counted. */
  caller: string
  /** Trusted text. */
  instructions: string
  /** Untrusted input of the instructions. The prompt fences it, so nothing in it can pass for an instruction. */
  data: unknown
  outputTokensMax: number
}

/** A language model that writes texts. It has no tools, and no call sees another. */
export type Llm = ReturnType<typeof createLlm>

export interface LlmOptions {
  config: LlmConfig
  database: Pick<Database, 'query'>
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  fetch?: Fetch
  limits?: Partial<LlmLimits>
}

export interface LlmLimits {
  /** For one text, the retry included. */
  totalMs: number
  retryAfterMs: number
  /** For one query of the database that counts the tokens. */
  databaseMsMax: number
  responseBytesMax: number
  inFlightMax: number
  faultsToOpen: number
  openMs: number
}

const usualLimits: LlmLimits = {
  totalMs: 5_000,
  retryAfterMs: 150,
  databaseMsMax: usualDatabaseMsMax,
  responseBytesMax: 65_536,
  inFlightMax: 16,
  faultsToOpen: 5,
  openMs: 30_000,
}

export function createLlm({ config, database, log, now, fetch, limits }: LlmOptions) {
  const { totalMs, responseBytesMax, inFlightMax, faultsToOpen, openMs, retryAfterMs, databaseMsMax } = {
    ...usualLimits,
    ...limits,
  }
  const complete = createCompletion({
    config,
    responseBytesMax,
    retryAfterMs,
    fetch: fetch ?? globalThis.fetch,
  })
  const budget = createTokenBudget({
    perCallerDay: config.tokensPerCallerDay,
    perDay: config.tokensPerDay,
    database,
    log,
    now,
    databaseMsMax,
  })
  const breaker = createServiceBreaker({
    faultsToOpen,
    openMs,
    now,
    onChange: (state) =>
      state === 'open'
        ? log.warn('llm calls suspended after repeated faults', { openMs })
        : log.info('llm calls resumed'),
  })
  const probe = () => checkReachable({ config, responseBytesMax, totalMs, fetch: fetch ?? globalThis.fetch })
  const health = createHealth({ now, keptMs: openMs, probe })
  let inFlight = 0
  const settling = new Set<Promise<void>>()

  const write = async ({ caller, instructions, data, outputTokensMax }: LlmTask) => {
    const startedAt = performance.now()
    const prompt = promptOf(instructions, data)
    // Before tokens are reserved for a call that would be refused.
    breaker.check()
    const reservation = await budget.reserve(caller, prompt.tokensMax + outputTokensMax)
    let spent: number | undefined
    try {
      return await breaker.run(async () => {
        const remainingMs = totalMs - (performance.now() - startedAt)
        const { text, tokens } = await complete({ ...prompt, outputTokensMax, totalMs: remainingMs })
        spent = tokens
        health.note(undefined)
        return text
      })
    } catch (error) {
      if (error instanceof LlmFault && error.kind !== 'circuit_open') health.note(error)
      if (error instanceof LlmFault && isFree(error)) spent = 0
      throw error
    } finally {
      if (spent !== undefined) {
        const settled = reservation.settle(spent).finally(() => settling.delete(settled))
        settling.add(settled)
      }
    }
  }
  return {
    get state(): 'closed' | 'open' | 'half-open' {
      return breaker.state
    },
    /**
     * The model's text as it came: untrusted.
     * @throws LlmFault within the time limit
     */
    async write(task: LlmTask) {
      if (inFlight >= inFlightMax) throw new LlmFault('busy', { retryAfterSeconds: 2 })
      inFlight += 1
      try {
        return await write(task)
      } finally {
        inFlight -= 1
      }
    },
    /**
     * Checks by the last call, or by a probe without tokens, that the model answers.
     * @throws LlmFault when it does not
     */
    async check() {
      breaker.check()
      await health.check()
    },
    /** Resolves when all spent tokens are counted. Await it before the database closes. */
    settle: async () => {
      await Promise.allSettled(settling)
    },
  }
}

/** An error status, a refused connection and an open breaker cost no tokens; a call that was cut off may have. */
function isFree({ kind, isUnanswered }: LlmFault): boolean {
  return kind === 'http_status' || kind === 'circuit_open' || (kind === 'connection' && isUnanswered)
}

/**
 * Requests the list of models and ignores what it holds: that costs no tokens.
 * @throws LlmFault when the service does not answer or refuses the key
 */
export async function checkReachable(options: {
  config: Pick<OpenAiService, 'baseUrl' | 'apiKey'>
  responseBytesMax: number
  totalMs: number
  fetch: Fetch
}): Promise<void> {
  const { config, responseBytesMax, totalMs } = options
  const fetch = createBoundedFetch({ fetch: options.fetch, bytesMax: responseBytesMax })
  const signal = AbortSignal.timeout(Math.ceil(totalMs))
  const headers = config.apiKey === undefined ? {} : { authorization: `Bearer ${config.apiKey}` }
  try {
    const { status } = await fetch(`${config.baseUrl.replace(/\/+$/, '')}/models`, { headers, signal })
    if (status === 401 || status >= 500) throw new LlmFault('http_status', { httpStatus: status })
  } catch (error) {
    if (signal.aborted) throw new LlmFault('timeout')
    if (!(error instanceof LlmFault)) throw new LlmFault('connection')
    // A list that is too long, compressed or elsewhere still shows a service that answers.
    const { kind, httpStatus = 500 } = error
    if (kind === 'connection' || (kind === 'http_status' && (httpStatus === 401 || httpStatus >= 500)))
      throw error
  }
}

/** Health of a service by its last call, or by a probe when that was too long ago. */
export function createHealth(options: {
  now: () => number
  /** How long an outcome counts. */
  keptMs: number
  /** @throws LlmFault when the service fails */
  probe: () => Promise<void>
}) {
  const { now, keptMs, probe } = options
  let last: { at: number; fault: LlmFault | undefined } | undefined
  let probing: Promise<void> | undefined

  const note = (fault: LlmFault | undefined) => {
    last = { at: now(), fault }
  }
  const runProbe = async () => {
    try {
      await probe()
      note(undefined)
    } catch (error) {
      note(error instanceof LlmFault ? error : new LlmFault('malformed'))
    }
  }
  return {
    /** Records the outcome of a call: its fault, or undefined for a success. */
    note,
    /** @throws LlmFault when the service fails */
    async check() {
      if (last === undefined || now() - last.at >= keptMs) {
        // Concurrent checks share one probe.
        probing ??= runProbe().finally(() => {
          probing = undefined
        })
        await probing
      }
      if (last?.fault !== undefined) throw last.fault
    },
  }
}
