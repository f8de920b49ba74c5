/** Limits of one child, enforced by the kernel. */
export interface ProcessLimits {
  memoryBytesMax: number
  /** Of processor time, for a child that lost its parent. */
  cpuSecondsMax: number
}

export const parentVariable = 'PARSE_PARENT'
export const memoryLimitedVariable = 'PARSE_MEMORY_LIMITED'

/**
 * The whole environment of a child. The engine reserves a gigabyte for compiled code; where the memory limit refuses
 * that, it does not compile and runs ten times slower, so the reservation is reduced. Its slowest compiler runs beside the
 * pages and never earns its time back, and giving freed memory back costs more still: both off take a third off a scan.
 */
export function childEnvironment(): Record<string, string> {
  return {
    [parentVariable]: String(process.pid),
    BUN_JSC_jitMemoryReservationSize: String(64 * 1024 * 1024),
    BUN_JSC_useFTLJIT: '0',
    // Never, in the allocator's words.
    MIMALLOC_PURGE_DELAY: '-1',
  }
}

/** Numbers and command are arguments: the script's text is constant. */
const script = [
  'ulimit -c 0 2>/dev/null',
  'ulimit -t "$2" 2>/dev/null',
  `ulimit -d "$1" 2>/dev/null && export ${memoryLimitedVariable}=1`,
  'shift 2',
  'exec "$@"',
].join('\n')

/**
 * The same command under limits. The shell executes the program in place, so the process id stays. Only Linux limits
 * mapped memory, which this runtime uses; other systems have no equivalent limit.
 */
export function limitCommand(command: readonly string[], limits: ProcessLimits): readonly string[] {
  if (process.platform === 'win32') return command
  const memory = process.platform === 'linux' ? String(Math.floor(limits.memoryBytesMax / 1024)) : 'none'
  return ['/bin/sh', '-c', script, 'sh', memory, String(limits.cpuSecondsMax), ...command]
}
