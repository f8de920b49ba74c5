import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasOr } from '../../../support/left-out.ts'
import { waitFor } from '../../../support/wait.ts'

const hasProc = hasOr(process.platform === 'linux', {
  file: import.meta.path,
  reason: 'processes are looked at in /proc',
  remedy: 'use Linux',
})

test.if(hasProc)(
  'a parser that is killed leaves no child behind, not even one in an endless loop',
  async () => {
    const parent = Bun.spawn([process.execPath, join(import.meta.dir, '../../../support/parse-parent.ts')], {
      stdout: 'pipe',
    })
    const reader = parent.stdout.getReader()
    await reader.read()
    const children = childrenOf(parent.pid)
    expect(children.length).toBe(2)
    // Both have started, which costs them the same.
    await waitFor('one child is in an endless loop', () => {
      const ticks = children.map(ticksOf)
      return Math.max(...ticks) - Math.min(...ticks) > 40
    })
    parent.kill('SIGKILL')
    await parent.exited
    await waitFor('no child is left', () => !children.some((pid) => existsSync(`/proc/${pid}`)))
  },
)

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => fieldsOf(pid)[1] === String(parent))
}

/** Processor time so far, in hundredths of a second. */
const ticksOf = (pid: number) => Number(fieldsOf(pid)[11]) + Number(fieldsOf(pid)[12])

/** A process may end while it is looked at. */
function fieldsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^\d+ \(.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}
