import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { messageOf, StartupError } from '../kernel/errors.ts'

/** One word of the command line. */
export interface Command {
  name: string
  summary: string
  /** Flags beside `--help`, with what each is for. */
  flags: Readonly<Record<string, { type: 'boolean' | 'string'; value?: string; about: string }>>
  /** Whether `--help` lists the environment's settings. */
  usesSettings: boolean
  run: (flags: Flags) => Promise<void>
}

export interface Flags {
  has(name: string): boolean
  text(name: string): string | undefined
}

/** A command line that cannot be carried out as it stands: exit code 2, with the help to read. */
export class UsageError extends StartupError {}

/** @throws UsageError for an unknown flag, a missing value or a word too many */
export function readFlags(command: Command, args: readonly string[]): Flags {
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } }
  for (const [name, { type }] of Object.entries(command.flags)) options[name] = { type }
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
    return {
      has: (name) => values[name] === true,
      text: (name) => {
        const value = values[name]
        return typeof value === 'string' ? value : undefined
      },
    }
  } catch (cause) {
    const [reason = ''] = messageOf(cause).split(/\.\s/)
    throw new UsageError(`${reason}: \`cairn ${command.name} --help\` lists the flags`, { cause })
  }
}
