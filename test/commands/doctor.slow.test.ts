import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../src/analysis/scan/browser/find-chromium.ts'
import { databaseCheck } from '../../src/commands/doctor/database.ts'
import { runChecks } from '../../src/commands/doctor/report.ts'
import { chromiumCheck } from '../../src/commands/doctor/scan.ts'
import { lockDataDir } from '../../src/kernel/database/data-dir.ts'
import { openDatabase } from '../../src/kernel/database/open-database.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { skipWithoutChromium } from '../support/chromium.ts'

const scratch = mkdtempSync(join(tmpdir(), 'cairn-doctor-test-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

async function findingAt(dataDir: string) {
  const checks = [databaseCheck({ databaseUrl: undefined, dataDir })]
  return (await runChecks({ checks, checkMsMax: 100_000 })).checks[0]
}

test('a database with a schema of a newer version is a problem, and one in use is not opened', async () => {
  const dataDir = join(scratch, 'used')
  const finding = () => findingAt(dataDir)
  expect(await finding()).toMatchObject({ state: 'ok', detail: expect.stringContaining('temporary folder') })
  expect(existsSync(dataDir)).toBe(false)

  const unlock = lockDataDir(dataDir)
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: silentLog })
  expect(await finding()).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('has that of DATA_DIR open'),
  })
  await database.query(`insert into cairn_migrations (name) values ('9999_later')`)
  await database.close()
  unlock()

  expect(await finding()).toMatchObject({
    state: 'problem',
    detail: expect.stringContaining('a newer version has applied 9999_later'),
  })
})

test('a data folder that cannot be locked is a problem, and an empty database folder stays empty', async () => {
  const dataDir = join(scratch, 'unusable')
  mkdirSync(join(dataDir, 'pglite'), { recursive: true })
  const finding = () => findingAt(dataDir)
  expect(await finding()).toMatchObject({ state: 'ok', detail: expect.stringContaining('temporary folder') })
  expect(readdirSync(join(dataDir, 'pglite'))).toEqual([])

  writeFileSync(join(dataDir, 'pglite/PG_VERSION'), '17')
  mkdirSync(join(dataDir, 'lock'))
  expect(await finding()).toMatchObject({
    state: 'problem',
    detail: expect.stringContaining('its file "lock" cannot be locked'),
  })
})

describe.skipIf(skipWithoutChromium(import.meta.path))('with a browser that can be confined', () => {
  test('the doctor reports its version, its working sandbox, and the limits of all browsers', async () => {
    expect(await chromiumCheck(undefined).run()).toEqual({
      state: 'ok',
      detail: expect.stringMatching(
        /^\w+\/\d+\.\S+ at \/.+, confined by its sandbox; at most [12] at a time, \d+ MB together$/,
      ),
    })
    expect(await chromiumCheck(findChromium()).run()).toMatchObject({ state: 'ok' })
  })
})

test('a browser that does not run is a problem with its reason', async () => {
  expect(await chromiumCheck('/bin/false').run()).toMatchObject({
    state: 'problem',
    detail: expect.stringContaining('"/bin/false" cannot be used'),
  })
})
