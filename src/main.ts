#!/usr/bin/env bun
import { type Command, readFlags, UsageError } from './commands/command.ts'
import { demoCommand } from './commands/demo.ts'
import { deployCommand } from './commands/deploy.ts'
import { doctorCommand } from './commands/doctor.ts'
import { commandHelp, overview } from './commands/help.ts'
import { migrateCommand } from './commands/migrate.ts'
import { openapiCommand } from './commands/openapi.ts'
import { serveCommand } from './commands/serve.ts'
import { verifyCommand } from './commands/verify.ts'
import { versionCommand } from './commands/version.ts'
import { StartupError } from './kernel/errors.ts'

const commands: readonly Command[] = [
  serveCommand,
  demoCommand,
  verifyCommand,
  deployCommand,
  migrateCommand,
  openapiCommand,
  doctorCommand,
  versionCommand,
]

async function main(args: readonly string[]): Promise<number> {
  const [word, ...rest] = args
  if (word === undefined || word === '--help' || word === '-h' || word === 'help') {
    process.stdout.write(overview(commands))
    return word === undefined ? 2 : 0
  }
  const name = word === '--version' ? 'version' : word
  const command = commands.find((candidate) => candidate.name === name)
  if (command === undefined) {
    throw new UsageError(`Unknown command ${JSON.stringify(word)}: \`cairn --help\` lists the commands`)
  }
  const flags = readFlags(command, rest)
  if (flags.has('help')) process.stdout.write(commandHelp(command))
  else await command.run(flags)
  return 0
}

// A proxy of the environment is for the internet: the demo chain is on this machine.
process.env['NO_PROXY'] = [process.env['NO_PROXY'], '127.0.0.1', 'localhost'].filter(Boolean).join(',')

try {
  const code = await main(process.argv.slice(2))
  if (code !== 0) process.exitCode = code
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}
