import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bareTexts } from './support/bare-texts.ts'
import { cairnCommand, cairnEnvironment } from './support/cairn-process.ts'
import { quickTmpdir } from './support/quick-tmpdir.ts'

const folder = mkdtempSync(join(quickTmpdir(), 'cairn-main-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs one command line in an empty folder with these settings alone. */
async function cairn(words: string[], settings: Record<string, string> = {}) {
  const child = Bun.spawn([...cairnCommand, ...words], {
    cwd: folder,
    env: { ...cairnEnvironment, ...settings },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

test('the description is printed without a database, a chain or a file', async () => {
  const { code, out } = await cairn(['openapi', '--area', 'milestone'], {
    STATUS_URL: 'https://status.example',
  })
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.0.0' },
    servers: [{ url: '/' }, { url: 'https://status.example' }],
  })
  expect(readdirSync(folder)).toEqual([])
})

test('every text of a successful answer has an example or a format in the description', async () => {
  const { out } = await cairn(['openapi'])
  expect(bareTexts(JSON.parse(out))).toEqual([])
})
