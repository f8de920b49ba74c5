import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DemoServer, startDemoServer } from './support/demo-server.ts'

const root = join(import.meta.dir, '..')
/** In the order in which a reader pastes them: once a key exists, requests need one. */
const files = [
  'README.md',
  'src/analysis/README.md',
  'src/milestone/README.md',
  'src/mcp/README.md',
  'src/campaign/README.md',
]

let server: DemoServer
let folder = ''
beforeAll(async () => {
  server = await startDemoServer({ environment: { AREAS: 'analysis,campaign,milestone' } })
  // A copy by links, as blocks write files beside the project's own.
  folder = mkdtempSync(join(tmpdir(), 'cairn-docs-'))
  for (const entry of readdirSync(root)) symlinkSync(join(root, entry), join(folder, entry))
})
afterAll(async () => {
  await server?.dispose()
  rmSync(folder, { recursive: true, force: true })
})

/** Blocks of a text that are pasted into a shell; commands that start a server or a long run are `text`. */
function blocksOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
}

/** Its addresses are those of this demo; a request that is refused ends the block, except where the text says so. */
function runnable(block: string): string {
  const sample = /Sample site\s+(http:\S+)/.exec(server.log())?.[1] ?? ''
  const showsErrors = /# (4\d\d|\{"type")/.test(block)
  return block
    .replaceAll('http://127.0.0.1:8787', server.url)
    .replaceAll('http://larkfield-cycles.localhost:8788/', sample)
    .replaceAll('npx -y bun@1.4.5', process.execPath)
    .replace(/(scripts\/examples\/(?:campaign|milestone)\.(?:ts|sh))/g, `$1 ${server.url}`)
    .replace(/(scripts\/examples\/analysis\.(?:ts|sh))/g, `$1 ${server.url} ${sample}`)
    .replace(/\bcurl -s/g, showsErrors ? 'curl -s' : 'curl --fail-with-body -s')
}

test.each(files)('every block of %s works when pasted after the ones before it', async (file) => {
  const blocks = blocksOf(file).filter((block) => !/run (demo|test|build)\b/.test(block))
  expect(blocks.length).toBeGreaterThan(1)
  const script = blocks.map((block, index) => `echo "== block ${index + 1}"\n${runnable(block)}`).join('\n')
  const child = Bun.spawn(['bash', '-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const code = await child.exited
  expect({ code, end: code === 0 ? '' : `${output.slice(-1500)}\n${errors.slice(-500)}` }).toEqual({
    code: 0,
    end: '',
  })
})
