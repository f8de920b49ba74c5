import { version } from '../kernel/runtime/version.ts'
import type { Command } from './command.ts'

export const versionCommand: Command = {
  name: 'version',
  summary: 'print the version',
  flags: {},
  usesSettings: false,
  run: async () => {
    process.stdout.write(`${version}\n`)
  },
}
