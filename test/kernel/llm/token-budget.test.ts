import { afterAll, describe, expect, test } from 'bun:test'
import { LlmFault } from '../../../src/kernel/llm/llm-fault.ts'
import { promptOf } from '../../../src/kernel/llm/prompt.ts'
import { createTokenBudget, type TokenBudget } from '../../../src/kernel/llm/token-budget.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { faultOf, llmAt } from '../../support/llm-kit.ts'
import { completion, startLlmServer } from '../../support/llm-server.ts'
import { openBothDatabases } from '../../support/open-both-databases.ts'
import { startPostgres } from '../../support/postgres.ts'

const dayMs = 86_400_000
/** Far beyond what the slowest machine needs. */
const databaseMsMax = 60_000
/** How many requests are concurrent. */
const crowd = 60
const noon = Date.UTC(2026, 4, 4, 12)

const task = { caller: 'ada', instructions: 'Say hello.', data: {}, outputTokensMax: 10 }
const mostPerCall = promptOf(task.instructions, task.data).tokensMax + task.outputTokensMax

const cluster = await startPostgres()
const postgresUrl = await cluster.createDatabase()

/** How many of so many concurrent reservations are granted. */
async function granted(budgets: readonly TokenBudget[], count: number, tokens: number, callers = ['ada']) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      budgets[index % budgets.length]?.reserve(callers[index % callers.length] ?? '', tokens),
    ),
  )
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof LlmFault)) throw outcome.reason
    if (outcome.status === 'rejected') expect(outcome.reason.kind).toBe('budget')
  }
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

const kinds = await openBothDatabases(postgresUrl)
afterAll(() => cluster.stop())

describe.each(kinds)('on %s', (_, database) => {
  let day = 0
  /** Each budget on a day of its own, so that no test meets what another spent. */
  const budgetOf = (perCallerDay: number, perDay: number) => {
    day += 10
    let time = noon + day * dayMs
    const budget = createTokenBudget({
      perCallerDay,
      perDay,
      database,
      log: silentLog,
      databaseMsMax,
      now: () => time,
    })
    return {
      budget,
      pass: (ms: number) => {
        time += ms
      },
    }
  }

  test('a caller is granted exactly the tokens of a day, however many requests are concurrent', async () => {
    const { budget } = budgetOf(1_000, 1_000_000)
    expect(await granted([budget], crowd, 90)).toBe(11)
    expect(await granted([budget], 1, 11)).toBe(0)
    expect(await granted([budget], 1, 10)).toBe(1)
    expect(await granted([budget], 1, 90, ['ben'])).toBe(1)
  })

  test('callers of one IPv6 network of 48 bits are granted eight times what one of them has', async () => {
    const { budget } = budgetOf(100, 1_000_000)
    const callers = Array.from({ length: crowd }, (__, index) => `v6:network:${index}`)
    expect(await granted([budget], crowd, 100, callers)).toBe(8)
    expect(await granted([budget], 1, 100, ['v6:other:1'])).toBe(1)
  })

  test('all callers together are granted what a day has', async () => {
    const { budget } = budgetOf(1_000, 1_000)
    const callers = Array.from({ length: crowd / 2 }, (__, index) => `caller ${index}`)
    expect(await granted([budget], crowd, 90, callers)).toBe(11)
  })

  test('tokens that exceed the limit of all callers are not charged to the one', async () => {
    const { budget, pass } = budgetOf(100, 150)
    expect(await granted([budget], 1, 100, ['ada'])).toBe(1)
    expect(await granted([budget], 3, 100, ['ben'])).toBe(0)
    expect(await granted([budget], 1, 50, ['ben'])).toBe(1)
    pass(dayMs)
    expect(await granted([budget], 1, 100, ['ben'])).toBe(1)
  })

  test('unspent tokens are returned, and overspent ones charged', async () => {
    const { budget } = budgetOf(100, 1_000)
    await (await budget.reserve('ada', 100)).settle(30)
    await (await budget.reserve('ada', 70)).settle(90)
    expect(await granted([budget], 1, 1)).toBe(0)
  })

  test('a new day has all its tokens, and a refusal has the seconds until then', async () => {
    const { budget, pass } = budgetOf(100, 1_000)
    await budget.reserve('ada', 100)
    const fault = await faultOf(budget.reserve('ada', 1))
    expect({ kind: fault.kind, seconds: fault.retryAfterSeconds }).toEqual({
      kind: 'budget',
      seconds: 43_200,
    })
    pass(dayMs / 2 - 1)
    expect((await faultOf(budget.reserve('ada', 1))).retryAfterSeconds).toBe(1)
    pass(1)
    expect(await granted([budget], 1, 100)).toBe(1)
  })

  test('a model spends what its service counts, and at most what is granted', async () => {
    day += 10
    const now = () => noon + day * dayMs
    const server = startLlmServer(() => 'Hello.')
    const config = { tokensPerCallerDay: mostPerCall + 250 }
    const llm = llmAt(server.baseUrl, database, { now, config })
    for (let call = 0; call < 3; call += 1) {
      await llm.write(task)
      await llm.settle()
    }
    // Each call cost 100: a fourth could cost more than the 250 - 300 + mostPerCall that are left.
    expect((await faultOf(llm.write(task))).kind).toBe('budget')
    expect(server.prompts).toHaveLength(3)
    await server.stop()
  })

  test('a call that the service refuses costs nothing; one without a count costs all that was set aside', async () => {
    day += 10
    const now = () => noon + day * dayMs
    const server = startLlmServer(() => new Response('', { status: 401 }))
    const llm = llmAt(server.baseUrl, database, { now, config: { tokensPerCallerDay: mostPerCall } })
    for (let call = 0; call < 3; call += 1) {
      expect((await faultOf(llm.write(task))).kind).toBe('http_status')
      await llm.settle()
    }
    server.play(() => completion('Hello.', { usage: undefined }))
    expect(await llm.write(task)).toBe('Hello.')
    await llm.settle()
    expect((await faultOf(llm.write(task))).kind).toBe('budget')
    await server.stop()
  })
})

test('two processes on one PostgreSQL share the tokens of a day', async () => {
  const databases = await Promise.all([openTestPostgres(postgresUrl), openTestPostgres(postgresUrl)])
  const budgets = databases.map((database) =>
    createTokenBudget({
      perCallerDay: 1_000,
      perDay: 5_000,
      database,
      log: silentLog,
      databaseMsMax,
      now: () => noon,
    }),
  )
  expect(await granted(budgets, crowd, 90)).toBe(11)
  await Promise.all(databases.map((database) => database.close()))
})

test.each([
  ['is gone', () => Promise.reject(new Error('connection refused'))],
  ['never answers', () => new Promise<never>(() => {})],
])('a database that %s spends nothing', async (_, query) => {
  const server = startLlmServer(() => 'Hello.')
  const llm = llmAt(server.baseUrl, { query }, { limits: { databaseMsMax: 100 } })
  expect((await faultOf(llm.write(task))).kind).toBe('uncounted')
  expect(server.prompts).toHaveLength(0)
  await server.stop()
})
