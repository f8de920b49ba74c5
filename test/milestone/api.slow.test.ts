import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startDemoServer } from '../support/demo-server.ts'

test('a linter finds no error in the description of the areas', async () => {
  const server = await startDemoServer({ environment: { AREAS: 'analysis,milestone' } })
  const file = join(server.dataDir, 'openapi.json')
  await Bun.write(file, await (await fetch(`${server.url}/openapi.json`)).text())
  const lint = Bun.spawnSync(
    [join(import.meta.dir, '../../node_modules/.bin/redocly'), 'lint', '--format=json', file],
    {
      env: {
        PATH: process.env['PATH'],
        HOME: server.dataDir,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      },
    },
  )
  const { totals } = JSON.parse(lint.stdout.toString())
  expect(totals.errors).toBe(0)
  expect(lint.exitCode).toBe(0)
  await server.dispose()
})
