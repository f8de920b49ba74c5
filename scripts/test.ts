/**
 * The test command, `bun run test [path…] [flags of bun test]`: runs the quick files, which are all but `*.slow.test.ts`.
 * Prepares what all files share (one PostgreSQL, one seeded chain), spreads the files over the machine's cores, and
 * prints at the end what was left out, the files above five seconds and the CPU time.
 * `--slow` runs the rest: `*.slow.test.ts`. Where TEST_SOAK is set, it also runs the long forms of the quick files that have
 * one, and TEST_SOAK=10 makes long forms ten times as long as they are written, from the usual 0.1.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyClusterArchive } from '../src/kernel/database/empty-cluster.ts'
import { seededFolder } from '../test/support/demo-server.ts'
import { type LeftOut, leftOutLines } from '../test/support/left-out.ts'
import { startPostgresServer } from '../test/support/postgres.ts'
import { quickTmpdir } from '../test/support/quick-tmpdir.ts'

const root = join(import.meta.dir, '..')
/** A safety limit for one test or hook; nothing on a working machine comes near it. */
const timeoutMs = 900_000
/** Most files in one run at a time. */
const workersMax = 8
/** How much of the long forms a run of the rest does; each has other random cases. */
const usualSoak = '0.1'
/** Quick files above this are listed, so that growth is seen. */
const quickFileMs = 5_000

/** Some files have their long form through a kit that they import. */
const longForm = /support\/soak\.ts'|\bcreatePatternCheck\b/

const given = process.argv.slice(2)
const isSlow = given.includes('--slow')
const args = given.filter((arg) => arg !== '--slow')
const isWhole = args.every((arg) => arg.startsWith('-'))
// Slow files wait for timers and other processes half of the time; for quick ones, another worker costs an eighth more.
const workers = Math.min(availableParallelism() * (isSlow ? 2 : 1), workersMax)

const folder = mkdtempSync(join(quickTmpdir(), 'cairn-test-run-'))
const leftOutFile = join(folder, 'left-out.jsonl')
const knownTimings = join(root, 'test/timings.json')
const timingsFile = args.includes('--update-timings') ? knownTimings : join(folder, 'timings.json')
// Not in the run's folder: programs may not be allowed to run from memory.
const executableFolder = mkdtempSync(join(tmpdir(), 'cairn-test-executable-'))
// Also after Ctrl-C, when the package of the PostgreSQL server ends this process.
process.on('exit', () => {
  for (const each of [folder, executableFolder]) rmSync(each, { recursive: true, force: true })
})
process.env['TEST_RUN_FOLDER'] = folder
// The rest starts its longest files first.
if (isSlow && timingsFile !== knownTimings) cpSync(knownTimings, timingsFile)
// A whole run needs the seeded chain at once, and makes it while the other preparations wait for the disk.
const [postgres, , executable] = await Promise.all([
  startPostgresServer(),
  emptyClusterArchive().then(() => (isWhole ? seededFolder() : undefined)),
  isWhole && isSlow ? buildExecutable() : undefined,
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
      `--timings=${timingsFile}`,
      ...(args.includes('--update-timings') ? [] : ['--update-timings']),
      ...(isWhole ? (isSlow ? slowFiles() : ['--path-ignore-patterns=**/*.slow.test.ts']) : []),
      ...args,
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        TEST_POSTGRES_URL: postgres.url,
        TEST_LEFT_OUT_FILE: leftOutFile,
        // Freed memory is kept: to give it back and take it again costs a third of the CPU time on virtual machines.
        MIMALLOC_PURGE_DELAY: '-1',
        // For processes of seconds, WebAssembly is compiled quickly rather than well, which saves a tenth.
        BUN_JSC_useOMGJIT: '0',
        ...(executable !== undefined && { TEST_EXECUTABLE: executable }),
        ...(isSlow && { TEST_SOAK: process.env['TEST_SOAK'] ?? usualSoak }),
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  // Ctrl-C reaches the whole process group; the files' own clean-up comes first.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  exitCode = await child.exited
  for (const line of leftOutLines(leftOut())) console.log(line)
  if (!isSlow) for (const line of filesAboveLimit()) console.log(line)
} finally {
  await postgres.stop()
}
const cpuSeconds = cpuSecondsOfTree()
if (cpuSeconds !== undefined) console.log(`CPU time: ${cpuSeconds.toFixed(0)} s`)
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

function slowFiles(): string[] {
  const all = [...new Bun.Glob('test/**/*.test.ts').scanSync(root)]
  const isOfRest = (file: string) =>
    file.endsWith('.slow.test.ts') ||
    // Their usual length is hardly above that of the test command, which has run them with other random cases.
    (process.env['TEST_SOAK'] !== undefined && longForm.test(readFileSync(join(root, file), 'utf8')))
  return all
    .filter(isOfRest)
    .sort()
    .map((file) => `./${file}`)
}

function leftOut(): LeftOut[] {
  if (!existsSync(leftOutFile)) return []
  return readFileSync(leftOutFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): LeftOut => JSON.parse(line))
}

function filesAboveLimit(): string[] {
  if (!existsSync(timingsFile)) return []
  const { files }: { files: Record<string, number> } = JSON.parse(readFileSync(timingsFile, 'utf8'))
  return Object.entries(files)
    .filter(([, ms]) => ms > quickFileMs)
    .sort(([, a], [, b]) => b - a)
    .map(([file, ms]) => `Above ${quickFileMs / 1000} s: ${file} (${(ms / 1000).toFixed(1)} s)`)
}

/** User and system time of this process and of all that it waited for, where the system reports it (Linux). */
function cpuSecondsOfTree(): number | undefined {
  const stat = '/proc/self/stat'
  if (!existsSync(stat)) return undefined
  // After the name in parentheses: utime, stime, cutime and cstime are the fields 14 to 17, in hundredths of a second.
  const fields = readFileSync(stat, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
}
