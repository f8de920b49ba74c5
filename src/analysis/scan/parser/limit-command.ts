/** What one child may use, enforced by the kernel. */
export interface ProcessLimits {
  memoryBytesMax: number
  /** Of processor time, for one that nobody is left to kill. */
  cpuSecondsMax: number
}

export const parentVariable = 'PARSE_PARENT'
export const memoryLimitedVariable = 'PARSE_MEMORY_LIMITED'

/**
 * All of a child's environment; nothing of ours is handed on. The engine sets a gigabyte aside for compiled code, and
 * where a limit refuses that, it compiles nothing and runs ten times slower: so it is told to ask for less.
 */
export function childEnvironment(): Record<string, string> {
  return {
    [parentVariable]: String(process.pid),
    BUN_JSC_jitMemoryReservationSize: String(64 * 1024 * 1024),
  }
}

/** The numbers and the command arrive as arguments: nothing is put into the script's text. */
const script = [
  'ulimit -c 0 2>/dev/null',
  'ulimit -t "$2" 2>/dev/null',
  `ulimit -d "$1" 2>/dev/null && export ${memoryLimitedVariable}=1`,
  'shift 2',
  'exec "$@"',
].join('\n')

/**
 * The same command under limits. The shell replaces itself by the program, so the process is the program's. Only Linux
 * counts memory that is mapped, which is all that this runtime uses; elsewhere there is no limit to set.
 */
export function limitCommand(command: readonly string[], limits: ProcessLimits): readonly string[] {
  if (process.platform === 'win32') return command
  const memory = process.platform === 'linux' ? String(Math.floor(limits.memoryBytesMax / 1024)) : 'none'
  return ['/bin/sh', '-c', script, 'sh', memory, String(limits.cpuSecondsMax), ...command]
}
