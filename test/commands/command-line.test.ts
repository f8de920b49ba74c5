import { expect, spyOn, test } from 'bun:test'
import { UsageError } from '../../src/commands/command.ts'
import { runCommand } from '../../src/commands/command-line.ts'
import { campaignCommand } from '../../src/commands/serve.ts'

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
  '%s --help describes the command and exits with 0',
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

test.each([
  [false, /agent -H 'content-type/],
  [true, /agent -H "authorization: Bearer \$KEY" -H 'content-type/],
])('with keys in force (%p) the demo’s request has one', (needsKey, line) => {
  expect(campaignCommand('http://127.0.0.1:8787', { needsKey })).toMatch(line)
})
