import { Type } from '@sinclair/typebox'
import { checkedData } from '../kernel/runtime/checked-data.ts'
import { StartupError } from '../kernel/runtime/errors.ts'
import { version } from '../kernel/runtime/version.ts'
import { type Command, CommandText, type Flags, readFlags, UsageError } from './command.ts'
import texts from './commands.json'
import { commandHelp, overview } from './help.ts'

/** Each is loaded when it is used, as most need far less than the service. */
const runs: Readonly<Record<keyof typeof texts, (flags: Flags) => Promise<unknown>>> = {
  serve: async (flags) => (await import('./serve.ts')).runServe(flags),
  demo: async (flags) => (await import('./serve.ts')).runDemo(flags),
  verify: async (flags) => (await import('./verify.ts')).runVerify(flags),
  deploy: async (flags) => (await import('./deploy.ts')).runDeploy(flags),
  migrate: async () => (await import('./with-database.ts')).runMigrate(),
  'key create': async (flags) => (await import('./key.ts')).createKey(flags),
  'key list': async () => (await import('./key.ts')).listKeys(),
  'key revoke': async (flags) => (await import('./key.ts')).revokeKey(flags),
  audit: async (flags) => (await import('./audit.ts')).runAudit(flags),
  'receipt verify': async (flags) => (await import('./receipt.ts')).verifyReceipt(flags),
  'receipt rotate-key': async () => (await import('./receipt.ts')).rotateReceiptKey(),
  openapi: async (flags) => (await import('./openapi.ts')).printOpenapi(flags),
  doctor: async (flags) => (await import('./doctor.ts')).runDoctor(flags),
  licenses: async () => (await import('./licenses.ts')).printLicenses(),
  version: async () => process.stdout.write(`${version}\n`),
}

const commands: readonly Command[] = Object.entries(
  checkedData(Type.Record(Type.String(), CommandText), texts, 'commands.json'),
).map(([name, text]) => ({ name, ...text }))

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
  const [, run] = Object.entries(runs).find(([known]) => known === fullName) ?? []
  if (command === undefined || run === undefined) {
    throw new UsageError(`Unknown command ${JSON.stringify(fullName)}: \`cairn --help\` lists the commands`)
  }
  const flags = readFlags(command, group.length > 0 ? others : rest)
  if (flags.has('help')) process.stdout.write(commandHelp(command))
  else await run(flags)
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
