import { processMetrics } from './process-metrics.ts'

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
