/**
 * `bun run test:all`: the test command, then the slow files with the executable among them, and the contracts beside
 * both. A failing step does not end the run, which closes with a table and `N passed, N failed`. Where
 * CI is set, no test may be skipped.
 */
import { join } from 'node:path'

interface Outcome {
  name: string
  passed: number
  failed: number
  skipped: number
  seconds: number
  /** Output around each failure, for the end of the run. */
  failures: string[]
}

const bunCounts = { passed: /^\s*(\d+) pass$/gm, failed: /^\s*(\d+) fail$/gm, skipped: /^\s*(\d+) skip$/gm }
const forgeCounts = {
  passed: /(\d+) tests passed/g,
  failed: /(\d+) failed, \d+ skipped \(/g,
  skipped: /(\d+) skipped \(/g,
}
const steps = {
  tests: { name: 'tests', script: ['test'], counts: bunCounts },
  slow: { name: 'slow', script: ['scripts/test.ts', '--slow'], counts: bunCounts },
  contracts: { name: 'contracts', script: ['test:contracts'], counts: forgeCounts },
} as const

const root = join(import.meta.dir, '..')
const tests = run(steps.tests)
const slow = tests.then(() => run(steps.slow))
// Tests wait for timers and the disk for a part of the time, which forge uses.
const outcomes: Outcome[] = await Promise.all([tests, slow, run(steps.contracts, slow)])

const failures = outcomes.flatMap((outcome) => outcome.failures)
if (failures.length > 0) console.log(['== failed', ...failures].join('\n'))
for (const { name, passed, failed, skipped, seconds } of outcomes) {
  console.log(`${name.padEnd(10)} ${passed} passed, ${failed} failed, ${skipped} skipped in ${seconds} s`)
}
const sum = (count: (outcome: Outcome) => number) =>
  outcomes.reduce((total, outcome) => total + count(outcome), 0)
const skipped = sum((outcome) => outcome.skipped)
const isSkipFailure = process.env['CI'] !== undefined && skipped > 0
if (isSkipFailure) console.log(`${skipped} tests were skipped, and none may be where CI is set`)
const failed = sum((outcome) => outcome.failed) + (isSkipFailure ? skipped : 0)
console.log(`${sum((outcome) => outcome.passed)} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/**
 * Runs one step with its output shown as it comes, or after that of another step that runs meanwhile. A step that ends
 * with an error without counts has failed once.
 */
async function run(
  { name, script, counts }: (typeof steps)[keyof typeof steps],
  shownAfter?: Promise<Outcome>,
): Promise<Outcome> {
  if (shownAfter === undefined) console.log(`== ${name}`)
  const startedAt = Bun.nanoseconds()
  const child = Bun.spawn([process.execPath, 'run', ...script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const show = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>, to: NodeJS.WriteStream) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      output += chunk
      if (shownAfter === undefined) to.write(chunk)
    }
  }
  await Promise.all([show(child.stdout, process.stdout), show(child.stderr, process.stderr)])
  const exitCode = await child.exited
  const seconds = Math.round((Bun.nanoseconds() - startedAt) / 1e9)
  if (shownAfter !== undefined) {
    await shownAfter
    console.log(`== ${name}\n${output}`)
  }
  const last = (pattern: RegExp) => Number([...output.matchAll(pattern)].at(-1)?.[1] ?? 0)
  const failed = last(counts.failed)
  return {
    name,
    passed: last(counts.passed),
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: last(counts.skipped),
    seconds,
    failures: exitCode === 0 ? [] : around(output.split('\n')),
  }
}

/** The lines before each failed test, which hold its reason. */
function around(lines: readonly string[]): string[] {
  const isFailure = (line: string) => /^\(fail\) |^# Unhandled |^\[FAIL|^FAIL|^error:/.test(line)
  return lines
    .filter((line, at) => !line.startsWith('(pass) ') && lines.slice(at, at + 40).some(isFailure))
    .slice(-300)
}
