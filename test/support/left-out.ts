import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Tests that this machine cannot run, and what would let it. */
export interface LeftOut {
  /** The test file, relative to the project. */
  file: string
  reason: string
  remedy: string
}

const root = join(import.meta.dirname, '../..')

/**
 * Says that tests are left out, and writes it down for the end of the run where the environment names a file for that.
 * @param leftOut `file` is the `import.meta.path` of the test file
 */
export function leaveOut(leftOut: LeftOut): void {
  const told: LeftOut = { ...leftOut, file: relative(root, leftOut.file) }
  console.warn(`LEFT OUT: ${told.file}: ${told.reason}; ${told.remedy}`)
  const list = process.env['TEST_LEFT_OUT_FILE']
  if (list !== undefined && list !== '') appendFileSync(list, `${JSON.stringify(told)}\n`)
}

/** `has`, with a word about what is left out without it: `test.if(hasOr(isRoot, { … }))`. */
export function hasOr(has: boolean, leftOut: LeftOut): boolean {
  if (!has) leaveOut(leftOut)
  return has
}

/** What was left out in a run, for its end: one line for each reason, with how to get it and the files it concerns. */
export function leftOutLines(all: readonly LeftOut[]): string[] {
  const groups = Map.groupBy(all, ({ reason, remedy }) => `${reason}; to run them, ${remedy}`)
  return [...groups].map(
    ([why, group]) => `LEFT OUT: ${[...new Set(group.map(({ file }) => file))].sort().join(', ')}: ${why}`,
  )
}
