import { expect, test } from 'bun:test'
import { createMetrics } from '../../../src/kernel/runtime/metrics.ts'

test('requests are counted by method, route pattern and status, with the time they took', async () => {
  const metrics = createMetrics()
  metrics.observeRequest('GET', '/api/ens/:name', 200, 0.003)
  metrics.observeRequest('GET', '/api/ens/:name', 200, 0.3)
  metrics.observeRequest('GET', '/api/ens/:name', 404, 0.003)
  const text = await metrics.text()
  const series = 'cairn_http_request_duration_seconds'
  const labels = 'method="GET",route="/api/ens/:name",status="200"'
  expect(text).toContain(`${series}_count{${labels}} 2`)
  expect(text).toContain(`${series}_bucket{le="0.005",${labels}} 1`)
  expect(text).toContain(`${series}_count{method="GET",route="/api/ens/:name",status="404"} 1`)
})

test('all unknown methods are one series, so that callers cannot add series', async () => {
  const metrics = createMetrics()
  for (const method of ['PROPFIND', 'FOO', 'get', 'A\nB']) metrics.observeRequest(method, 'none', 405, 0.001)
  const text = await metrics.text()
  expect(text).toContain('_count{method="other",route="none",status="405"} 4')
  expect(text.match(/_count\{/g)).toHaveLength(1)
})

test('a gauge is read when it is asked for, and left out while there is nothing to report', async () => {
  const metrics = createMetrics()
  let value: number | undefined
  metrics.addGauges([{ name: 'cairn_head_block', help: 'Newest block', read: () => value }])
  const samples = async () =>
    (await metrics.text()).split('\n').filter((line) => line.startsWith('cairn_head_block'))
  expect(await samples()).toEqual([])
  value = 0
  expect(await samples()).toEqual(['cairn_head_block 0'])
  value = 7
  expect(await samples()).toEqual(['cairn_head_block 7'])
  value = undefined
  expect(await samples()).toEqual([])
})

test('the text has HELP and TYPE for each family, and the memory of this process', async () => {
  const metrics = createMetrics()
  const text = await metrics.text()
  expect(metrics.contentType).toStartWith('text/plain; version=0.0.4')
  expect(text).toMatch(
    /^# HELP process_resident_memory_bytes .+\n# TYPE process_resident_memory_bytes gauge$/m,
  )
  expect(Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(1_000_000)
  expect(text.endsWith('\n')).toBe(true)
})

test('the process reports its CPU time, descriptors, and the longest delay of its event loop', async () => {
  const metrics = createMetrics()
  const read = async (name: string) =>
    Number(new RegExp(`^${name} ([\\d.e+-]+)$`, 'm').exec(metrics.text())?.[1])
  expect(metrics.text()).toContain('# TYPE process_cpu_seconds_total counter')
  expect(await read('process_cpu_seconds_total')).toBeGreaterThan(0)
  if (process.platform === 'linux') {
    const open = await read('process_open_fds')
    expect(open).toBeGreaterThan(2)
    expect(await read('process_max_fds')).toBeGreaterThan(open)
  }
  await Bun.sleep(50)
  Bun.sleepSync(200)
  await Bun.sleep(50)
  expect(await read('cairn_event_loop_delay_seconds')).toBeGreaterThan(0.15)
})
