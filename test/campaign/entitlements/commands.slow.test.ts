import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createCallerKeys } from '../../../src/campaign/entitlements/caller-keys.ts'
import { lockDataDir } from '../../../src/kernel/database/data-dir.ts'
import { cairnCommand, cairnEnvironment } from '../../support/cairn-process.ts'
import { openTestPostgres } from '../../support/databases.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'

const folder = mkdtempSync(join(quickTmpdir(), 'cairn-keys-'))
let postgres: TestPostgres
let databaseUrl = ''
beforeAll(async () => {
  postgres = await startPostgres()
  databaseUrl = await postgres.createDatabase()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function cairn(words: readonly string[], settings: Record<string, string> = {}) {
  const child = Bun.spawn([...cairnCommand, ...words], {
    cwd: folder,
    env: { ...cairnEnvironment, DATABASE_URL: databaseUrl, ...settings },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

test('a key is made, shown once, listed without itself, revoked, and all of that is in the audit log', async () => {
  const made = await cairn(['key', 'create', '--caller', 'agency', '--plan', 'trial'])
  expect([made.code, made.out]).toEqual([0, expect.stringMatching(/^cairn_[\w-]{43}\n$/)])
  const key = made.out.trim()
  const id = /\bk_[\w-]{12}/.exec(made.err)?.[0] ?? ''
  const database = await openTestPostgres(databaseUrl)
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const keys = createCallerKeys({ db: database.db, now: Date.now, random })
  expect(await keys.callerOf(key)).toEqual({ id: 'agency', keyId: id })

  const listed = await cairn(['key', 'list'])
  expect([listed.code, listed.code === 0 ? '' : listed.err]).toEqual([0, ''])
  expect(listed.out).toMatch(new RegExp(`^ID .*\\n${id}  agency  trial  20[\\d-]+T[\\d:.]+Z  -\\n$`))

  const revoked = await cairn(['key', 'revoke', id])
  expect([revoked.code, revoked.out]).toEqual([0, expect.stringContaining(`${id} revoked at 20`)])
  expect(await keys.callerOf(key)).toBeUndefined()
  await database.close()

  const [unknown, audit] = await Promise.all([
    cairn(['key', 'revoke', 'k_unknown']),
    cairn(['audit', '--since', '2026-01-01', '--limit', '2', '--json']),
  ])
  expect(unknown).toEqual({ code: 1, out: '', err: expect.stringMatching(/^Cannot revoke [^\n]+\n$/) })
  const entries = audit.out.trimEnd().split('\n')
  expect(entries.map((line) => JSON.parse(line))).toMatchObject([
    { actor: 'command-line', action: 'plan.grant', target: 'agency', details: { plan: 'trial' } },
    { actor: 'command-line', action: 'key.revoke', target: id, details: { caller: 'agency' } },
  ])
  for (const { out, err } of [listed, revoked, audit]) expect(out + err).not.toContain(key.slice(6))
})

test('a data folder that a server has open is refused in one line that names the remedy', async () => {
  const held = join(folder, 'held')
  const unlock = lockDataDir(held)
  const { code, out, err } = await cairn(['key', 'list'], { DATABASE_URL: '', DATA_DIR: held })
  unlock()
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(
    /^Cannot open the database [^\n]+ stop that one first, or [^\n]+\(DATABASE_URL\)[^\n]+\n$/,
  )
})
