import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { messageOf } from '../../../kernel/runtime/errors.ts'
import { type BrowserFolder, makeBrowserFolder } from './browser-folder.ts'
import { BrowserUnavailable } from './errors.ts'
import type { BrowserLimits } from './limits.ts'
import { groupUsage, processesNaming } from './memory-watch.ts'
import switches from './switches.json'

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
  const { executable } = options
  const target = existsSync(executable) ? realpathSync(executable) : executable
  if ([executable, target].some((path) => headlessShell.test(path)))
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
        kill(-child.pid)
        await Promise.race([goneWhole(child, folder.path), Bun.sleep(endMsMax)])
        await cleanUp()
      },
    }
  } catch (error) {
    await cleanUp()
    throw cannotStart(error)
  }
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
  const switches = browserSwitches(options, join(path, 'profile'))
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
  const helper = statSync(join(dirname(executable), 'chrome-sandbox'), { throwIfNoEntry: false })
  return helper !== undefined && (helper.mode & 0o4000) !== 0
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

/** @param pid of a process; negative for its whole group */
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
    kill(-pid)
    for (const outside of outsideGroup) kill(outside)
    await Bun.sleep(5)
  }
}

/** Removes a browser's processes and folder after a crash of this process. */
interface Reaper {
  /** Sets the process group to kill. */
  watch(group: number): void
  /** Ends it without a cleanup; resolves when it has exited. */
  dismiss(): Promise<void>
}

/**
 * Waits for the end of standard input, which the kernel closes when the parent dies, then kills the group and the crash
 * handlers, which are in other groups, and removes the folder. The line "done" ends it without a cleanup.
 */
const script = `read -r group
[ "$group" = done ] && exit
read -r word
[ "$word" = done ] && exit
[ -n "$group" ] && kill -s KILL -- "-$group" 2>/dev/null
for entry in /proc/[0-9]*; do
  grep -qsF -- "=$1/" "$entry/cmdline" && kill -s KILL "\${entry#/proc/}" 2>/dev/null
done
for _ in 1 2 3 4 5; do rm -rf -- "$1" && exit; sleep 0.2; done`

const dismissMsMax = 1_000

function startReaper(folder: string): Reaper {
  const child = spawn('/bin/sh', ['-c', script, 'browser-reaper', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
  })
  const gone = new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.on('error', () => resolve())
  })
  child.stdin?.on('error', () => {})
  return {
    watch: (group) => child.stdin?.write(`${group}\n`),
    dismiss: async () => {
      child.stdin?.end('done\n')
      await Promise.race([gone, Bun.sleep(dismissMsMax)])
    },
  }
}

/**
 * Chromium features that send requests or open pages by themselves. One list, as only the last `--disable-features`
 * counts.
 */
const disabledFeatures = [
  // Without this, WebRTC resolves names by multicast on the local network.
  'WebRtcHideLocalIpsWithMdns',
  // Sandboxed frames in separate processes start before the debugger can pause them; within the page's process, their
  // requests are intercepted like all others.
  'IsolateSandboxedIframes',
  ...switches.disabledFeatures,
]

/** Restrict a page to the proxy of its context. Each switch was needed in experiments; no single one is sufficient. */
const networkSwitches = [
  // An unreachable default proxy: requests outside of our contexts fail. The pinning proxy is set per context.
  '--proxy-server=http://127.0.0.1:9',
  // By default Chromium bypasses the proxy for loopback addresses.
  '--proxy-bypass-list=<-loopback>',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  `--disable-features=${disabledFeatures.join(',')}`,
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
]

const memorySwitches = [
  '--disable-gpu',
  '--disable-3d-apis',
  '--disable-remote-fonts',
  // Shared memory becomes files in the browser's folder, which are removed with it.
  '--disable-dev-shm-usage',
  '--blink-settings=imagesEnabled=false',
  '--renderer-process-limit=2',
]

/** All switches of Chromium. The sandbox and the popup blocker stay enabled. */
function browserSwitches({ userAgent, limits, extraSwitches }: LaunchOptions, profile: string): string[] {
  return [
    ...switches.quiet,
    ...networkSwitches,
    ...memorySwitches,
    `--js-flags=--max-old-space-size=${limits.heapMegabytesMax}`,
    `--user-agent=${userAgent}`,
    `--user-data-dir=${profile}`,
    ...extraSwitches,
    '--remote-debugging-pipe',
  ]
}
