import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../src/commands/command.ts'
import { runCommand } from '../src/commands/command-line.ts'
import { StartupError } from '../src/kernel/runtime/errors.ts'
import { readConfig } from '../src/kernel/settings/config.ts'
import { cairnCommand, cairnEnvironment } from './support/cairn-process.ts'
import { quickTmpdir } from './support/quick-tmpdir.ts'

let folder: string
let listener: ReturnType<typeof Bun.serve>

beforeAll(() => {
  folder = mkdtempSync(join(quickTmpdir(), 'cairn-start-'))
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

/** A process of its own; asynchronous, as some of them ask the listener of this one. */
async function run(args: readonly string[], environment: Record<string, string>) {
  const child = Bun.spawn([...cairnCommand, ...args], {
    env: {
      ...cairnEnvironment,
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      SAMPLE_PORT: '0',
      ...environment,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const lines = stderr
    .split('\n')
    .filter((line) => line !== '' && !/^\s*\d+\.\ds\s/.test(line) && !line.startsWith('{'))
  return { exitCode: await child.exited, stdout, lines }
}

/** What the surroundings refuse, the settings that make it so, and what the one line must say. */
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
    what: 'a dead RPC beside one that is no node',
    args: ['serve'],
    settings: () => ({
      RPC_URLS: `http://127.0.0.1:1,${listener.url.href}`,
      CONTRACTS_FILE: join(folder, 'contracts.json'),
    }),
    says: /^Cannot reach the chain as no endpoint of RPC_URLS answers: http:\/\/127\.0\.0\.1:1 \(.+\), http:\/\/127\.0\.0\.1:\d+ \(.+\)/,
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
  async ({ args = ['demo'], settings, says }) => {
    const { exitCode, stdout, lines } = await run(args, settings())
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(says)
    expect(lines[0]).not.toContain('secret')
    expect(exitCode).toBe(1)
    expect(stdout).toBe('')
  },
)

function refusalOf(settings: Record<string, string>): StartupError {
  try {
    readConfig(settings)
  } catch (error) {
    if (error instanceof StartupError) return error
    throw error
  }
  throw new Error(`The settings were taken: ${JSON.stringify(settings)}`)
}

test.each([
  {
    what: 'a database address of another kind',
    settings: { DATABASE_URL: 'mysql://x' },
    says: /^Cannot use DATABASE_URL/,
  },
  {
    what: 'an RPC without addresses',
    settings: { RPC_URLS: 'http://127.0.0.1:1' },
    says: /^Cannot use RPC_URLS without CONTRACTS_FILE/,
  },
])('$what is refused in one line when the settings are read', ({ settings, says }) => {
  const { message } = refusalOf(settings)
  expect(message.split('\n')).toHaveLength(1)
  expect(message).toMatch(says)
})

test('all wrong settings are told together', () => {
  const { message } = refusalOf({ PORT: 'x', LOG_LEVEL: 'loud', BASE_URL: 'ftp://x' })
  const lines = message.split('\n')
  expect(lines.map((line) => line.split(' ')[2])).toEqual(['PORT', 'BASE_URL', 'LOG_LEVEL'])
})

test.each([
  { args: ['demo', '--frsh'], says: /--frsh/ },
  { args: ['serve', '--frsh'], says: /--frsh/ },
  { args: ['demo', 'now'], says: /now/ },
  { args: ['version', 'now'], says: /now/ },
  { args: ['dmo'], says: /Unknown command "dmo"/ },
  { args: ['constructor'], says: /Unknown command "constructor"/ },
  { args: ['openapi', '--area', 'finance'], says: /Unknown area "finance"/ },
  ...['0x', `0x${'0'.repeat(40)}`, 'name.eth', `0xA${'a'.repeat(39)}`].map((address) => ({
    args: ['deploy', '--rpc', 'http://127.0.0.1:1', '--out', 'no-such-file.json', '--arbiter', address],
    says: /^Cannot use --arbiter as it must be an address .*: current value is "/,
  })),
])('$args is refused as a wrong command line, with a hint of one line', async ({ args, says }) => {
  const failure = await runCommand(args).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(UsageError)
  expect(failure).toHaveProperty('message', expect.stringMatching(says))
  expect(failure).toHaveProperty('message', expect.not.stringContaining('\n'))
})

test.each([['serve'], ['demo'], ['verify'], ['deploy'], ['migrate'], ['openapi'], ['doctor'], ['version']])(
  '%s --help tells what it does and exits with 0',
  async (command) => {
    let text = ''
    const written = spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      text += chunk
      return true
    })
    try {
      expect(await runCommand([command, '--help'])).toBe(0)
    } finally {
      written.mockRestore()
    }
    expect(text).toStartWith(`cairn ${command}: `)
    if (command === 'serve' || command === 'demo') expect(text).toContain('DATABASE_URL')
  },
)
