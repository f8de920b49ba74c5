/** The gate, `bun run check`: format and lint, types, import borders, plain words, and that everything generated is up to date. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = join(import.meta.dir, '..')
const bun = process.execPath
const bin = (name: string) => join(root, 'node_modules/.bin', name)

const steps: readonly { name: string; command: string[] }[] = [
  {
    name: 'format and lint',
    command: [bin('biome'), 'check', '--config-path=scripts/biome.json', 'src', 'scripts', 'test'],
  },
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  {
    name: 'types of browser scripts',
    command: [bin('tsc'), '--noEmit', '-p', 'scripts/tsconfig.browser.json'],
  },
  { name: 'import borders', command: [bun, 'scripts/borders.ts'] },
  { name: 'imports of folders', command: [bun, 'scripts/folders.ts', '--check'] },
  { name: 'plain words', command: [bun, 'scripts/words.ts'] },
  { name: 'contract ABIs and bytecode', command: [bun, 'scripts/abi.ts', '--check'] },
  { name: 'tools of the API for agents', command: [bun, 'scripts/mcp-tools.ts'] },
  { name: 'drawings of pictograms', command: [bun, 'scripts/drawings.ts', '--check'] },
  { name: 'types of the API in the examples', command: [bun, 'scripts/api-types.ts', '--check'] },
]

let failed = 0
for (const { name, command } of steps) report(name, run(command))
report('migrations match the tables', migrationsMatchTables())
process.exit(failed > 0 ? 1 : 0)

function run(command: string[]): { ok: boolean; output: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: root, stdout: 'pipe', stderr: 'pipe' })
  return { ok: exitCode === 0, output: `${stdout}${stderr}` }
}

/**
 * Generates into a copy. `drizzle-kit` exits with 0 after an error as well, so its output decides; it takes paths as
 * relative to the working directory, even absolute ones.
 */
function migrationsMatchTables(): { ok: boolean; output: string } {
  const copy = mkdtempSync(join(tmpdir(), 'cairn-drizzle-'))
  try {
    cpSync(join(root, 'drizzle'), copy, { recursive: true })
    const { output } = run([
      bun,
      bin('drizzle-kit'),
      'generate',
      '--dialect=postgresql',
      '--casing=snake_case',
      '--schema=src/**/tables.ts',
      `--out=${relative(root, copy)}`,
    ])
    if (output.includes('No schema changes')) return { ok: true, output: '' }
    return { ok: false, output: `${output}A table changed without a migration: run \`bun run generate\`\n` }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function report(name: string, { ok, output }: { ok: boolean; output: string }) {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name}`)
  if (ok) return
  failed += 1
  console.log(output.trimEnd())
}
