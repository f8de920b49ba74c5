import { version } from '../kernel/runtime/version.ts'
import { settings } from '../kernel/settings/settings.ts'
import type { Command } from './command.ts'

export function overview(commands: readonly Command[]): string {
  return `cairn ${version}: business analysis, campaign creative and milestone status in one binary

Usage: cairn <command> [flags]

${table(commands.map(({ name, summary }) => [name, summary]))}

\`cairn <command> --help\` lists the flags and settings of one command.
`
}

export function commandHelp(command: Command): string {
  const flags = Object.entries(command.flags).map(([name, { value, about }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    about,
  ])
  const sections = [
    `cairn ${[command.name, ...(command.operands ?? [])].join(' ')}: ${command.summary}`,
    `Flags\n${table([...flags, ['--help', 'this text']])}`,
  ]
  if (command.usesSettings === true) {
    const rows = settings.map(({ name, about, fallback }) => [name, `${about} (${fallback})`])
    sections.push(`Settings, read from the environment\n${table(rows)}`)
  }
  return `${sections.join('\n\n')}\n`
}

function table(rows: readonly (readonly string[])[]): string {
  return columns(rows)
    .map((line) => `  ${line}`)
    .join('\n')
}

/** A line for each row, with its cells below those of the row before. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const padded = (cell: string, column: number) => cell.padEnd(widthOf(column))
  return rows.map((row) => row.map(padded).join('  ').trimEnd())
}
