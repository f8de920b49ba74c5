import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

test.skipIf(process.platform !== 'linux')(
  'a parser that is killed leaves no child behind, not even one in an endless loop',
  async () => {
    const parent = Bun.spawn([process.execPath, join(import.meta.dir, '../../../support/parse-parent.ts')], {
      stdout: 'pipe',
    })
    const reader = parent.stdout.getReader()
    await reader.read()
    await until(() => childrenOf(parent.pid).some((pid) => ticksOf(pid) > 100))
    const children = childrenOf(parent.pid)
    expect(children.length).toBe(2)
    parent.kill('SIGKILL')
    await parent.exited
    await until(() => !children.some((pid) => existsSync(`/proc/${pid}`)))
  },
  20_000,
)

async function until(holds: () => boolean): Promise<void> {
  const late = performance.now() + 15_000
  while (!holds()) {
    if (performance.now() > late) throw new Error('It did not come to pass within 15 s')
    await Bun.sleep(20)
  }
}

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
