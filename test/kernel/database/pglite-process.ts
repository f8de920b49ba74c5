/**
 * A process for tests to kill: opens the cluster in a folder and prints `open`. Asked to write, it then inserts rows one
 * by one and prints the number of each as soon as the database has acknowledged it. Asked for its peak, it prints the
 * most memory it ever had, in KiB. Asked to die at a moment of the creation, such as `die at file 500`, it kills itself
 * there. Asked to `write synced to <folder>`, it writes likewise and keeps in that folder what a loss of power would
 * leave: every file as it was when the disk was last waited for.
 */
import { mock } from 'bun:test'
import * as fs from 'node:fs'
import { join, relative } from 'node:path'

const [folder, task = ''] = process.argv.slice(2)
if (folder === undefined) throw new Error('Cannot open a cluster without its folder')
if (task.startsWith('die ')) dieAt(task.slice('die '.length))
const syncedTo = /^write synced to (.*)$/.exec(task)?.[1]
if (syncedTo !== undefined) keepSynced(folder, syncedTo)

const { openCluster } = await import('../../../src/kernel/database/pglite.ts')
const quiet = () => {}
const { client } = await openCluster(folder, { info: quiet, warn: quiet })
if (syncedTo !== undefined) fs.cpSync(folder, syncedTo, { recursive: true })
fs.writeSync(1, 'open\n')
// Read by the process itself: what the kernel reports to the parent counts the parent's memory from before the start as well.
if (task === 'peak')
  fs.writeSync(1, `${/VmHWM:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1]}\n`)
if (task.startsWith('write')) {
  await client.exec('create table if not exists written (id integer primary key, body text not null)')
  const { rows } = await client.query<{ next: number }>('select count(*)::integer as next from written')
  for (let id = rows[0]?.next ?? 0; ; id += 1) {
    await client.query('insert into written values ($1, repeat($2, 300))', [id, String(id % 10)])
    fs.writeSync(1, `${id}\n`)
  }
}
await client.close()

/** Counts what the creation does in the file system and ends the process, as `kill -9` would, when its moment has come. */
function dieAt(moment: string): void {
  const real = { ...fs }
  const made = { folder: 0, file: 0 }
  const passed = (now: string) => {
    if (now === moment) process.kill(process.pid, 'SIGKILL')
  }
  const making = (kind: keyof typeof made, path: unknown) => {
    // The folder of the caches is not part of the database.
    if (!String(path).startsWith(`${folder}.new`)) return
    made[kind] += 1
    passed(`at ${kind} ${made[kind]}`)
  }
  mock.module('node:fs', () => ({
    ...real,
    mkdirSync: (...args: Parameters<typeof fs.mkdirSync>) => {
      making('folder', args[0])
      return real.mkdirSync(...args)
    },
    writeFileSync: (...args: Parameters<typeof fs.writeFileSync>) => {
      making('file', args[0])
      real.writeFileSync(...args)
    },
    renameSync: (...args: Parameters<typeof fs.renameSync>) => {
      passed('before its name')
      real.renameSync(...args)
      passed('after its name')
    },
  }))
}

function keepSynced(cluster: string, target: string): void {
  const real = { ...fs }
  mock.module('node:fs', () => ({
    ...real,
    fsyncSync: (descriptor: number) => {
      real.fsyncSync(descriptor)
      const path = real.readlinkSync(`/proc/self/fd/${descriptor}`)
      if (!real.existsSync(target) || real.statSync(path).isDirectory()) return
      // Renamed when it is whole: the kill may come now.
      real.copyFileSync(path, `${target}.copy`)
      real.renameSync(`${target}.copy`, join(target, relative(cluster, path)))
    },
  }))
}
