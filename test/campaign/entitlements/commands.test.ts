import { expect, test } from 'bun:test'
import { UsageError } from '../../../src/commands/command.ts'
import { runCommand } from '../../../src/commands/command-line.ts'

test.each([
  ['no caller', ['key', 'create']],
  ['a reserved caller', ['key', 'create', '--caller', 'operator']],
  ['a caller with a capital letter', ['key', 'create', '--caller', 'Agency']],
  ['a caller of 65 characters', ['key', 'create', '--caller', 'a'.repeat(65)]],
  ['an unknown plan', ['key', 'create', '--caller', 'agency', '--plan', 'constructor']],
  ['no key', ['key', 'revoke']],
  ['a day that does not exist', ['audit', '--since', '2026-02-30']],
  ['no entries', ['audit', '--limit', '0']],
])('a command line with %s is a mistake', async (_, words) => {
  await expect(runCommand(words)).rejects.toBeInstanceOf(UsageError)
})
