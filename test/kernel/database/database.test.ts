import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/kernel/database/database.ts'
import { type Migration, migrate, migrations } from '../../../src/kernel/database/migrations.ts'
import { connectDatabase, openDatabase } from '../../../src/kernel/database/open-database.ts'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { version } from '../../../src/kernel/runtime/version.ts'
import { databasesWith, openTestPostgres } from '../../support/databases.ts'
import { startPostgres } from '../../support/postgres.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'

const cluster = await startPostgres()
const postgresUrl = await cluster.createDatabase()
afterAll(() => cluster.stop())

const kinds = databasesWith(() => postgresUrl)

describe.each(kinds)('%s', (kind, open) => {
  let database: Database
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ database, remove } = await open())
    await database.db.execute(
      sql`create table if not exists notes (id integer primary key, body text not null)`,
    )
  })
  afterAll(() => remove())
  afterEach(async () => {
    await database.db.execute(sql`truncate notes`)
  })
  const notes = () => database.rows<{ id: number; body: string }>(sql`select id, body from notes order by id`)

  test('it has its kind, and answers a ping', async () => {
    expect(database.kind).toBe(kind === 'PGlite' ? 'pglite' : 'postgres')
    await database.ping()
  })

  test('rows come back as objects, with any text whole', async () => {
    const body = 'ünï "quoted" \\ \'; drop table notes; -- \u2028 😀'
    await database.db.execute(sql`insert into notes values (1, ${body})`)
    expect(await notes()).toEqual([{ id: 1, body }])
    expect(await database.rows(sql`select 1 where false`)).toEqual([])
  })

  test('a statement of a library takes parameters of every kind', async () => {
    const rows = await database.query(
      `select $1::text as text, $2::integer + 1 as number, $3::boolean as flag, $4::text is null as nothing,
        cardinality($5::uuid[]) as ids, $6::jsonb ->> 'a' as member`,
      ["it's", 41, true, null, [crypto.randomUUID(), crypto.randomUUID()], '{"a":"b"}'],
    )
    expect(rows).toEqual([{ text: "it's", number: 42, flag: true, nothing: true, ids: 2, member: 'b' }])
  })

  test('several statements of a library run as one transaction, and give all their rows', async () => {
    const rows = await database.query(
      `insert into notes values (1, 'a') returning id; insert into notes values (2, 'b') returning body`,
    )
    expect(rows).toEqual([{ id: 1 }, { body: 'b' }])
    await expect(
      database.query(`insert into notes values (3, 'c'); insert into notes values (1, 'again')`),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await notes()).toHaveLength(2)
  })

  test('a transaction that throws leaves nothing behind', async () => {
    const failing = database.db.transaction(async (transaction) => {
      await transaction.execute(sql`insert into notes values (1, 'a')`)
      expect(await database.rows(sql`select id from notes`, transaction)).toEqual([{ id: 1 }])
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await notes()).toEqual([])
  })

  test('a notification wakes the listener of its channel alone, until it stops listening', async () => {
    const woken: string[] = []
    const awake = Promise.withResolvers<void>()
    const stopA = await database.listen('cairn_Head.1', () => {
      woken.push('a')
      awake.resolve()
    })
    const stopB = await database.listen('cairn_other', () => void woken.push('b'))
    await database.notify('cairn_Head.1')
    await awake.promise
    await stopA()
    const last = Promise.withResolvers<void>()
    const stopC = await database.listen('cairn_last', last.resolve)
    await database.notify('cairn_Head.1')
    await database.notify('cairn_last')
    await last.promise
    expect(woken).toEqual(['a'])
    await stopB()
    await stopC()
  })

  const step = (name: string, ...statements: string[]): Migration => ({ name, statements })
  const dropSteps = async () => {
    await database.db.execute(sql`drop table if exists first, second`)
    await database.db.execute(sql`delete from cairn_migrations where name like 'test%'`)
  }

  test('the schema is up to date after opening, and every built-in migration is known as applied', async () => {
    expect(await migrate(database)).toEqual([])
    const rows = await database.rows<{ name: string }>(sql`select name from cairn_migrations order by name`)
    expect(rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name).sort())
  })

  test('only what is missing is applied, in the order of the list', async () => {
    const first = step('test1', 'create table first (a integer)', 'insert into first values (1)')
    const second = step('test2', 'create table second as select a + 1 as b from first')
    expect(await migrate(database, [...migrations, first])).toEqual(['test1'])
    expect(await migrate(database, [...migrations, first, second])).toEqual(['test2'])
    expect(await migrate(database, [...migrations, first, second])).toEqual([])
    expect(await database.rows(sql`select b from second`)).toEqual([{ b: 2 }])
    await dropSteps()
  })

  test('a migration that fails takes back the whole run and can be tried again', async () => {
    const first = step('test1', 'create table first (a integer)')
    const broken = step('test2', 'create table second (a integer)', 'select nonsense')
    await expect(migrate(database, [...migrations, first, broken])).rejects.toThrow()
    expect(await database.rows(sql`select to_regclass('first')::text as name`)).toEqual([{ name: null }])
    const second = step('test2', 'create table second (a integer)')
    expect(await migrate(database, [...migrations, first, second])).toEqual(['test1', 'test2'])
    await dropSteps()
  })

  test('a schema that a newer version has changed is refused with a line that names the change', async () => {
    await migrate(database, [...migrations, step('test1', 'create table first (a integer)')])
    await expect(migrate(database)).rejects.toThrow(
      new StartupError(
        `Cannot use this database as its schema must be no newer than cairn ${version}: a newer version has applied test1. Run that version, or restore a backup from before it`,
      ),
    )
    await dropSteps()
  })

  test('a schema of before the first release is refused with a line that names the way to start over', async () => {
    const [first] = migrations
    await database.db.execute(sql`update cairn_migrations set name = '0000_init' where name = ${first?.name}`)
    await expect(migrate(database)).rejects.toThrow(
      new StartupError(
        `Cannot use this database as cairn ${version} cannot upgrade its schema: an unreleased version made it. ${
          kind === 'PGlite'
            ? 'Set DATA_DIR to another folder, or remove the folder "pglite" in it to start with an empty database'
            : 'Set DATABASE_URL to an empty database'
        }`,
      ),
    )
    await database.db.execute(sql`update cairn_migrations set name = ${first?.name} where name = '0000_init'`)
  })
})

test.each([
  ['PGlite', async () => undefined],
  ['PostgreSQL', () => cluster.createDatabase()],
])(
  'on %s versions of kits get the owner of their kit when each caller gets ids of its own',
  async (_, createDatabase) => {
    const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-migration-'))
    const old = await connectDatabase({ databaseUrl: await createDatabase(), dataDir, log: silentLog })
    await migrate(
      old,
      migrations.filter(({ name }) => name < '0009'),
    )
    await old.db.execute(
      sql`insert into campaign_brand_kits (id, owner, version, created_at) values ('acme', 'agency', 1, 0), ('other', 'b', 1, 0)`,
    )
    await old.db.execute(
      sql`insert into campaign_brand_kit_versions (kit_id, version, content, digest, created_at) values ('acme', 1, '{}', 'd', 0), ('other', 1, '{}', 'd', 0)`,
    )
    await migrate(old)
    expect(await old.rows(sql`select owner, kit_id from campaign_brand_kit_versions order by owner`)).toEqual(
      [
        { owner: 'agency', kit_id: 'acme' },
        { owner: 'b', kit_id: 'other' },
      ],
    )
    await old.close()
    rmSync(dataDir, { recursive: true, force: true })
  },
)

test('every generated migration is in the list, in order', () => {
  const files = readdirSync(join(import.meta.dir, '../../../drizzle')).filter((file) => file.endsWith('.sql'))
  expect(migrations.map(({ name }) => `${name}.sql`)).toEqual(files.sort())
  for (const { statements } of migrations)
    for (const statement of statements) expect(statement).toMatch(/^[^;]+;$/)
})

describe('PostgreSQL, shared by processes', () => {
  test('of processes that start at the same time one applies the migrations and all find them applied', async () => {
    const url = await cluster.createDatabase()
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => connectDatabase({ databaseUrl: url, dataDir: '', log: silentLog })),
    )
    const applied = await Promise.all(opened.map((database) => migrate(database)))
    expect(applied.filter((names) => names.length > 0)).toEqual([migrations.map(({ name }) => name)])
    await Promise.all(opened.map((database) => database.close()))
  })

  test('one of them leads, and another may when the leader steps back or is gone', async () => {
    const [one, two] = [await openTestPostgres(postgresUrl), await openTestPostgres(postgresUrl)]
    const stepBack = await one.tryLead('indexer')
    expect(stepBack).toBeFunction()
    expect(await two.tryLead('indexer')).toBeUndefined()
    expect(await two.tryLead('another')).toBeFunction()
    await stepBack?.()
    expect(await two.tryLead('indexer')).toBeFunction()
    expect(await one.tryLead('indexer')).toBeUndefined()
    await two.close()
    expect(await one.tryLead('indexer')).toBeFunction()
    await one.close()
  })

  test('a leader whose connection the server ends is notified, and another may lead', async () => {
    const [one, two] = [await openTestPostgres(postgresUrl), await openTestPostgres(postgresUrl)]
    const lost = Promise.withResolvers<void>()
    expect(await one.tryLead('lost', lost.resolve)).toBeFunction()
    await two.db.execute(sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and pid <> pg_backend_pid()
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended('lost', 0)`)
    await lost.promise
    expect(await two.tryLead('lost')).toBeFunction()
    await Promise.all([one.close(), two.close()])
  })
})

async function refusalOf(
  databaseUrl: string | undefined,
  dataDir = '',
  firstAnswerMsMax = 60_000,
): Promise<string> {
  try {
    await (await openDatabase({ databaseUrl, dataDir, log: silentLog, firstAnswerMsMax })).close()
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  return 'opened'
}

describe('a database that cannot be used', () => {
  const oneLine =
    /^Cannot (connect|use)[^\n]*(Check host, port, user, password and database name|DATABASE_URL as it must be like [^\n]*)$/

  test.each([
    ['the port is closed', () => 'postgres://u:hunter2@127.0.0.1:1/x'],
    ['the host is unknown', () => 'postgres://u:hunter2@no-such-host.invalid/x'],
    ['the password is wrong', () => postgresUrl.replace(':postgres@', ':hunter2@')],
    ['there is no such user', () => postgresUrl.replace('postgres:postgres@', 'unknown:hunter2@')],
    ['there is no such database', () => postgresUrl.replace(/[^/]*$/, 'hunter2less')],
    ['the URL has no host', () => 'postgres://u:hunter2@/x'],
    ['the password is badly encoded', () => 'postgres://u:hunter2%zz@127.0.0.1/x'],
  ])('when %s, one line reports it without the password', async (_, url) => {
    const refusal = await refusalOf(url())
    expect(refusal).toMatch(oneLine)
    expect(refusal).not.toContain('hunter2@')
  })

  test('a server that is not PostgreSQL, silent or not, is refused in time', async () => {
    const web = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello') })
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const ports = [web.port, address !== null && typeof address === 'object' ? address.port : 0]
    for (const port of ports) {
      expect(await refusalOf(`postgres://u:p@127.0.0.1:${port}/x`, '', 300)).toContain(
        'does not answer as PostgreSQL does',
      )
    }
    await web.stop(true)
    silent.close()
  })

  test('a PGlite folder with other files is refused and left as it is', async () => {
    const dataDir = mkdtempSync(join(quickTmpdir(), 'cairn-db-'))
    mkdirSync(join(dataDir, 'pglite'))
    writeFileSync(join(dataDir, 'pglite', 'notes.txt'), 'mine')
    const refusal = await refusalOf(undefined, dataDir)
    expect(refusal).toMatch(/^Cannot open the database in "[^\n]*Move the folder away to start anew$/)
    expect(await Bun.file(join(dataDir, 'pglite', 'notes.txt')).text()).toBe('mine')
    rmSync(dataDir, { recursive: true })
  })
})
