import type { Database } from '../database/database.ts'
import { usualDatabaseMsMax } from '../database/rate-limit-store.ts'
import type { Log } from '../runtime/log.ts'
import type { Fetch } from './bounded-fetch.ts'
import { createBreaker } from './breaker.ts'
import { createCompletion } from './completion.ts'
import { createHealth } from './health.ts'
import { ModelFault } from './llm-fault.ts'
import { promptOf } from './prompt.ts'
import { reachModel } from './reach.ts'
import { createTokenBudget } from './token-budget.ts'

/** One model of a service with OpenAI's API. */
export interface ModelService {
  /** Such as `https://api.openai.com/v1`. */
  baseUrl: string
  /** Undefined for services that want none. */
  apiKey: string | undefined
  /** Name of the model. */
  name: string
}

export interface ModelConfig extends ModelService {
  tokensPerCallerDay: number
  tokensPerDay: number
}

export interface ModelTask {
  /** Who asks, as a hash. */
  caller: string
  /** What to do, in words of ours alone. */
  instructions: string
  /** What to do it with. It is fenced in the prompt, so nothing in it can pass for an instruction of ours. */
  data: unknown
  outputTokensMax: number
}

/** A language model that writes texts. It is offered no tools and remembers nothing. */
export interface Model {
  /**
   * One text, as the model wrote it: it is not to be trusted.
   * @throws ModelFault within the time limit when there is none
   */
  write(task: ModelTask): Promise<string>
  /**
   * Whether the model would answer, without a token spent: known from the last call, or else by asking whether anybody
   * is there.
   * @throws ModelFault when the model fails
   */
  check(): Promise<void>
  readonly state: 'closed' | 'open' | 'probing'
  /** When what was spent is counted: before the database closes, and in tests. */
  settle(): Promise<void>
}

export interface ModelOptions {
  config: ModelConfig
  database: Pick<Database, 'rows'>
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  fetch?: Fetch
  limits?: Partial<ModelLimits>
}

export interface ModelLimits {
  /** For everything, the second try included. */
  totalMs: number
  secondTryAfterMs: number
  /** For one answer of the database that counts the tokens. */
  databaseMsMax: number
  responseBytesMax: number
  inFlightMax: number
  faultsToOpen: number
  restMs: number
}

const usualLimits: ModelLimits = {
  totalMs: 5_000,
  secondTryAfterMs: 150,
  databaseMsMax: usualDatabaseMsMax,
  responseBytesMax: 65_536,
  inFlightMax: 16,
  faultsToOpen: 5,
  restMs: 30_000,
}

export function createModel({ config, database, log, now, fetch, limits }: ModelOptions): Model {
  const { totalMs, responseBytesMax, inFlightMax, faultsToOpen, restMs, secondTryAfterMs, databaseMsMax } = {
    ...usualLimits,
    ...limits,
  }
  const complete = createCompletion({
    config,
    responseBytesMax,
    secondTryAfterMs,
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
  const breaker = createBreaker({
    faultsToOpen,
    restMs,
    now,
    onChange: (state) =>
      state === 'open'
        ? log.warn('the model is left alone as it keeps failing', { restMs })
        : log.info('the model answers again'),
  })
  const askWhetherThere = () =>
    reachModel({ config, responseBytesMax, totalMs, fetch: fetch ?? globalThis.fetch })
  const health = createHealth({ now, keptMs: restMs, probe: askWhetherThere })
  let inFlight = 0
  const settling = new Set<Promise<void>>()

  const write = async ({ caller, instructions, data, outputTokensMax }: ModelTask) => {
    const startedAt = performance.now()
    const prompt = promptOf(instructions, data)
    // Nothing is counted for a call that the breaker refuses anyway.
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
      if (error instanceof ModelFault && error.kind !== 'resting') health.note(error)
      if (error instanceof ModelFault && isFree(error)) spent = 0
      throw error
    } finally {
      if (spent !== undefined) {
        const settled = reservation.settle(spent).finally(() => settling.delete(settled))
        settling.add(settled)
      }
    }
  }
  return {
    get state() {
      return breaker.state
    },
    async write(task) {
      if (inFlight >= inFlightMax) throw new ModelFault('busy', { retryAfterSeconds: 2 })
      inFlight += 1
      try {
        return await write(task)
      } finally {
        inFlight -= 1
      }
    },
    async check() {
      breaker.check()
      await health.check()
    },
    settle: async () => {
      await Promise.allSettled(settling)
    },
  }
}

/** Whoever answers with an error, is not asked or is not there has used no tokens; whoever is cut off may have. */
function isFree({ kind, isUnanswered }: ModelFault): boolean {
  return kind === 'http_status' || kind === 'resting' || (kind === 'connection' && isUnanswered)
}
