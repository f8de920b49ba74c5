import postgres from 'postgres'
import { ignoreDriverRejections } from '../../../src/kernel/database/postgres-pool.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'

/** Ends connections while the driver asks for types. Arguments: the address of PostgreSQL, and how the process then fails. */

const [url = '', then] = process.argv.slice(2)
const rounds = 30
ignoreDriverRejections(silentLog)
// Not awaited here: while its main module is evaluated, no rejection ends a process.
void endInTheMiddle().then(() => {
  if (then === 'bug') void Promise.reject(new Error('a bug'))
  else setTimeout(() => process.exit(0), 100)
})

async function endInTheMiddle(): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const client = postgres(url, { max: 4 })
    const asked = [1, 2, 3, 4].map(() => client`select 1`.catch(() => {}))
    await Bun.sleep(round / 3)
    await client.end({ timeout: 0 })
    await Promise.all(asked)
  }
}
