import { StartupError } from '../kernel/runtime/errors.ts'
import { type Command, readFlags, UsageError } from './command.ts'
import { commandHelp, overview } from './help.ts'

/** By name; each is loaded when it is used, as most need far less than the service. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  deploy: async () => (await import('./deploy.ts')).deployCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  'key create': async () => (await import('./key.ts')).keyCreateCommand,
  'key list': async () => (await import('./key.ts')).keyListCommand,
  'key revoke': async () => (await import('./key.ts')).keyRevokeCommand,
  audit: async () => (await import('./audit.ts')).auditCommand,
  'receipt verify': async () => (await import('./receipt.ts')).verifyReceiptCommand,
  'receipt rotate-key': async () => (await import('./receipt.ts')).rotateReceiptKeyCommand,
  openapi: async () => (await import('./openapi.ts')).openapiCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  licenses: async () => (await import('./licenses.ts')).licensesCommand,
  version: async () => (await import('./version.ts')).versionCommand,
}

/**
 * Runs one command of the command line.
 * @returns the exit code
 * @throws StartupError with a message of one line for the terminal; UsageError for an invalid command line
 */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [word, ...rest] = args
  if (word === undefined || word === '--help' || word === '-h' || word === 'help') {
    process.stdout.write(overview(await loaded(Object.keys(commands))))
    return word === undefined ? 2 : 0
  }
  const name = word === '--version' ? 'version' : word
  const group = Object.keys(commands).filter((candidate) => candidate.startsWith(`${name} `))
  const [second, ...others] = rest
  if (group.length > 0 && (second === undefined || second === '--help' || second === '-h')) {
    process.stdout.write(overview(await loaded(group)))
    return second === undefined ? 2 : 0
  }
  const fullName = group.length > 0 ? `${name} ${second}` : name
  const command = Object.hasOwn(commands, fullName) ? await commands[fullName]?.() : undefined
  if (command === undefined) {
    throw new UsageError(`Unknown command ${JSON.stringify(fullName)}: \`cairn --help\` lists the commands`)
  }
  const flags = readFlags(command, group.length > 0 ? others : rest)
  if (flags.has('help')) process.stdout.write(commandHelp(command))
  else await command.run(flags)
  return 0
}

/** In the order of the names. */
async function loaded(names: readonly string[]): Promise<Command[]> {
  return await Promise.all(names.flatMap((name) => commands[name]?.() ?? []))
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
