import { lockDataDir } from '../kernel/database/data-dir.ts'
import { migrate } from '../kernel/database/migrations.ts'
import { connectDatabase } from '../kernel/database/open-database.ts'
import { createLog } from '../kernel/runtime/log.ts'
import { readConfig } from '../kernel/settings/config.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'bring the database schema up to date',
  flags: {},
  usesSettings: true,
  run: async () => {
    const config = readConfig(process.env)
    const log = createLog({ level: 'warn', write: (text) => process.stderr.write(text) })
    const unlock = config.databaseUrl === undefined ? lockDataDir(config.dataDir) : () => {}
    const database = await connectDatabase({ ...config, log })
    const applied = await migrate(database).finally(() => database.close())
    unlock()
    process.stdout.write(
      applied.length === 0
        ? 'The schema is up to date\n'
        : `Applied ${applied.length}: ${applied.join(', ')}\n`,
    )
  },
}
