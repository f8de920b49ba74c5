import { embedded } from './embedded.ts'

const setting = 'MIMALLOC_PURGE_DELAY'
/** For the allocator: milliseconds until freed memory is given back to the system; -1 keeps it for what comes next. */
export const freedMemoryKept = { [setting]: '-1' }

/**
 * Starts this process again as itself, with the setting that keeps freed memory: to give it back and take it again costs
 * half of the CPU time of a campaign. The allocator reads it at the start of a process only. Does nothing where it is set,
 * and on Windows.
 */
export function keepFreedMemory(): void {
  const { argv, env, execArgv, execPath, platform } = process
  if (platform === 'win32' || env[setting] !== undefined) return
  const words = embedded === undefined ? [...execArgv, ...argv.slice(1)] : argv.slice(2)
  process.execve?.(execPath, [execPath, ...words], { ...env, ...freedMemoryKept })
}
