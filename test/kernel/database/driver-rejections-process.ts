import postgres from 'postgres'
import { ignoreDriverErrors } from '../../../src/kernel/database/postgres-pool.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'

/** Ends connections while the driver asks for types, and one before a write. Arguments: the address of PostgreSQL, and how the process then fails. */

const [url = '', then] = process.argv.slice(2)
const rounds = 30
ignoreDriverErrors(silentLog)
// Not awaited here: while its main module is evaluated, no rejection ends a process.
void endInTheMiddle()
  .then(writeAfterEnd)
  .then(() => {
    if (then === 'bug') void Promise.reject(new Error('a bug'))
    else if (then === 'throw')
      setTimeout(() => {
        throw new Error('a bug')
      })
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

/** Queries on a reserved connection that has ended are written where there is no socket. */
async function writeAfterEnd(): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const client = postgres(url, { max: 2 })
    const reserved = await client.reserve()
    const [row] = await reserved`select pg_backend_pid() as pid`
    await client`select pg_terminate_backend(${row?.['pid']})`
    await Bun.sleep(round)
    reserved`select 1`.catch(() => {})
    await Bun.sleep(round)
    reserved`select 1`.catch(() => {})
    await Bun.sleep(1)
    await client.end({ timeout: 0 })
  }
}
