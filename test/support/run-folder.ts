import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { quickTmpdir } from './quick-tmpdir.ts'

/** A folder for what the files of one test run share: the run's own (TEST_RUN_FOLDER), or one of this process. */
export function runFolder(): string {
  const shared = process.env['TEST_RUN_FOLDER']
  if (shared !== undefined) return shared
  own ??= makeOwn()
  return own
}

let own: string | undefined

function makeOwn(): string {
  const folder = mkdtempSync(join(quickTmpdir(), 'cairn-test-run-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
