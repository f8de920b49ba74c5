import { StartupError } from '../kernel/runtime/errors.ts'
import { auditCommand } from './audit.ts'
import { type Command, readFlags, UsageError } from './command.ts'
import { demoCommand } from './demo.ts'
import { deployCommand } from './deploy.ts'
import { doctorCommand } from './doctor.ts'
import { commandHelp, overview } from './help.ts'
import { keyCreateCommand, keyListCommand, keyRevokeCommand } from './key.ts'
import { licensesCommand } from './licenses.ts'
import { migrateCommand } from './migrate.ts'
import { openapiCommand } from './openapi.ts'
import { rotateReceiptKeyCommand, verifyReceiptCommand } from './receipt.ts'
import { serveCommand } from './serve.ts'
import { verifyCommand } from './verify.ts'
import { versionCommand } from './version.ts'

const commands: readonly Command[] = [
  serveCommand,
  demoCommand,
  verifyCommand,
  deployCommand,
  migrateCommand,
  keyCreateCommand,
  keyListCommand,
  keyRevokeCommand,
  auditCommand,
  verifyReceiptCommand,
  rotateReceiptKeyCommand,
  openapiCommand,
  doctorCommand,
  licensesCommand,
  versionCommand,
]

/**
 * Runs one command of the command line.
 * @returns the exit code
 * @throws StartupError with a message of one line for the terminal; UsageError for an invalid command line
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [word, ...rest] = args
  if (word === undefined || word === '--help' || word === '-h' || word === 'help') {
    process.stdout.write(overview(commands))
    return word === undefined ? 2 : 0
  }
  const name = word === '--version' ? 'version' : word
  const group = commands.filter((candidate) => candidate.name.startsWith(`${name} `))
  const [second, ...others] = rest
  if (group.length > 0 && (second === undefined || second === '--help' || second === '-h')) {
    process.stdout.write(overview(group))
    return second === undefined ? 2 : 0
  }
  const fullName = group.length > 0 ? `${name} ${second}` : name
  const command = commands.find((candidate) => candidate.name === fullName)
  if (command === undefined) {
    throw new UsageError(`Unknown command ${JSON.stringify(fullName)}: \`cairn --help\` lists the commands`)
  }
  const flags = readFlags(command, group.length > 0 ? others : rest)
  if (flags.has('help')) process.stdout.write(commandHelp(command))
  else await command.run(flags)
  return 0
}

/** Runs a command; prints the message of a StartupError and exits with its code. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  // The demo chain is on this machine, so a proxy of the environment must not apply to it.
  process.env['NO_PROXY'] = [process.env['NO_PROXY'], '127.0.0.1', 'localhost'].filter(Boolean).join(',')
  // Log lines that a full disk does not take are lost; without a listener they would end the process.
  process.stderr.on('error', () => {})
  try {
    const code = await runCommand(args)
    if (code !== 0) process.exitCode = code
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(error instanceof UsageError ? 2 : 1)
  }
}
