import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import { type BrowserFolder, makeBrowserFolder } from './browser-folder.ts'
import { BrowserUnavailable } from './errors.ts'
import type { BrowserLimits } from './limits.ts'
import { groupUsage, processesNaming } from './process-group.ts'
import { startReaper } from './reaper.ts'
import { browserSwitches } from './switches.ts'

/** A Chromium with its own user, folder and process group, controlled over a private pipe. */
export interface LaunchedBrowser {
  /** Process id; also the id of the process group. */
  readonly pid: number
  readonly commands: Writable
  readonly events: Readable
  /** Settles when the main process has exited, with the known reason. */
  readonly exited: Promise<string>
  /** Kills the whole group and removes the folder; resolves when both are done. */
  end(): Promise<void>
}

export interface LaunchOptions {
  executable: string
  tmpDir: string
  userAgent: string
  limits: Pick<BrowserLimits, 'dataMegabytesMax' | 'heapMegabytesMax'>
  extraSwitches: readonly string[]
}

const tailChars = 4_000
const endMsMax = 5_000

/** Chromium without its own windows ignores the switch against WebRTC, so that pages would reach local services by UDP. */
const headlessShell = /headless[-_]shell/i

/** @throws BrowserUnavailable when it cannot be started, or not confined */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  if ([options.executable, targetOf(options.executable)].some((path) => headlessShell.test(path)))
    throw cannotStart('a headless shell does not confine WebRTC, use Chromium or Chrome itself')
  const folder = makeFolder(options.tmpDir)
  const reaper = startReaper(folder.path)
  const cleanUp = async () => {
    await folder.remove()
    await reaper.dismiss()
  }
  try {
    const child = spawnConfined(options, folder)
    reaper.watch(child.pid)
    return {
      ...child,
      end: async () => {
        killGroup(child.pid)
        await Promise.race([goneWhole(child, folder.path), Bun.sleep(endMsMax)])
        await cleanUp()
      },
    }
  } catch (error) {
    await cleanUp()
    throw cannotStart(error)
  }
}

/** Where a link leads; the path itself where nothing is. */
function targetOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

function makeFolder(tmpDir: string): BrowserFolder {
  try {
    return makeBrowserFolder(tmpDir)
  } catch (error) {
    throw cannotStart(error)
  }
}

const cannotStart = (error: unknown) =>
  new BrowserUnavailable(`Cannot start the browser: ${messageOf(error)}`, { cause: error })

/**
 * Sets the memory limit and executes the browser. `no_new_privs` prevents gaining rights; it is left out when the
 * sandbox is the setuid helper instead of kernel namespaces.
 */
function spawnConfined(options: LaunchOptions, { path, uid }: BrowserFolder) {
  const switches = browserSwitches({
    profileFolder: join(path, 'profile'),
    userAgent: options.userAgent,
    heapMegabytesMax: options.limits.heapMegabytesMax,
    extra: options.extraSwitches,
  })
  const script = 'ulimit -c 0; ulimit -d "$1" || exit; shift; exec "$@"'
  const dataLimit = String(options.limits.dataMegabytesMax * 1024)
  const program = [...withoutNewRights(options.executable), options.executable, ...switches]
  const child = spawn('/bin/sh', ['-c', script, 'browser-confine', dataLimit, ...program], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
    cwd: path,
    env: {
      HOME: join(path, 'home'),
      // Relative, as the paths of the browser's sockets may have 107 bytes at most.
      TMPDIR: 'tmp',
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      DBUS_SYSTEM_BUS_ADDRESS: 'disabled:',
    },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const exited = exitOf(child)
  const [, , , commands, events] = child.stdio
  if (child.pid === undefined) throw new Error('it did not start')
  if (!(commands instanceof Writable) || !(events instanceof Readable)) throw new Error('it has no pipes')
  commands.on('error', () => {})
  events.on('error', () => {})
  return { pid: child.pid, commands, events, exited }
}

function withoutNewRights(executable: string): string[] {
  if (hasSandboxHelper(executable)) return []
  const setpriv = Bun.which('setpriv', { PATH: '/usr/bin:/bin' })
  return setpriv === null ? [] : [setpriv, '--no-new-privs', '--']
}

function hasSandboxHelper(executable: string): boolean {
  try {
    return (statSync(join(dirname(executable), 'chrome-sandbox')).mode & 0o4000) !== 0
  } catch {
    return false
  }
}

function exitOf(child: ChildProcess): Promise<string> {
  let tail = ''
  child.stderr?.on('data', (chunk: unknown) => {
    tail = (tail + String(chunk)).slice(-tailChars)
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(messageOf(error)))
    child.on('exit', (code, signal) => resolve(`${signal ?? `code ${code}`}: ${tail.trim()}`))
  })
}

function killGroup(pid: number): void {
  kill(-pid)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already exited.
  }
}

/** The main process exits first; its helpers follow within milliseconds. */
async function goneWhole(
  { pid, exited }: { pid: number; exited: Promise<string> },
  folder: string,
): Promise<void> {
  await exited
  for (;;) {
    const outsideGroup = processesNaming(folder)
    if (outsideGroup.length === 0 && (groupUsage(pid)?.processes ?? 0) === 0) return
    killGroup(pid)
    for (const outside of outsideGroup) kill(outside)
    await Bun.sleep(5)
  }
}
