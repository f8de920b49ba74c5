import { afterEach, expect, test } from 'bun:test'
import { defaultControls, defaultCopy } from '../../../src/campaign/compose/controls.ts'
import type { RenderAnswer, RenderJobs } from '../../../src/campaign/render/jobs.ts'
import { createRenderPool, type RenderPool, type StartWorker } from '../../../src/campaign/render/pool.ts'
import { planScene } from '../../../src/campaign/scene/procedural/plan-scene.ts'

/** Jobs that a test leaves unfinished would fail by their time limit while others run. */
const pools: RenderPool[] = []
afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop()
})

const assetInput: RenderJobs['asset']['input'] = {
  scene: { kind: 'procedural', plan: planScene({ brief: 'sea', palette: [], seed: 1 }) },
  fonts: {},
  request: {
    format: 'square',
    choice: { layout: 'panel', ground: 'paper', palette: [], gamma: 1, face: 'sans', logo: 0, warnings: [] },
    seed: 1,
    controls: defaultControls,
    copy: defaultCopy,
    palette: [],
    logos: [],
    digitalSourceType: '',
  },
}

interface FakeWorker {
  /** Ids of the jobs it was sent. */
  sent: number[]
  kinds: string[]
  answer(answer: RenderAnswer): void
  fail(message: string): void
  isTerminated: boolean
}

function startPool(workers: number, jobMsMax?: number) {
  const started: FakeWorker[] = []
  const startWorker: StartWorker = ({ onAnswer, onError }) => {
    const fake: FakeWorker = { sent: [], kinds: [], answer: onAnswer, fail: onError, isTerminated: false }
    started.push(fake)
    return {
      post: (message) => {
        if (typeof message === 'object' && message !== null && 'id' in message)
          fake.sent.push(Number(message.id))
        if (typeof message === 'object' && message !== null && 'kind' in message)
          fake.kinds.push(String(message.kind))
      },
      terminate: () => {
        fake.isTerminated = true
      },
    }
  }
  const pool = createRenderPool({ workers, startWorker, ...(jobMsMax !== undefined && { jobMsMax }) })
  pools.push(pool)
  const worker = (index: number) => {
    const found = started[index]
    if (found === undefined) throw new Error(`there is no worker ${index}`)
    return found
  }
  return { pool, started, worker }
}

test('a worker is sent its first job when it reports to be ready, and the next when it has answered', async () => {
  const { pool, worker } = startPool(1)
  const [first, second] = [pool.run('warm', {}), pool.run('warm', {})]
  expect([worker(0).sent, pool.waiting()]).toEqual([[], 1])
  worker(0).answer({ ready: true })
  expect(worker(0).sent).toEqual([1])
  worker(0).answer({ id: 1, output: {} })
  expect([await first, worker(0).sent]).toEqual([{}, [1, 2]])
  worker(0).answer({ id: 2, output: {} })
  expect(await second).toEqual({})
})

test('runs that have begun are finished before others begin', async () => {
  const { pool, worker } = startPool(1)
  const bytes = new Uint8Array()
  for (const kind of ['warm', 'picture', 'logo'] as const)
    (kind === 'warm' ? pool.run(kind, {}) : pool.run(kind, { bytes })).catch(() => {})
  pool.run('asset', assetInput).catch(() => {})
  worker(0).answer({ ready: true })
  for (let id = 1; id <= 3; id += 1) worker(0).answer({ id, output: {} })
  expect(worker(0).kinds).toEqual(['warm', 'asset', 'picture', 'logo'])
})

test('no more workers are started than may run at once', () => {
  const { pool, started } = startPool(2)
  for (let count = 0; count < 5; count += 1) pool.run('warm', {}).catch(() => {})
  expect([started.length, pool.waiting()]).toEqual([2, 3])
})

test('a refusal keeps its status, slug and message', async () => {
  const { pool, worker } = startPool(1)
  const job = pool.run('warm', {})
  worker(0).answer({ ready: true })
  worker(0).answer({ id: 1, refused: { status: 422, slug: 'image_rejected', message: 'Too large' } })
  await expect(job).rejects.toMatchObject({ status: 422, slug: 'image_rejected', message: 'Too large' })
})

test('a worker that fails is replaced, and only its own job fails', async () => {
  const { pool, started, worker } = startPool(1)
  const [first, second] = [pool.run('warm', {}), pool.run('warm', {})]
  worker(0).answer({ ready: true })
  worker(0).fail('out of memory')
  await expect(first).rejects.toThrow('out of memory')
  expect([started.length, worker(0).isTerminated]).toEqual([2, true])
  worker(1).answer({ ready: true })
  worker(1).answer({ id: 1, output: {} })
  expect(await second).toEqual({})
})

test('a job that takes too long is ended with its worker', async () => {
  const { pool, worker } = startPool(1, 5)
  const job = pool.run('warm', {})
  worker(0).answer({ ready: true })
  await expect(job).rejects.toThrow('it took too long')
  expect(worker(0).isTerminated).toBe(true)
})

test('a job whose caller is gone leaves the queue, and the answer of one that runs is dropped', async () => {
  const { pool, worker } = startPool(1)
  const gone = new AbortController()
  const running = pool.run('warm', {}, gone.signal)
  const waiting = pool.run('warm', {}, gone.signal)
  const other = pool.run('warm', {})
  worker(0).answer({ ready: true })
  gone.abort(new Error('hung up'))
  await expect(running).rejects.toThrow('hung up')
  await expect(waiting).rejects.toThrow('hung up')
  expect(pool.waiting()).toBe(1)
  worker(0).answer({ id: 1, output: {} })
  worker(0).answer({ id: 2, output: {} })
  expect(await other).toEqual({})
})

test('stopping ends the workers and every job', async () => {
  const { pool, worker } = startPool(1)
  const jobs = [pool.run('warm', {}), pool.run('warm', {})]
  pool.stop()
  for (const job of jobs) await expect(job).rejects.toThrow('the render pool has stopped')
  expect(worker(0).isTerminated).toBe(true)
  await expect(pool.run('warm', {})).rejects.toThrow('the render pool has stopped')
})
