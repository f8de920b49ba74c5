/**
 * The test command, `bun run test [path…] [flags of bun test]`: makes what all files share (one PostgreSQL, one folder
 * for the seeded chain, one executable), spreads the files over the machine's cores, and says at the end what was left out.
 * `--soak` runs the long forms: the files that have one. TEST_SOAK=10 makes them ten times as long.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyClusterArchive } from '../src/kernel/database/empty-cluster.ts'
import { seededFolder } from '../test/support/demo-server.ts'
import { type LeftOut, leftOutLines } from '../test/support/left-out.ts'
import { startPostgresServer } from '../test/support/postgres.ts'
import { quickTmpdir } from '../test/support/quick-tmpdir.ts'

const root = join(import.meta.dir, '..')
/** A safety limit for one test or hook; nothing on a working machine comes near it. */
const timeoutMs = 180_000
/** One more than cores: some files wait for timers and other processes most of the time. */
const workers = Math.min(availableParallelism() + 1, 8)

/** Some files have their long form through a kit that they import. */
const longForm = /support\/soak\.ts'|family-kit\.ts'|\bcreatePatternCheck\b/

const args = process.argv.slice(2)
const isSoak = args.includes('--soak')
const files = isSoak ? filesWithLongForm() : []

const folder = mkdtempSync(join(quickTmpdir(), 'cairn-test-run-'))
const leftOutFile = join(folder, 'left-out.jsonl')
// Not in the run's folder: programs may not be allowed to run from memory.
const executableFolder = mkdtempSync(join(tmpdir(), 'cairn-test-executable-'))
// Also after Ctrl-C, when the package of the PostgreSQL server ends this process.
process.on('exit', () => {
  for (const each of [folder, executableFolder]) rmSync(each, { recursive: true, force: true })
})
process.env['TEST_RUN_FOLDER'] = folder
// A whole run needs the seeded chain at once, and makes it while the other preparations wait for the disk.
const isWhole = args.every((arg) => arg.startsWith('-'))
const [postgres, , executable] = await Promise.all([
  startPostgresServer(),
  emptyClusterArchive().then(() => (isWhole ? seededFolder() : undefined)),
  isWhole ? buildExecutable() : undefined,
])
let exitCode = 1
try {
  const child = Bun.spawn(
    [
      process.execPath,
      'test',
      `--parallel=${workers}`,
      '--no-isolate',
      `--timeout=${timeoutMs}`,
      `--timings=test/${isSoak ? 'timings-soak' : 'timings'}.json`,
      ...files,
      ...args.filter((arg) => arg !== '--soak'),
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        TEST_POSTGRES_URL: postgres.url,
        TEST_LEFT_OUT_FILE: leftOutFile,
        ...(executable !== undefined && { TEST_EXECUTABLE: executable }),
        ...(isSoak && { TEST_SOAK: process.env['TEST_SOAK'] ?? '1' }),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  // Ctrl-C reaches the whole process group; the files' own clean-up comes first.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  exitCode = await child.exited
  for (const line of leftOutLines(leftOut())) console.log(line)
} finally {
  await postgres.stop()
}
// Left to end by itself, the process would exit with 0: the package of the PostgreSQL server sees to that.
process.exit(exitCode)

/** Nearly a hundred processes of ours are started: ten seconds for a build save over a minute. */
async function buildExecutable(): Promise<string | undefined> {
  const target = join(executableFolder, 'cairn')
  const build = Bun.spawn([process.execPath, join(root, 'scripts/build.ts'), '--out', target], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const reason = await new Response(build.stderr).text()
  if ((await build.exited) === 0) return target
  console.log(`The servers of the tests start from source as no executable could be built: ${reason.trim()}`)
  return undefined
}

function filesWithLongForm(): string[] {
  const all = [...new Bun.Glob('test/**/*.test.ts').scanSync(root)]
  return all.filter((file) => longForm.test(readFileSync(join(root, file), 'utf8'))).sort()
}

function leftOut(): LeftOut[] {
  if (!existsSync(leftOutFile)) return []
  return readFileSync(leftOutFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): LeftOut => JSON.parse(line))
}
