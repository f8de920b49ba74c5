import type { Database } from '../../src/kernel/database/database.ts'
import { createModel, type Model, type ModelConfig, type ModelOptions } from '../../src/kernel/llm/llm.ts'
import { ModelFault } from '../../src/kernel/llm/llm-fault.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'

/**
 * A model at the given address with room for every call of a test, and so much time that only a limit which a test sets
 * can end one.
 */
export function modelAt(
  baseUrl: string,
  database: Pick<Database, 'rows'>,
  changes: Partial<Omit<ModelOptions, 'config'>> & { config?: Partial<ModelConfig> } = {},
): Model {
  const { config, limits, ...others } = changes
  return createModel({
    database,
    log: silentLog,
    now: () => 1_770_000_000_000,
    ...others,
    limits: { totalMs: 3_600_000, databaseMsMax: 60_000, secondTryAfterMs: 1, ...limits },
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

export async function faultOf(work: Promise<unknown>): Promise<ModelFault> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ModelFault)) throw new Error(`no model fault: ${String(error)}`)
  return error
}
