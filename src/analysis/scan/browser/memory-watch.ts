import { processFile, processIds, statusFields } from '../processes.ts'
import type { BrowserLimits } from './limits.ts'

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
    const usages = [...usagesOf([...watched.keys()])].sort(([, a], [, b]) => b.privateBytes - a.privateBytes)
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

interface GroupUsage {
  /** Running processes, without zombies. */
  processes: number
  /** Sum of private memory; shared libraries are not counted. */
  privateBytes: number
}

const pageBytes = 4096

/** Current usage of a process group; nothing on systems other than Linux. */
export function groupUsage(group: number): GroupUsage | undefined {
  return groupUsages([group]).get(group)
}

/** Current usage of these process groups from one pass over all processes. */
function groupUsages(groups: readonly number[]): Map<number, GroupUsage> {
  const usages = new Map(groups.map((group) => [group, { processes: 0, privateBytes: 0 }]))
  for (const id of processIds()) {
    const [state, , group] = statusFields(id)
    const usage = state === 'Z' || state === 'X' ? undefined : usages.get(Number(group))
    if (usage === undefined) continue
    const [, resident, shared] = processFile(id, 'statm').split(' ')
    if (resident === undefined || shared === undefined) continue
    usage.processes++
    usage.privateBytes += (Number(resident) - Number(shared)) * pageBytes
  }
  return usages
}

/**
 * Processes with a file below `folder` in their arguments, in any process group: crash handlers run outside the
 * browser's group, and one that traces a dying renderer never exits.
 */
export function processesNaming(folder: string): number[] {
  return processIds().filter((id) => processFile(id, 'cmdline').includes(`=${folder}/`))
}
