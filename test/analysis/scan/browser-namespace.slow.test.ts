import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostileRun } from '../../support/browser-hostile-run.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'
import { hasOr } from '../../support/left-out.ts'

const support = join(import.meta.dirname, '../../support')
const namespace = join(support, 'browser-namespace.sh')
/** A safety limit. */
const runMsMax = 600_000
/** The control shows that the traps work, the launcher that the browser confines the page without interception. */
const modes = ['control', 'launcher', 'product']
const confined = modes.filter((mode) => mode !== 'control')

describe.skipIf(skipWithoutChromium(import.meta.path))('the hostile page', () => {
  if (!hasNamespaces()) return

  const runs: Record<string, HostileRun> = {}
  beforeAll(async () => {
    // One after the other: three browsers at once take each other's time on a machine with few cores.
    for (const mode of modes) {
      const run = await runHostilePage(mode)
      runs[mode] = run
      const { contacts, kinds, attempts, allowed, refused } = run
      const told = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`)
      console.log(
        `  ${mode}: ${attempts} ways tried, ${contacts} contacts (${told.join(', ')}), ${allowed} let through and ${refused} refused`,
      )
    }
  })

  test('finds more than 200 ways to forbidden places in a browser that nothing confines, so the traps work', () => {
    expect(runs['control']?.contacts).toBeGreaterThan(200)
    expect(runs['control']?.attempts).toBeGreaterThanOrEqual(80)
    const kinds = Object.values(runs['control']?.kinds ?? {})
    expect(kinds.every((count) => count > 0)).toBe(true)
  })

  test.each(confined)('reaches nothing forbidden from the browser of the %s', (mode) => {
    const run = runs[mode]
    expect({ contacts: run?.contacts, examples: run?.examples, stolen: run?.stolen }).toEqual({
      contacts: 0,
      examples: [],
      stolen: undefined,
    })
  })

  test.each(confined)('tries more than 80 ways from the browser of the %s, and is refused', (mode) => {
    expect(runs[mode]?.attempts).toBeGreaterThanOrEqual(80)
    expect(runs[mode]?.allowed).toBeGreaterThan(5)
    expect(runs[mode]?.refused).toBeGreaterThan(50)
  })
})

async function runHostilePage(mode: string): Promise<HostileRun> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-namespace-'))
  chmodSync(folder, 0o755)
  const child = Bun.spawn(
    ['/bin/sh', namespace, process.execPath, join(support, 'browser-hostile-run.ts'), mode],
    {
      env: { ...process.env, NAMESPACE_FOLDER: folder },
      stdout: 'pipe',
      stderr: 'inherit',
      timeout: runMsMax,
      killSignal: 'SIGKILL',
    },
  )
  const text = await new Response(child.stdout).text()
  rmSync(folder, { recursive: true, force: true })
  return JSON.parse(text)
}

/** A machine that forbids namespaces can do nothing about it, so the trial is left out everywhere where none is made. */
function hasNamespaces(): boolean {
  const { exitCode, stderr } = Bun.spawnSync(['/bin/sh', namespace, 'true'], {
    env: { ...process.env, NAMESPACE_FOLDER: tmpdir() },
  })
  const why = stderr.toString().trim()
  return hasOr(exitCode === 0, {
    file: import.meta.path,
    reason: `no network namespace can be made on this machine${why === '' ? '' : ` (${why})`}`,
    remedy:
      'install the packages util-linux and iproute2, and run the tests as root or let users have namespaces',
  })
}
