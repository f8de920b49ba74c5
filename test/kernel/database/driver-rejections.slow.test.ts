import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startPostgres } from '../../support/postgres.ts'

const program = join(import.meta.dir, 'driver-rejections-process.ts')

test.each([
  ['nothing', 0],
  ['bug', 1],
  ['throw', 1],
] as const)(
  'connections that end while the driver reads types or before a write do not end the process; %s after them gives exit code %i',
  async (then, code) => {
    const postgres = await startPostgres()
    const url = await postgres.createDatabase()
    const child = Bun.spawn([process.execPath, program, url, then], { stdout: 'ignore', stderr: 'pipe' })
    const errors = await new Response(child.stderr).text()
    expect([await child.exited, errors.includes('error: a bug')]).toEqual([code, then !== 'nothing'])
    await postgres.stop()
  },
)
