/**
 * A process for tests to kill: stores blobs in the folder's store, one after the other, and prints the name of each as
 * soon as it is stored. Asked to die at a moment of the first write, it kills itself there.
 */
import { mock } from 'bun:test'
import { writeSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { silentLog } from '../../../src/kernel/runtime/log.ts'

const [folder, moment] = process.argv.slice(2)
if (folder === undefined) throw new Error('Cannot store blobs without a folder')
if (moment !== undefined) dieAt(moment)

const { openBlobs } = await import('../../../src/kernel/blobs/blobs.ts')
const blobs = openBlobs({ s3: undefined, dataDir: folder, log: silentLog })
for (let index = 0; ; index += 1) {
  const bytes = new Uint8Array(200_000 + index).fill(index)
  writeSync(1, `${await blobs.put(bytes)}\n`)
}

function dieAt(moment: string): void {
  const real = { ...fs }
  const passed = (now: string) => {
    if (now === moment) process.kill(process.pid, 'SIGKILL')
  }
  mock.module('node:fs/promises', () => ({
    ...real,
    writeFile: async (path: string, bytes: Uint8Array, options: { flag: string; flush: boolean }) => {
      await real.writeFile(path, bytes.subarray(0, moment === 'half-written' ? 100_000 : undefined), options)
      passed('half-written')
    },
    rename: async (from: string, to: string) => {
      passed('before its name')
      await real.rename(from, to)
      passed('after its name')
    },
  }))
}
