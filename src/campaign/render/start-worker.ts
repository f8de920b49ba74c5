import { dlopen, FFIType } from 'bun:ffi'
import { embedded } from '../../kernel/runtime/embedded.ts'
import type { RenderAnswer } from './jobs.ts'
import type { StartWorker } from './pool.ts'

/** Workers run this same program, as an executable has no other file; its main file detects the worker thread. */
const program = embedded === undefined ? new URL('../../main.ts', import.meta.url).href : Bun.main

export const startWorker: StartWorker = ({ onAnswer, onError }) => {
  const worker = new Worker(program)
  worker.addEventListener('message', ({ data }: MessageEvent<RenderAnswer>) => onAnswer(data))
  worker.addEventListener('error', ({ message }) => onError(message))
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  }
}

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
