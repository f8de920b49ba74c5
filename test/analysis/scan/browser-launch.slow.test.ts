import { afterAll, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '../../../src/analysis/scan/browser/launch.ts'
import { processesFrom } from '../../support/processes.ts'
import { waitFor } from '../../support/wait.ts'

/** Stands for a browser whose crash handler has a group of its own and does not end with it, as one that traces does. */
const program = `#!/bin/sh
for argument in "$@"; do
  case "$argument" in --user-data-dir=*) folder="\${argument#--user-data-dir=}" ;; esac
done
setsid sh -c 'while :; do sleep 1; done' crash-handler "--database=$folder/crashes" &
exec sh -c 'while :; do sleep 1; done' main "--user-data-dir=$folder/profile"
`

const folder = mkdtempSync(join(tmpdir(), 'cairn-launch-'))
chmodSync(folder, 0o755)
writeFileSync(join(folder, 'browser'), program, { mode: 0o755 })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const onLinux = process.platform === 'linux' && Bun.which('setsid') !== null

test.skipIf(!onLinux)(
  'a crash handler outside of the browser’s process group ends with the browser',
  async () => {
    const tmpDir = join(folder, 'browsers')
    const browser = await launchBrowser({
      executable: join(folder, 'browser'),
      tmpDir,
      userAgent: 'CairnTest/1.0',
      limits: { dataMegabytesMax: 4_096, heapMegabytesMax: 64 },
      extraSwitches: [],
    })
    await waitFor('browser and handler run', () => processesFrom(tmpDir).length >= 2)
    await browser.end()
    expect(processesFrom(tmpDir)).toEqual([])
    expect(readdirSync(tmpDir)).toEqual([])
  },
)

test('a headless shell is not started, also where a link leads to one', async () => {
  const shell = join(folder, 'chromium-headless-shell')
  const link = join(folder, 'linked-browser')
  writeFileSync(shell, program, { mode: 0o755 })
  symlinkSync(shell, link)
  for (const executable of [shell, link]) {
    const launched = launchBrowser({
      ...{ executable, tmpDir: join(folder, 'shells'), userAgent: 'CairnTest/1.0', extraSwitches: [] },
      limits: { dataMegabytesMax: 4_096, heapMegabytesMax: 64 },
    })
    await expect(launched).rejects.toThrow('a headless shell does not confine WebRTC')
  }
})

test.skipIf(!onLinux)('a crash handler ends when the service is killed', async () => {
  const tmpDir = join(folder, 'orphaned')
  const source = join(import.meta.dir, '../../../src/analysis/scan/browser/launch.ts')
  const code = `const { launchBrowser } = await import(${JSON.stringify(source)})
await launchBrowser(${JSON.stringify({
    executable: join(folder, 'browser'),
    tmpDir,
    userAgent: 'CairnTest/1.0',
    limits: { dataMegabytesMax: 4_096, heapMegabytesMax: 64 },
    extraSwitches: [],
  })})
await new Promise(() => {})`
  const victim = Bun.spawn([process.execPath, '-e', code], { stdout: 'ignore', stderr: 'inherit' })
  await waitFor('browser and handler run', () => {
    const commands = processesFrom(tmpDir)
    return commands.length >= 3
  })
  victim.kill('SIGKILL')
  await victim.exited
  await waitFor(
    'nothing is left',
    () => processesFrom(tmpDir).length === 0 && readdirSync(tmpDir).length === 0,
  )
})
