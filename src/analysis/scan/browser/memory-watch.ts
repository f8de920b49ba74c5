import type { BrowserLimits } from './limits.ts'
import { groupUsages } from './process-group.ts'

/** Monitors the memory and process count of running browsers, each and in total. */
export interface MemoryWatch {
  /**
   * Calls `tooLarge` when this process group exceeds the limits of one browser, or is the largest while the total
   * exceeds its limit. Returns the function that stops monitoring.
   */
  add(group: number, tooLarge: (what: string) => void): () => void
}

export type MemoryLimits = Pick<BrowserLimits, 'privateMegabytesMax' | 'memoryMegabytesMax' | 'processesMax'>

/** A page can take about a gigabyte in a second. */
const watchMs = 100
const megabyte = 1024 * 1024

export function createMemoryWatch(limits: MemoryLimits, usagesOf = groupUsages): MemoryWatch {
  const watched = new Map<number, (what: string) => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  const look = () => {
    const usages = [...(usagesOf([...watched.keys()]) ?? [])].sort(
      ([, a], [, b]) => b.privateBytes - a.privateBytes,
    )
    let left = limits.memoryMegabytesMax * megabyte
    for (const [, { privateBytes }] of usages) left -= privateBytes
    for (const [group, { processes, privateBytes }] of usages) {
      const tooLarge = watched.get(group)
      if (left < 0 || privateBytes > limits.privateMegabytesMax * megabyte) {
        left += privateBytes
        tooLarge?.('needs more memory than is allowed')
      }
      if (processes > limits.processesMax) tooLarge?.('needs more processes than are allowed')
    }
  }
  return {
    add(group, tooLarge) {
      watched.set(group, tooLarge)
      timer ??= setInterval(look, watchMs)
      return () => {
        watched.delete(group)
        if (watched.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
