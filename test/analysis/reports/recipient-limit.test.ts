import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createRecipientLimit } from '../../../src/analysis/reports/recipient-limit.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPglite } from '../../support/databases.ts'

let database: Database
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ database, remove } = await openTestPglite())
})
afterAll(() => remove())

test('of many letters at once to one mailbox as many go as a day has, whichever process takes them', async () => {
  const limits = [1, 2].map(() => createRecipientLimit({ database, log: silentLog, perDay: 4 }))
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, index) => limits[index % 2]?.take('ada@example.com')),
  )
  expect(taken.filter((allowed) => allowed === true)).toHaveLength(4)
  expect(await limits[0]?.take('ben@example.com')).toBe(true)
})

test('while the database does not answer, letters are counted in memory', async () => {
  const gone = { db: database.db, query: () => Promise.reject(new Error('gone')) }
  const limit = createRecipientLimit({ database: gone, log: silentLog, perDay: 2 })
  const taken = []
  for (let index = 0; index < 4; index += 1) taken.push(await limit.take('gone@example.com'))
  expect(taken).toEqual([true, true, false, false])
})
