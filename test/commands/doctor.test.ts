import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analysisError } from '../../src/analysis/errors.ts'
import { databaseCheck } from '../../src/commands/doctor/database.ts'
import { dataFolderCheck, sharpCheck } from '../../src/commands/doctor/machine.ts'
import { type Check, formatReport, runChecks } from '../../src/commands/doctor/report.ts'
import { adviceFor, lateFinding } from '../../src/commands/doctor/scan.ts'
import { checksFor } from '../../src/commands/doctor.ts'
import { StartupError } from '../../src/kernel/runtime/errors.ts'
import { version } from '../../src/kernel/runtime/version.ts'

const scratch = mkdtempSync(join(tmpdir(), 'cairn-doctor-test-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const fine: Check = { name: 'fine', required: true, run: async () => ({ state: 'ok', detail: 'works' }) }
const absent: Check = {
  name: 'absent',
  required: false,
  run: async () => ({ state: 'missing', detail: 'not here', advice: 'Install it' }),
}

test('a machine without an optional part is fine, and one without a required part is not', async () => {
  expect(await runChecks({ checks: [fine, absent], checkMsMax: 1000 })).toMatchObject({ ok: true, version })
  const report = await runChecks({ checks: [fine, { ...absent, required: true }], checkMsMax: 1000 })
  expect(report.ok).toBe(false)
})

test('the report has the finding and the advice for every part', async () => {
  expect(formatReport(await runChecks({ checks: [fine, absent], checkMsMax: 1000 }))).toBe(
    `cairn ${version}

ok       fine    works
missing  absent  not here
                 Optional: Install it

Everything required is here.
`,
  )
})

test('a check that throws or never ends is a problem, and the others are reported', async () => {
  const throwing: Check = {
    name: 'throwing',
    required: true,
    run: () => Promise.reject(new StartupError('Cannot open it: no such file. Create it')),
  }
  const stuck: Check = { name: 'stuck', required: true, run: () => new Promise(() => {}) }
  const { checks } = await runChecks({ checks: [throwing, stuck, fine], checkMsMax: 20 })
  expect(checks).toEqual([
    {
      name: 'throwing',
      required: true,
      state: 'problem',
      detail: 'Cannot open it: no such file',
      advice: 'Create it',
    },
    {
      name: 'stuck',
      required: true,
      state: 'problem',
      detail: 'no answer within 0.02 s',
      advice: 'Try again on a quieter machine',
    },
    { name: 'fine', required: true, state: 'ok', detail: 'works' },
  ])
})

test('the advice for a machine that is too slow is to make it quieter', () => {
  expect(lateFinding(analysisError('scan_failed', 'timeout')).state).toBe('problem')
  expect(lateFinding(analysisError('scan_failed', 'timeout'))).toMatchObject({
    advice: expect.stringContaining('quieter machine'),
  })
  expect(() => lateFinding(analysisError('scan_failed', 'dns'))).toThrow()
  expect(adviceFor('"/usr/bin/chromium" cannot be used: The browser did not start within 10 s')).toStartWith(
    'Try again on a quieter machine',
  )
})

test('a PNG is drawn, read back and compared', async () => {
  expect(await sharpCheck.run()).toEqual({
    state: 'ok',
    detail: expect.stringMatching(/^sharp \d.*, libvips \d.*, drew a PNG of 64 × 48 with every pixel right$/),
  })
})

const lookAtOpenFiles = `
  const { openFilesCheck } = await import('${join(import.meta.dir, '../../src/commands/doctor/machine.ts')}')
  console.log(JSON.stringify(await openFilesCheck.run()))`

test.each([
  [
    'a soft limit is raised to the hard one',
    'ulimit -Sn 256; ulimit -Hn 4096',
    { state: 'ok', detail: /^4096 / },
  ],
  [
    'a low hard limit is a problem',
    'ulimit -n 1024',
    { state: 'problem', detail: /^1024 .* new one waiting$/ },
  ],
])('open files: %s', (_, limits, expected) => {
  const run = ['sh', '-c', `${limits}; exec "$0" -e "$1"`, process.execPath, lookAtOpenFiles]
  const found = JSON.parse(Bun.spawnSync(run).stdout.toString())
  expect(found).toMatchObject({ ...expected, detail: expect.stringMatching(expected.detail) })
})

test('a data folder is judged without being created', async () => {
  const dataDir = join(scratch, 'not/yet/there')
  expect(await dataFolderCheck(dataDir).run()).toEqual({
    state: 'ok',
    detail: expect.stringContaining(`"${dataDir}" can be created`),
  })
  writeFileSync(join(scratch, 'file'), '')
  expect(await dataFolderCheck(join(scratch, 'file/data')).run()).toMatchObject({
    state: 'problem',
    detail: `"${join(scratch, 'file')}" cannot be written: it is not a folder`,
  })
  expect(readdirSync(scratch)).toEqual(['file'])
})

test('a database that cannot be reached is a problem with its reason', async () => {
  const check = databaseCheck({
    databaseUrl: 'postgres://someone:secret@127.0.0.1:1/nothing',
    dataDir: scratch,
  })
  const { checks } = await runChecks({ checks: [check], checkMsMax: 100_000 })
  expect(checks[0]).toMatchObject({ state: 'problem', detail: expect.stringContaining('ECONNREFUSED') })
  expect(JSON.stringify(checks)).not.toContain('secret')
})

test('a wrong setting is reported and leaves the others in force', async () => {
  const environment = {
    PORT: 'many',
    DATA_DIR: scratch,
    RPC_URLS: 'http://127.0.0.1:1',
    CONTRACTS_FILE: 'contracts.json',
  }
  const checks = checksFor(environment)
  const named = (name: string) => checks.find((check) => check.name === name)
  expect(await named('settings')?.run()).toMatchObject({
    state: 'problem',
    detail: expect.stringContaining('Cannot use PORT'),
  })
  expect(await named('data folder')?.run()).toMatchObject({
    detail: expect.stringContaining(`"${scratch}"`),
  })
  expect(named('anvil')?.required).toBe(false)
})
