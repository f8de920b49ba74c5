import { dlopen } from 'bun:ffi'

const deathSignalOption = 1
const killSignal = 9

/**
 * Asks the kernel to kill this process when its parent exits for any reason: a process in an endless loop never sees
 * its input close. Linux only; elsewhere, or without a loadable C library, the limit on processor time ends it later.
 *
 * @param parentId the expected parent; undefined when unknown
 */
export function dieWithParent(parentId: number | undefined): void {
  if (process.platform !== 'linux') return
  for (const library of ['libc.so.6', 'libc.so']) {
    try {
      const { symbols } = dlopen(library, { prctl: { args: ['int', 'u64'], returns: 'int' } })
      symbols.prctl(deathSignalOption, BigInt(killSignal))
      break
    } catch {
      // Tries the next name.
    }
  }
  // The parent may have exited before the call.
  if (parentId !== undefined && process.ppid !== parentId) process.exit(0)
}
