import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mutants from '../contracts/mutants.json'
import { forgeTest } from './forge.ts'

/**
 * Seeds one fault at a time into a scratch copy of the contracts and asks the test suite to notice.
 * `--match <words>` takes only the mutants whose sentence or file contains the words; `--invariants` asks the
 * invariants alone. Exits with 1 when fewer than 95 % are killed or a mutant is invalid: it does not compile, or
 * the text to replace is not there exactly once.
 */
type Mutant = (typeof mutants)[number]
type Outcome = { state: 'killed'; by: string } | { state: 'survived' } | { state: 'error'; problem: string }

const ROOT = join(import.meta.dir, '..')
const KILLED_SHARE_MIN = 0.95
const INVARIANTS = 'InvariantTest'
/** Costs are not behaviour: a mutant that only breaks a gas ceiling has not been understood. */
const NOT_ASKED = 'GasTest'

const scratch = await mkdtemp(join(tmpdir(), 'cairn-mutants-'))
let forge: ReturnType<typeof startForge> | undefined
process.on('SIGINT', () => {
  forge?.kill()
  rmSync(scratch, { recursive: true, force: true })
  process.exit(130)
})
try {
  await copyContracts()
  const baseline = await ask([])
  if (baseline.state !== 'survived')
    throw new Error(`Cannot judge mutants as the tests must pass: ${say(baseline)}`)
  const outcomes: Outcome[] = []
  for (const mutant of selected()) {
    const outcome = await judge(mutant)
    outcomes.push(outcome)
    console.log(
      `${outcome.state.padEnd(8)}  ${mutant.file.padEnd(24)}  ${mutant.sentence}\n${' '.repeat(36)}${say(outcome)}`,
    )
  }
  summarize(outcomes)
} finally {
  await rm(scratch, { recursive: true, force: true })
}

function selected(): Mutant[] {
  const at = process.argv.indexOf('--match')
  const words = at < 0 ? '' : (process.argv[at + 1] ?? '')
  return mutants.filter(({ file, sentence }) => `${file} ${sentence}`.includes(words))
}

/** The compiled output comes along, so that each mutant compiles only what it touches. */
async function copyContracts(): Promise<void> {
  await mkdir(join(scratch, 'scripts'))
  await cp(join(ROOT, 'contracts'), join(scratch, 'contracts'), { recursive: true })
  for (const file of ['solc', 'solc.cmd'])
    await cp(join(ROOT, 'scripts', file), join(scratch, 'scripts', file))
  await symlink(join(ROOT, 'node_modules'), join(scratch, 'node_modules'))
}

async function judge(mutant: Mutant): Promise<Outcome> {
  const file = Bun.file(join(scratch, 'contracts/src', mutant.file))
  const source = await file.text()
  const places = source.split(mutant.find).length - 1
  if (places !== 1) return { state: 'error', problem: `the text to replace is there ${places} times` }
  await Bun.write(
    file,
    source.replace(mutant.find, () => mutant.replace),
  )
  try {
    if (process.argv.includes('--invariants')) return await ask(['--match-contract', INVARIANTS])
    const quick = await ask(['--no-match-contract', `${INVARIANTS}|${NOT_ASKED}`])
    return quick.state === 'survived' ? await ask(['--match-contract', INVARIANTS]) : quick
  } finally {
    await Bun.write(file, source)
  }
}

/** Runs the suite until its first failure. Forge has one exit code for both, so its words are read. */
async function ask(selection: string[]): Promise<Outcome> {
  const child = startForge(selection)
  forge = child
  const [output, problems] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  const test = /^\[FAIL[^\n]*\] (\w+)\(/m.exec(output)?.[1] ?? /^ ?(invariant_\w+)\(/m.exec(output)?.[1]
  if (test) return { state: 'killed', by: `${failedSuite(output)}.${test}` }
  if (child.exitCode === 0) return { state: 'survived' }
  return { state: 'error', problem: `${problems}${output}`.trim().slice(0, 600) }
}

function startForge(selection: string[]) {
  const { command, environment } = forgeTest(scratch)
  return Bun.spawn([...command, '--fail-fast', ...selection], {
    cwd: scratch,
    env: { ...process.env, ...environment, NO_COLOR: '1' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

function failedSuite(output: string): string {
  const suites = output.split(/^Ran \d+ tests? for /m).slice(1)
  const failed = suites.find((suite) => suite.includes('[FAIL'))
  return failed?.slice(0, failed.indexOf('\n')).split(':').pop() ?? ''
}

function say(outcome: Outcome): string {
  if (outcome.state === 'killed') return outcome.by
  return outcome.state === 'error' ? outcome.problem : 'no test noticed'
}

function summarize(outcomes: readonly Outcome[]): void {
  const killed = outcomes.filter(({ state }) => state === 'killed').length
  const errors = outcomes.filter(({ state }) => state === 'error').length
  const share = outcomes.length === 0 ? 0 : killed / outcomes.length
  const survived = outcomes.length - killed - errors
  const percent = (share * 100).toFixed(1)
  console.log(
    `\n${outcomes.length} mutants: ${killed} killed, ${survived} survived, ${errors} errors (${percent} %)`,
  )
  if (errors > 0 || share < KILLED_SHARE_MIN) process.exitCode = 1
}
