import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { messageOf, StartupError } from '../kernel/runtime/errors.ts'

/**
 * One command of the command line. Read by `parseArgs` of the runtime: `commander` would take the next flag as the value of the
 * one before it (`--area --fresh`) and `--no-healthy-endpoint` as a negation.
 */
export interface Command {
  /** One word, or two where several commands share the first one, such as `key create`. */
  name: string
  summary: string
  /** Required positional arguments, as the help shows them: `FILE`. */
  operands?: readonly string[]
  /** Flags other than `--help`; a `repeatable` one may be given several times. */
  flags: Readonly<
    Record<string, { type: 'boolean' | 'string'; value?: string; repeatable?: boolean; about: string }>
  >
  /** Whether `--help` lists the environment's settings. */
  usesSettings: boolean
  run: (flags: Flags) => Promise<void>
}

export interface Flags {
  has(name: string): boolean
  text(name: string): string | undefined
  /** Every value of a repeatable flag. */
  texts(name: string): readonly string[]
  /** In the order of the command's `operands`. */
  operands: readonly string[]
}

/** An invalid command line: exit code 2, with a hint at the help. */
export class UsageError extends StartupError {}

/** @throws UsageError for an unknown flag, a missing value or operand, or an extra argument */
export function readFlags(command: Command, args: readonly string[]): Flags {
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } }
  for (const [name, { type, repeatable = false }] of Object.entries(command.flags))
    options[name] = { type, multiple: repeatable }
  const { operands = [] } = command
  const { values, positionals } = parse(command, args, options)
  const missing = operands[positionals.length]
  if (missing !== undefined && values['help'] !== true) throw usageError(command, `Missing ${missing}`)
  const extra = positionals[operands.length]
  if (extra !== undefined) throw usageError(command, `Unexpected argument '${extra}'`)
  return {
    has: (name) => values[name] === true,
    text: (name) => {
      const value = values[name]
      return typeof value === 'string' ? value : undefined
    },
    texts: (name) => {
      const value = values[name]
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
    },
    operands: positionals,
  }
}

function parse(command: Command, args: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: true })
  } catch (cause) {
    const [reason = ''] = messageOf(cause).split(/\.\s/)
    throw usageError(command, reason, { cause })
  }
}

function usageError(command: Command, reason: string, options?: { cause: unknown }): UsageError {
  return new UsageError(`${reason}: \`cairn ${command.name} --help\` lists the flags`, options)
}
