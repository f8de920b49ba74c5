import type { Database } from '../../src/kernel/database/database.ts'
import { createLlm, type Llm, type LlmConfig, type LlmOptions } from '../../src/kernel/llm/llm.ts'
import { LlmFault } from '../../src/kernel/llm/llm-fault.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'

/**
 * A model at the given address with room for every call of a test, and so much time that only a limit which a test sets
 * can end one.
 */
export function llmAt(
  baseUrl: string,
  database: Pick<Database, 'query'>,
  changes: Partial<Omit<LlmOptions, 'config'>> & { config?: Partial<LlmConfig> } = {},
): Llm {
  const { config, limits, ...others } = changes
  return createLlm({
    database,
    log: silentLog,
    now: () => 1_770_000_000_000,
    ...others,
    limits: { totalMs: 3_600_000, databaseMsMax: 60_000, retryAfterMs: 1, ...limits },
    config: {
      baseUrl,
      apiKey: 'sk-test-1234567890',
      name: 'played',
      tokensPerCallerDay: 1_000_000_000,
      tokensPerDay: 1_000_000_000,
      ...config,
    },
  })
}

export async function faultOf(work: Promise<unknown>): Promise<LlmFault> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof LlmFault)) throw new Error(`no model fault: ${String(error)}`)
  return error
}
