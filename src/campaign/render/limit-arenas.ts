import { dlopen, FFIType } from 'bun:ffi'

/** `M_ARENA_MAX` of glibc's malloc.h. */
const arenaMax = -8

/**
 * Has all threads take native memory from one arena. By default glibc gives each thread arenas of its own, and what
 * libvips frees in one of them is of no use to the others: 50 calls at once then take 130 MB more.
 * Call it before the threads start. Without glibc it does nothing.
 */
export function limitArenas(): void {
  if (process.platform !== 'linux') return
  try {
    const libc = dlopen('libc.so.6', { mallopt: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 } })
    libc.symbols.mallopt(arenaMax, 1)
    libc.close()
  } catch {
    // Another C library, such as musl, has no arenas.
  }
}
