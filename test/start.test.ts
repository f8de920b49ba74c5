import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dir, '../src/main.ts')
let folder: string
let listener: ReturnType<typeof Bun.serve>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-start-'))
  listener = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('not a node') })
  writeFileSync(join(folder, 'file'), '')
  const address = `0x${'11'.repeat(20)}`
  const names = [
    'VerifierRegistry',
    'MilestoneEscrow',
    'AgentTreasury',
    'DemoUSDC',
    'NameRegistry',
    'NameResolver',
    'UniversalResolver',
    'MilestoneLens',
  ]
  writeFileSync(
    join(folder, 'contracts.json'),
    JSON.stringify({
      chainId: 31337,
      startBlock: { number: 1 },
      contracts: Object.fromEntries(names.map((name) => [name, address])),
    }),
  )
})
afterAll(async () => {
  await listener.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

function run(args: readonly string[], environment: Record<string, string> = {}) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, main, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: '0', ...environment },
    timeout: 30_000,
  })
  const lines = stderr
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !/^\s*\d+\.\ds\s/.test(line) && !line.startsWith('{'))
  return { exitCode, stdout: stdout.toString(), lines }
}

/** What is wrong, the settings that make it so, and what the one line must say. */
const refusals: readonly {
  what: string
  args?: string[]
  settings: () => Record<string, string>
  says: RegExp
}[] = [
  {
    what: 'a database that does not answer',
    settings: () => ({ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/db' }),
    says: /^Cannot connect to the database of DATABASE_URL \(127\.0\.0\.1:1\/db\): \S.*Check host/,
  },
  {
    what: 'a database address of another kind',
    settings: () => ({ DATABASE_URL: 'mysql://x' }),
    says: /^Cannot use DATABASE_URL/,
  },
  {
    what: 'a port in use',
    settings: () => ({ PORT: String(listener.port) }),
    says: /^Cannot listen on 127\.0\.0\.1:\d+ as the port is in use: .*PORT/,
  },
  {
    what: 'a data folder that cannot be made',
    settings: () => ({ DATA_DIR: join(folder, 'file/data') }),
    says: /^Cannot use the data folder ".*" as it must be writable/,
  },
  {
    what: 'a dead RPC',
    args: ['serve'],
    settings: () => ({ RPC_URLS: 'http://127.0.0.1:1', CONTRACTS_FILE: join(folder, 'contracts.json') }),
    says: /^Cannot reach the chain as no endpoint of RPC_URLS answers: http:\/\/127\.0\.0\.1:1 /,
  },
  {
    what: 'an RPC that is no node',
    args: ['serve'],
    settings: () => ({ RPC_URLS: listener.url.href, CONTRACTS_FILE: join(folder, 'contracts.json') }),
    says: /^Cannot reach the chain as no endpoint of RPC_URLS answers/,
  },
  {
    what: 'an RPC without addresses',
    args: ['serve'],
    settings: () => ({ RPC_URLS: 'http://127.0.0.1:1' }),
    says: /^Cannot use RPC_URLS without CONTRACTS_FILE/,
  },
  {
    what: 'a contracts file that is not there',
    args: ['serve'],
    settings: () => ({ RPC_URLS: 'http://127.0.0.1:1', CONTRACTS_FILE: join(folder, 'missing.json') }),
    says: /^Cannot read CONTRACTS_FILE ".*missing\.json"/,
  },
]

test.each(refusals)(
  '$what stops the start with one line and exit code 1',
  ({ args = ['demo'], settings, says }) => {
    const { exitCode, stdout, lines } = run(args, settings())
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(says)
    expect(lines[0]).not.toContain('secret')
    expect(exitCode).toBe(1)
    expect(stdout).toBe('')
  },
  40_000,
)

test('all wrong settings are told together', () => {
  const { exitCode, lines } = run(['serve'], { PORT: 'x', LOG_LEVEL: 'loud', BASE_URL: 'ftp://x' })
  expect(lines.map((line) => line.split(' ')[2])).toEqual(['PORT', 'BASE_URL', 'LOG_LEVEL'])
  expect(exitCode).toBe(1)
})

test.each([
  { args: ['demo', '--frsh'], says: /--frsh/ },
  { args: ['demo', 'now'], says: /now/ },
  { args: ['dmo'], says: /Unknown command "dmo"/ },
])('$args is refused with a hint and exit code 2', ({ args, says }) => {
  const { exitCode, lines } = run(args)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(says)
  expect(exitCode).toBe(2)
})

test.each([['serve'], ['demo'], ['deploy'], ['migrate'], ['openapi'], ['doctor'], ['version']])(
  '%s --help tells what it does and exits with 0',
  (command) => {
    const { exitCode, stdout } = run([command, '--help'])
    expect(stdout).toStartWith(`cairn ${command}: `)
    expect(exitCode).toBe(0)
  },
)

test('version prints the version, openapi an OpenAPI 3.1.0 document', () => {
  expect(run(['version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(JSON.parse(run(['openapi', '--area', 'milestone']).stdout)).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.0.0' },
  })
})
