import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { within } from '../../kernel/runtime/async.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'

/** A running node that listens on a loopback address and a port that only this process has. */
export type AnvilProcess = Awaited<ReturnType<typeof startAnvilProcess>>

/**
 * Runs the node and kills it when standard input ends, which the kernel does for a parent that died, however it died.
 * The node has a session of its own, so that Ctrl-C reaches the service alone, which then stops the node in order.
 */
const guardScript = `exec 3<&0
"$@" </dev/null 3<&- &
node=$!
echo "node pid $node"
( exec >/dev/null 2>&1; read -r _ <&3; kill -KILL "$node" ) &
watcher=$!
exec 3<&- </dev/null
wait "$node"
status=$?
kill -KILL "$watcher" 2>/dev/null
exit "$status"`

const startTimeoutMs = 20_000
const stopTimeoutMs = 3_000
const errorCharsMax = 2_000

/**
 * Starts the node with an empty chain that mines on request only. `home` is emptied: the node keeps scratch files there.
 * @throws Error when it ends or does not listen in time
 */
export async function startAnvilProcess(options: {
  binary: string
  home: string
  chainId: number
  genesisTimestamp: number
}) {
  rmSync(options.home, { recursive: true, force: true })
  mkdirSync(options.home, { recursive: true })
  const child = spawn('/bin/sh', ['-c', guardScript, 'anvil-guard', options.binary, ...anvilFlags(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    // Nothing of the caller's environment: ANVIL_IP_ADDR and the like would change what is started.
    env: { HOME: options.home, TMPDIR: options.home, PATH: '/usr/bin:/bin' },
  })
  // Without a listener, a write to a guard that has ended would throw.
  child.stdin?.on('error', () => {})
  const exited = exitOf(child)
  const { pid, url } = await firstOutput(child, exited)
  const signal = (name: NodeJS.Signals) => {
    try {
      return process.kill(pid, name)
    } catch {
      // It has ended already.
      return false
    }
  }
  return {
    pid,
    url,
    /** Resolves when the process has ended, with its exit code or signal and its last error output. */
    exited,
    /** @returns whether the process was still there */
    signal,
    /** Terminates it, by force when it takes too long; resolves when it has ended. */
    stop: async () => {
      signal('SIGTERM')
      const killer = setTimeout(() => {
        signal('SIGKILL')
        child.stdin?.end()
      }, stopTimeoutMs)
      await exited
      clearTimeout(killer)
    },
  }
}

/**
 * States to keep in memory, one per block: how far the node can go back. More would be moved to files, from which Anvil
 * 1.7.1 restores accounts without their code.
 */
const statesMax = 192

/**
 * Anvil accepts WebSockets and requests from any page, so a page must not be able to guess its address: one of 2^24 on
 * Linux, where all of 127.0.0.0/8 is loopback. Other systems have 127.0.0.1 alone, and the port is the only secret.
 */
function loopbackAddress(): string {
  if (process.platform !== 'linux') return '127.0.0.1'
  return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`
}

function anvilFlags(options: { chainId: number; genesisTimestamp: number }): string[] {
  const flags: Record<string, string> = {
    host: loopbackAddress(),
    port: '0',
    'chain-id': String(options.chainId),
    timestamp: String(options.genesisTimestamp),
    accounts: '20',
    order: 'fifo',
    'slots-in-an-epoch': '1',
    'prune-history': String(statesMax),
  }
  return [
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
    '--no-mining',
    '--no-cors',
    // A saved state of a long chain is larger than the 2 MiB that a node takes otherwise.
    '--no-request-size-limit',
  ]
}

function exitOf(child: ChildProcess): Promise<string> {
  let errors = ''
  child.stderr?.on('data', (chunk: unknown) => {
    errors = (errors + String(chunk)).slice(-errorCharsMax)
  })
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(messageOf(error)))
    child.on('exit', (code, signalName) => {
      const how = signalName ?? (code !== null && code > 128 ? `signal ${code - 128}` : `code ${code}`)
      resolve(errors.trim() === '' ? how : `${how}: ${errors.trim()}`)
    })
  })
}

/** Reads the guard's line with the process id and the node's line with its address; later output is discarded. */
async function firstOutput(
  child: ChildProcess,
  exited: Promise<string>,
): Promise<{ pid: number; url: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ pid: number; url: string }>()
  let output = ''
  const read = (chunk: unknown) => {
    output += String(chunk)
    const pid = /node pid (\d+)/.exec(output)?.[1]
    const address = /Listening on (127[\d.]+:\d+)/.exec(output)?.[1]
    if (pid === undefined || address === undefined) return
    child.stdout?.off('data', read)
    child.stdout?.resume()
    resolve({ pid: Number(pid), url: `http://${address}` })
  }
  child.stdout?.on('data', read)
  exited.then((reason) => reject(new Error(`the node ended at once (${reason})`)))
  return await within(promise, startTimeoutMs, () => {
    child.stdin?.end()
    return new Error(`the node did not listen within ${startTimeoutMs / 1000} s`)
  })
}
