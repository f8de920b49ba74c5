import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Static, Type } from '@sinclair/typebox'
import { messageOf, StartupError } from '../kernel/runtime/errors.ts'

/** What `commands.json` has of each command, for its help and for reading its arguments. */
export const CommandText = Type.Object(
  {
    summary: Type.String(),
    /** Required positional arguments, as the help shows them: `FILE`. */
    operands: Type.Optional(Type.Array(Type.String())),
    /** Flags other than `--help`, those with a value name it; a `repeatable` one may be given several times. */
    flags: Type.Record(
      Type.String(),
      Type.Object(
        {
          value: Type.Optional(Type.String()),
          repeatable: Type.Optional(Type.Boolean()),
          about: Type.String(),
        },
        { additionalProperties: false },
      ),
    ),
    /** Whether `--help` lists the environment's settings. */
    usesSettings: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/**
 * One command of the command line. Read by `parseArgs` of the runtime: `commander` would take the next flag as the value of the
 * one before it (`--area --fresh`) and `--no-healthy-endpoint` as a negation.
 */
export interface Command extends Static<typeof CommandText> {
  /** One word, or two where several commands share the first one, such as `key create`. */
  name: string
}

export type Flags = ReturnType<typeof readFlags>

/** An invalid command line: exit code 2, with a hint at the help. */
export class UsageError extends StartupError {}

/** @throws UsageError for an unknown flag, a missing value or operand, or an extra argument */
export function readFlags(command: Command, args: readonly string[]) {
  const options: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } }
  for (const [name, { value, repeatable = false }] of Object.entries(command.flags))
    options[name] = { type: value === undefined ? 'boolean' : 'string', multiple: repeatable }
  const { operands = [] } = command
  const { values, positionals } = parse(command, args, options)
  const missing = operands[positionals.length]
  if (missing !== undefined && values['help'] !== true) throw usageError(command, `Missing ${missing}`)
  const extra = positionals[operands.length]
  if (extra !== undefined) throw usageError(command, `Unexpected argument '${extra}'`)
  return {
    has: (name: string) => values[name] === true,
    text: (name: string) => {
      const value = values[name]
      return typeof value === 'string' ? value : undefined
    },
    /** Every value of a repeatable flag. */
    texts: (name: string) => {
      const value = values[name]
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
    },
    /** In the order of the command's `operands`. */
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
