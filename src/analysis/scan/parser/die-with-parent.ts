import { dlopen } from 'bun:ffi'

const deathSignalOption = 1
const killSignal = 9

/**
 * Asks the kernel to kill this process when its parent ends, however that ends: a process that loops forever would
 * never see its input close. Linux only; elsewhere, or without a C library that can be opened, the limit on processor
 * time ends it later.
 *
 * @param parentId who started this process; undefined when that is not known
 */
export function dieWithParent(parentId: number | undefined): void {
  if (process.platform !== 'linux') return
  for (const library of ['libc.so.6', 'libc.so']) {
    try {
      const { symbols } = dlopen(library, { prctl: { args: ['int', 'u64'], returns: 'int' } })
      symbols.prctl(deathSignalOption, BigInt(killSignal))
      break
    } catch {
      // The next name, or none.
    }
  }
  // It may have ended before the kernel was asked.
  if (parentId !== undefined && process.ppid !== parentId) process.exit(0)
}
