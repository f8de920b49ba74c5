import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

test('the test command fails when a test fails', async () => {
  const { TEST_POSTGRES_URL: _, TEST_RUN_FOLDER: __, TEST_LEFT_OUT_FILE: ___, ...environment } = process.env
  const child = Bun.spawn([process.execPath, 'scripts/test.ts', './test/scripts/failing-file.ts'], {
    cwd: root,
    env: environment,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const output = await new Response(child.stderr).text()
  expect(output).toContain('(fail) a test that fails')
  expect(await child.exited).toBe(1)
})
