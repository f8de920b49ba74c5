import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * What every process reports, under the names that clients of Prometheus have in common. Event-loop delays are those
 * since the last reading. Descriptors are known on Linux only.
 */
export function processMetrics() {
  const startedAt = Math.round(Date.now() / 1000 - process.uptime())
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'User and system CPU time of this process',
      type: 'counter' as const,
      read: () => {
        const { user, system } = process.cpuUsage()
        return (user + system) / 1e6
      },
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of this process',
      read: () => process.memoryUsage.rss(),
    },
    {
      name: 'process_heap_bytes',
      help: 'Heap of JavaScript in use',
      read: () => process.memoryUsage().heapUsed,
    },
    {
      name: 'process_start_time_seconds',
      help: 'When this process started, in seconds since the epoch',
      read: () => startedAt,
    },
    {
      name: 'process_open_fds',
      help: 'Open file descriptors',
      read: () => onLinux(() => readdirSync('/proc/self/fd').length),
    },
    {
      name: 'process_max_fds',
      help: 'Most file descriptors that may be open',
      read: () =>
        onLinux(() => {
          const most = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
          return most === undefined ? undefined : Number(most)
        }),
    },
    {
      name: 'cairn_event_loop_delay_seconds',
      help: 'Longest delay of the event loop since the last reading',
      read: () => {
        const longest = delay.max / 1e9
        delay.reset()
        return longest
      },
    },
  ]
}

function onLinux(read: () => number | undefined): number | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
