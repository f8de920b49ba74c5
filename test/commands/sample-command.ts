import type { Command } from '../../src/commands/command.ts'

/** A command with a flag of each kind. */
export const command: Command = {
  name: 'serve',
  summary: 'serve the areas',
  flags: {
    fresh: { about: 'start over' },
    area: { value: 'NAME', about: 'only this area' },
  },
  usesSettings: true,
}
