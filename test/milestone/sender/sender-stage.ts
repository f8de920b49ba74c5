import { afterAll } from 'bun:test'
import type { Hex } from 'viem'
import type { HookPoint, SenderHooks } from '../../../src/milestone/sender/sending.ts'
import { openTestPglite } from '../../support/databases.ts'
import {
  count,
  freshAccount,
  intercepted,
  plainProvider,
  senderOn,
  startCountingChain,
} from './sender-kit.ts'

export const deployment = 'counting'
/** A safety limit, which no machine reaches. */
export const soon = () => AbortSignal.timeout(100_000)

/** A chain and a database for the tests of one file. */
export async function setStage() {
  const chain = await startCountingChain()
  const { database, remove } = await openTestPglite()
  afterAll(async () => {
    await chain.stop()
    await remove()
  })
  let keysUsed = 0
  return {
    chain,
    database,
    /** An account and a counter that no other test touches. */
    fresh: async (options: { automine: boolean } = { automine: true }) => {
      await chain.automine(options.automine)
      keysUsed += 1
      const account = await freshAccount(chain)
      const [key, runId] = [keysUsed, `run ${keysUsed}`]
      /** Counts once, as the step of a run. */
      const order = (step = 'count') => ({ runId, step, ...count(chain, key, account), signal: soon() })
      return { account, key, runId, order }
    },
    sender: (options: Omit<Parameters<typeof senderOn>[2], 'deployment'> = {}) =>
      senderOn(chain, database, { deployment, ...options }),
    /** The chain, except for what `answer` answers itself. */
    chainExcept: (answer: Parameters<typeof intercepted>[1]) => intercepted(plainProvider(chain.rpc), answer),
  }
}

/** Does something the first time that a point is reached, and never again. */
export function once(at: HookPoint, act: (hash: Hex | undefined) => Promise<void>): SenderHooks {
  let isDone = false
  return {
    at: async (point, { hash }) => {
      if (point !== at || isDone) return
      isDone = true
      await act(hash)
    },
  }
}

/** What the recovery log would show: which events, and how they ended. */
export function outcomesOf({ events }: ReturnType<typeof senderOn>) {
  return events.map(({ event, outcome }) => `${event} ${outcome}`)
}
