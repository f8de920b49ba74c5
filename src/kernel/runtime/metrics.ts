import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What an area reports when `/metrics` is read. */
export interface GaugeSource {
  name: string
  help: string
  /** Undefined leaves the gauge out for now. */
  read: () => number | undefined
}

export interface Metrics {
  /** Counts one finished request. `route` is a pattern, never a raw path. */
  observeRequest(method: string, route: string, status: number, seconds: number): void
  addGauges(sources: readonly GaugeSource[]): void
  counter(name: string, help: string): { increment(by?: number): void }
  text(): Promise<string>
  readonly contentType: string
}

/** Methods outside this list are counted as `other`, so that a stranger cannot make up new label values. */
const knownMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

export function createMetrics(): Metrics {
  const registry = new Registry()
  const requests = new Histogram({
    name: 'cairn_http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const children = new Map<string, ReturnType<typeof requests.labels>>()
  const memory: Gauge = new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of this process',
    registers: [registry],
    collect: () => memory.set(process.memoryUsage.rss()),
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When this process started, in seconds since the epoch',
    registers: [registry],
  }).set(Math.round(Date.now() / 1000 - process.uptime()))

  return {
    observeRequest(method, route, status, seconds) {
      const label = knownMethods.has(method) ? method : 'other'
      const key = `${label} ${status} ${route}`
      let child = children.get(key)
      if (child === undefined) {
        child = requests.labels(label, route, String(status))
        children.set(key, child)
      }
      child.observe(seconds)
    },
    addGauges(sources) {
      for (const { name, help, read } of sources) {
        const gauge = new Gauge({
          name,
          help,
          registers: [registry],
          collect: () => {
            const value = read()
            // `reset` would report 0, which is a measurement too.
            if (value === undefined) gauge.remove()
            else gauge.set(value)
          },
        })
      }
    },
    counter(name, help) {
      const counter = new Counter({ name, help, registers: [registry] })
      return { increment: (by = 1) => counter.inc(by) }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
