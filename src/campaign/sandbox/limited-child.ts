import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { embedded } from '../../kernel/runtime/embedded.ts'

export interface ProcessLimits {
  /** Of processor time, enforced by the operating system. */
  cpuSeconds: number
  memoryBytes: number
  /** Wall time; CPU time may be scarce on a loaded machine, so it is the minute that a job of a worker has. */
  seconds: number
}

export interface ChildOutcome {
  output: Uint8Array
  exitCode: number | null
  /** It took too much time or memory. */
  isKilled: boolean
}

const running = new Set<Subprocess>()

/** Ends the processes that this thread waits for, as the caller of their job has left. */
export function endChildren(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** The server's own threads go first: costly files of one caller must not slow the requests of others. */
const niceness = 10

/** The numbers and the command arrive as arguments: nothing is interpolated into the script. */
const limitScript = `ulimit -c 0; ulimit -t "$1"; ulimit -d "$2" 2>/dev/null; shift 2
command -v nice >/dev/null && exec nice -n ${niceness} "$@"; exec "$@"`

/**
 * Runs this program once more, in a process that ends when it takes too long or too much memory: calls into native code
 * and WebAssembly cannot be interrupted in their own process.
 * @param args of the hidden command, its word first
 * @param input what the process reads from its standard input
 */
export async function runLimitedChild(
  args: readonly string[],
  input: Uint8Array,
  limits: ProcessLimits,
): Promise<ChildOutcome> {
  const child = Bun.spawn(limited([...program(), ...args], limits), {
    cwd: '/',
    env: childEnvironment(),
    stdin: input,
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: limits.seconds * 1_000,
    killSignal: 'SIGKILL',
  })
  running.add(child)
  try {
    const [output, exitCode] = await Promise.all([new Response(child.stdout).bytes(), child.exited])
    return { output, exitCode, isKilled: child.signalCode !== null }
  } finally {
    running.delete(child)
  }
}

/** This program: its sources, or the compiled executable. */
function program(): string[] {
  const main = join(import.meta.dir, '../../main.ts')
  return [process.execPath, ...(embedded === undefined ? [main] : [])]
}

function limited(command: string[], { cpuSeconds, memoryBytes }: ProcessLimits): string[] {
  if (process.platform === 'win32') return command
  const memoryKilobytes = Math.floor(memoryBytes / 1024)
  return ['/bin/sh', '-c', limitScript, 'sh', `${cpuSeconds}`, `${memoryKilobytes}`, ...command]
}

/** Only the variables that set where an executable unpacks its libraries; the engine reserves less memory. */
function childEnvironment(): Record<string, string> {
  const names = ['HOME', 'XDG_CACHE_HOME', 'TMPDIR']
  const kept = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(kept), BUN_JSC_jitMemoryReservationSize: String(64 * 1024 * 1024) }
}
