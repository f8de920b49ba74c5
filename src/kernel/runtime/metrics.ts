import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What an area reports when `/metrics` is read. */
export interface GaugeSource {
  name: string
  help: string
  /** A gauge by default. */
  type?: 'counter'
  /** Undefined leaves the gauge out for now; a list has a value for each set of labels, such as `kind="logos"`. */
  read: () => number | readonly { labels: string; value: number }[] | undefined
}

export interface Metrics {
  /** Counts one finished request. `route` is a pattern, never a raw path. */
  observeRequest(method: string, route: string, status: number, seconds: number): void
  addGauges(sources: readonly GaugeSource[]): void
  /** All families in the text format of Prometheus. */
  text(): string
  readonly contentType: string
}

/** Counts in plain numbers: a library's call for each request costs more than the rest of a cached response. */
export function createMetrics(): Metrics {
  const requests = createRequestHistogram()
  const families: (() => string)[] = [requests.text]
  const addGauges: Metrics['addGauges'] = (sources) => {
    for (const { name, help, type = 'gauge', read } of sources)
      families.push(() => {
        const value = read() ?? []
        const samples =
          typeof value === 'number'
            ? [`${name} ${value}`]
            : value.map((one) => `${name}{${one.labels}} ${one.value}`)
        return familyOf(name, help, type, samples)
      })
  }
  addGauges(processMetrics())

  return {
    observeRequest: requests.observe,
    addGauges,
    text: () => families.map((text) => text()).join('\n'),
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
  }
}

function familyOf(name: string, help: string, type: string, samples: readonly string[]): string {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples, ''].join('\n')
}

/** Methods outside this list are counted as `other`, so that no caller can add label values. */
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']
const histogramName = 'cairn_http_request_duration_seconds'
/** In seconds. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  labels: string
  /** Requests per bucket, not cumulative; the last bucket is above all bounds. */
  counts: number[]
  seconds: number
}

function createRequestHistogram() {
  /** By route, then by method and status in one number. */
  const all = new Map<string, Map<number, Series>>()
  const seriesOf = (method: string, route: string, status: number): Series => {
    const ofRoute = all.get(route) ?? new Map<number, Series>()
    const methodIndex = methods.indexOf(method)
    const key = 1000 * methodIndex + status
    const known = ofRoute.get(key)
    if (known !== undefined) return known
    const labels = `method="${methods[methodIndex] ?? 'other'}",route="${route}",status="${status}"`
    const series = { labels, counts: Array(bounds.length + 1).fill(0), seconds: 0 }
    all.set(route, ofRoute.set(key, series))
    return series
  }
  const samplesOf = ({ labels, counts, seconds }: Series): string[] => {
    let total = 0
    const buckets = counts.map((count, index) => {
      total += count
      return `${histogramName}_bucket{le="${bounds[index] ?? '+Inf'}",${labels}} ${total}`
    })
    return [
      ...buckets,
      `${histogramName}_sum{${labels}} ${seconds}`,
      `${histogramName}_count{${labels}} ${total}`,
    ]
  }
  return {
    observe(method: string, route: string, status: number, seconds: number) {
      const series = seriesOf(method, route, status)
      let index = 0
      while (seconds > (bounds[index] ?? Number.POSITIVE_INFINITY)) index += 1
      series.counts[index] = (series.counts[index] ?? 0) + 1
      series.seconds += seconds
    },
    text: () => {
      const samples = [...all.values()].flatMap((ofRoute) => [...ofRoute.values()].flatMap(samplesOf))
      return familyOf(histogramName, 'Time from a request to its answer', 'histogram', samples)
    },
  }
}

/**
 * What every process reports, under the names that clients of Prometheus have in common. Event-loop delays are those
 * since the last reading. Descriptors are known on Linux only.
 */
function processMetrics() {
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
