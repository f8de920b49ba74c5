/**
 * A process for tests to kill: opens the cluster in a folder and prints `open`. Asked to write, it then inserts rows one
 * by one and prints the number of each as soon as the database has acknowledged it. Asked for its peak, it prints the
 * most memory it ever had, in KiB.
 */
import { readFileSync, writeSync } from 'node:fs'
import { openPglite } from '../../src/kernel/pglite.ts'

const [folder, write] = process.argv.slice(2)
if (folder === undefined) throw new Error('Cannot open a cluster without its folder')

const client = await openPglite(folder)
writeSync(1, 'open\n')
// By its own word: what the kernel tells the parent counts the parent's memory from before the start as well.
if (write === 'peak')
  writeSync(1, `${/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]}\n`)
if (write === 'write') {
  await client.exec('create table if not exists written (id integer primary key, body text not null)')
  const { rows } = await client.query<{ next: number }>('select count(*)::integer as next from written')
  for (let id = rows[0]?.next ?? 0; ; id += 1) {
    await client.query('insert into written values ($1, repeat($2, 300))', [id, String(id % 10)])
    writeSync(1, `${id}\n`)
  }
}
await client.close()
