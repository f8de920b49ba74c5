import { dlopen, FFIType } from 'bun:ffi'

/** `M_ARENA_MAX` of glibc's malloc.h. */
const arenaMax = -8

/**
 * Makes all threads allocate from one arena. By default glibc gives each thread its own arenas, and memory that libvips
 * frees in one cannot be reused by the others: 50 concurrent calls then take 130 MB more.
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
