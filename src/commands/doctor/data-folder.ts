import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Check, Finding } from './report.ts'

/** A new database, the demo chain and their history. */
const freeBytesMin = 200_000_000

/** Creates nothing: a missing folder is checked by its nearest existing parent. */
export function dataFolderCheck(dataDir: string): Check {
  return { name: 'data folder', required: true, run: async () => check(resolve(dataDir)) }
}

function check(folder: string): Finding {
  const advice = 'Set DATA_DIR to a folder of yours'
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    if (!statSync(existing).isDirectory()) throw new Error('it is not a folder')
    accessSync(existing, constants.W_OK | constants.X_OK)
  } catch (error) {
    return { state: 'problem', detail: `"${existing}" cannot be written: ${messageOf(error)}`, advice }
  }
  const { bavail, bsize } = statfsSync(existing)
  const freeBytes = bavail * bsize
  const free = `${(freeBytes / 1e9).toFixed(1)} GB free`
  if (freeBytes < freeBytesMin) {
    return {
      state: 'problem',
      detail: `"${folder}", ${free}`,
      advice: 'Make room, or set DATA_DIR elsewhere',
    }
  }
  return { state: 'ok', detail: `"${folder}"${existing === folder ? '' : ' can be created'}, ${free}` }
}
