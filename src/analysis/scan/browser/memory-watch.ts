import type { BrowserLimits } from './limits.ts'
import { groupUsages } from './process-group.ts'

/** Watches what running browsers use, each alone and all together. */
export interface MemoryWatch {
  /**
   * Calls `tooLarge` when this process group uses more than one browser may, or the most of all while they use more than
   * they may together. Returns what ends the watching.
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
