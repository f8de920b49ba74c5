import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** What prevents the start, the settings for it, and the one line. */
const refusals: readonly {
  what: string
  args?: string[]
  settings: () => Record<string, string>
  line: RegExp
}[] = [
  {
    what: 'a database that does not answer',
    settings: () => ({ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/db' }),
    line: /^Cannot connect to the database of DATABASE_URL \(127\.0\.0\.1:1\/db\): \S.*Check host/,
  },
  {
    what: 'a wrong setting',
    settings: () => ({ PORT: 'eighty' }),
    line: /^Cannot use PORT/,
  },
  {
    what: 'a port in use',
    settings: () => ({ PORT: String(listener.port) }),
    line: /^Cannot listen on 127\.0\.0\.1:\d+ as the port is in use: .*PORT/,
  },
  {
    what: 'a data folder that cannot be made',
    settings: () => ({ DATA_DIR: join(folder, 'file/data') }),
    line: /^Cannot use the data folder ".*" as it must be writable/,
  },
  {
    what: 'a dead RPC beside one that is no node',
    args: ['serve'],
    settings: () => ({
      RPC_URLS: `http://127.0.0.1:1,${listener.url.href}`,
      CONTRACTS_FILE: join(folder, 'contracts.json'),
    }),
    line: /^Cannot reach the chain as no endpoint of RPC_URLS answers: http:\/\/127\.0\.0\.1:1 \(.+\), http:\/\/127\.0\.0\.1:\d+ \(.+\)/,
  },
  {
    what: 'a contracts file that is not there',
    args: ['serve'],
    settings: () => ({ RPC_URLS: 'http://127.0.0.1:1', CONTRACTS_FILE: join(folder, 'missing.json') }),
    line: /^Cannot read CONTRACTS_FILE ".*missing\.json"/,
  },
]

test.each(refusals)(
  '$what stops the start with one line and exit code 1',
  async ({ args = ['demo'], settings, line }) => {
    const { exitCode, stdout, lines } = await run(args, settings())
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(line)
    expect(lines[0]).not.toContain('secret')
    expect(exitCode).toBe(1)
    expect(stdout).toBe('')
  },
)

test('a port in use is found before a data folder is created', async () => {
  const settings = { DATA_DIR: join(folder, 'unused'), PORT: String(listener.port) }
  expect((await run(['demo'], settings)).exitCode).toBe(1)
  expect(existsSync(settings.DATA_DIR)).toBe(false)
})

test('the schema is brought up to date once', async () => {
  const settings = { DATA_DIR: join(folder, 'migrated') }
  const [first, second] = [await run(['migrate'], settings), await run(['migrate'], settings)]
  expect([first.exitCode, second.exitCode]).toEqual([0, 0])
  expect(first.stdout).toMatch(/^Applied \d+: 0000_/)
  expect(second.stdout).toBe('The schema is up to date\n')
})
