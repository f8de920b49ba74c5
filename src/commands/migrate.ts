import { migrate } from '../kernel/database/migrations.ts'
import { connectDatabase } from '../kernel/database/open-database.ts'
import type { Command } from './command.ts'
import { withDatabase } from './with-database.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database schema up to date',
  flags: {},
  usesSettings: true,
  run: () =>
    withDatabase(async (database) => {
      const applied = await migrate(database)
      process.stdout.write(
        applied.length === 0
          ? 'The schema is up to date\n'
          : `Applied ${applied.length}: ${applied.join(', ')}\n`,
      )
    }, connectDatabase),
}
