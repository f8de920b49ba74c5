/**
 * A process for tests to kill: has a draft run and prints `running` when the run has begun, which never ends.
 * Arguments: the draft, the data folder, and the connection string where it is not PGlite.
 */
import { writeSync } from 'node:fs'
import { startJobs } from '../../../src/campaign/agent/jobs.ts'
import { openDatabase } from '../../../src/kernel/database/open-database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { patience } from '../../support/databases.ts'

const [draftId, dataDir, databaseUrl] = process.argv.slice(2)
if (draftId === undefined || dataDir === undefined) throw new Error('Cannot run without a draft and a folder')
const jobs = await startJobs({
  database: await openDatabase({ databaseUrl, dataDir, log: silentLog, ...patience }),
  log: silentLog,
  workers: 1,
  run: () => {
    writeSync(1, 'running\n')
    return new Promise(() => {})
  },
  giveUp: async () => {},
  limits: { retryDelaySeconds: 0 },
})
await jobs.enqueue(draftId)
