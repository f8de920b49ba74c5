import type { Command } from '../../src/commands/command.ts'

/** A command with a flag of each kind. */
export const command: Command = {
  name: 'serve',
  summary: 'serve the areas',
  flags: {
    fresh: { type: 'boolean', about: 'start over' },
    area: { type: 'string', value: 'NAME', about: 'only this area' },
  },
  usesSettings: true,
  run: async () => {},
}
