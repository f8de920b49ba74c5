import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { messageOf } from '../../../kernel/errors.ts'
import { BrowserUnavailable } from './errors.ts'
import type { BrowserLimits } from './limits.ts'
import { browserSwitches } from './switches.ts'
import { takeUnprivilegedUser, type UnprivilegedUser } from './unprivileged-user.ts'

/** A Chromium of its own user, folder and process group, spoken to over a pipe that nobody else can reach. */
export interface LaunchedBrowser {
  /** Process id and process group. */
  readonly pid: number
  readonly commands: Writable
  readonly events: Readable
  /** Settles when the main process has ended, with what is known about why. */
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

/**
 * Waits for standard input to end, which the kernel sees to for a parent that died, however it died, and then does what
 * the parent could not. The word "done" instead tells it that nothing is left to do.
 */
const undertakerScript = `read -r group
read -r word
[ "$word" = done ] && exit
[ -n "$group" ] && kill -s KILL -- "-$group" 2>/dev/null
for _ in 1 2 3 4 5; do rm -rf -- "$1" && exit; sleep 0.2; done`

/** Sets the limits, takes away the way to more rights where the kernel's sandbox needs none, and becomes the browser. */
const confineScript = `ulimit -c 0; ulimit -d "$1" || exit; shift
exec "$@"`

const tailChars = 4_000
const exitMsMax = 5_000

export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const user = takeUser()
  let folder: string
  try {
    folder = makeFolder(options.tmpDir, user?.uid)
  } catch (error) {
    user?.release()
    throw cannotStart(error)
  }
  const undertaker = spawn('/bin/sh', ['-c', undertakerScript, 'browser-undertaker', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
  })
  undertaker.on('error', () => {})
  undertaker.stdin?.on('error', () => {})
  const cleanUp = async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    undertaker.stdin?.end('done\ndone\n')
    user?.release()
  }
  try {
    const child = spawnConfined(options, folder, user?.uid)
    undertaker.stdin?.write(`${child.pid}\n`)
    return {
      ...child,
      end: async () => {
        killGroup(child.pid)
        await Promise.race([child.exited, Bun.sleep(exitMsMax)])
        await cleanUp()
      },
    }
  } catch (error) {
    await cleanUp()
    throw cannotStart(error)
  }
}

function takeUser(): UnprivilegedUser | undefined {
  try {
    return takeUnprivilegedUser()
  } catch (error) {
    throw cannotStart(error)
  }
}

const cannotStart = (error: unknown) =>
  new BrowserUnavailable(`Cannot start the browser: ${messageOf(error)}`, { cause: error })

/** @throws Error when the browser's user could not get to it */
function makeFolder(tmpDir: string, uid: number | undefined): string {
  mkdirSync(tmpDir, { recursive: true })
  for (let above = tmpDir; uid !== undefined && above !== dirname(above); above = dirname(above)) {
    if ((statSync(above).mode & 0o001) === 0) {
      throw new Error(`its folder must lie where every user may enter: "${above}" is closed to others`)
    }
  }
  const folder = mkdtempSync(join(tmpDir, 'browser-'))
  for (const name of ['home', 'tmp', 'profile']) {
    mkdirSync(join(folder, name))
    if (uid !== undefined) chownSync(join(folder, name), uid, uid)
  }
  if (uid !== undefined) chownSync(folder, uid, uid)
  return folder
}

function spawnConfined(options: LaunchOptions, folder: string, uid: number | undefined) {
  const switches = browserSwitches({
    profileFolder: join(folder, 'profile'),
    userAgent: options.userAgent,
    heapMegabytesMax: options.limits.heapMegabytesMax,
    extra: options.extraSwitches,
  })
  const limit = String(options.limits.dataMegabytesMax * 1024)
  const program = [...withoutNewRights(options.executable), options.executable, ...switches]
  const child = spawn('/bin/sh', ['-c', confineScript, 'browser-confine', limit, ...program], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
    cwd: folder,
    env: {
      HOME: join(folder, 'home'),
      TMPDIR: join(folder, 'tmp'),
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

/**
 * `no_new_privs` for the browser, unless its sandbox is the helper that runs with the file's rights instead of the
 * kernel's namespaces.
 */
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
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already, which is what was wanted.
  }
}
