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
    choice: {
      layout: 'panel',
      ground: 'paper',
      palette: [],
      gamma: 1,
      face: 'sans',
      logo: 0,
      pictograms: [],
      isSober: false,
      logoTones: [],
      warnings: [],
    },
    seed: 1,
    controls: defaultControls,
    copy: defaultCopy,
    logos: [],
    digitalSourceType: '',
  },
}

interface FakeWorker {
  /** Ids of the jobs it was sent. */
  sent: number[]
  kinds: string[]
  /** Ids of the jobs that it was sent to end. */
  canceled: number[]
  answer(answer: RenderAnswer): void
  fail(message: string): void
  isTerminated: boolean
}

/** Until the pool has done what follows from what just happened. */
const turn = () => Bun.sleep(0)

function startPool(workers: number, jobMsMax?: number) {
  const started: FakeWorker[] = []
  const startWorker: StartWorker = ({ onAnswer, onError }) => {
    const fake: FakeWorker = {
      sent: [],
      kinds: [],
      canceled: [],
      answer: onAnswer,
      fail: onError,
      isTerminated: false,
    }
    started.push(fake)
    return {
      post: (message) => {
        if (typeof message === 'object' && message !== null && 'id' in message)
          fake.sent.push(Number(message.id))
        if (typeof message === 'object' && message !== null && 'kind' in message)
          fake.kinds.push(String(message.kind))
        if (typeof message === 'object' && message !== null && 'cancel' in message)
          fake.canceled.push(Number(message.cancel))
      },
      terminate: () => {
        fake.isTerminated = true
      },
    }
  }
  const real = createRenderPool({ workers, startWorker, ...(jobMsMax !== undefined && { jobMsMax }) })
  // Rejections are looked at later.
  const pool: RenderPool = {
    ...real,
    run: (...call) => {
      const job = real.run(...call)
      job.catch(() => {})
      return job
    },
  }
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
  await turn()
  expect([worker(0).sent, pool.waiting()]).toEqual([[], 1])
  worker(0).answer({ ready: true })
  await turn()
  expect(worker(0).sent).toEqual([1])
  worker(0).answer({ id: 1, output: {} })
  await turn()
  expect([await first, worker(0).sent]).toEqual([{}, [1, 2]])
  worker(0).answer({ id: 2, output: {} })
  await turn()
  expect(await second).toEqual({})
})

test('runs that have begun are finished before others begin', async () => {
  const { pool, worker } = startPool(1)
  const bytes = new Uint8Array()
  for (const kind of ['warm', 'picture', 'logo'] as const)
    void (kind === 'warm' ? pool.run(kind, {}) : pool.run(kind, { bytes }))
  const { request, fonts, scene } = assetInput
  const decoded = { kind: 'picture' } as unknown as typeof scene
  const layoutRequest = request as unknown as RenderJobs['layouts']['input']['request']
  pool.run('layouts', { request: layoutRequest, fonts, scene })
  pool.run('layouts', { request: layoutRequest, fonts, scene: decoded })
  pool.run('asset', assetInput)
  await turn()
  worker(0).answer({ ready: true })
  await turn()
  for (let id = 1; id <= 5; id += 1) {
    worker(0).answer({ id, output: {} })
    await turn()
  }
  expect(worker(0).kinds).toEqual(['warm', 'layouts', 'asset', 'picture', 'logo', 'layouts'])
})

test('no more workers are started than may run at once', async () => {
  const { pool, started } = startPool(2)
  for (let count = 0; count < 5; count += 1) pool.run('warm', {})
  await turn()
  expect([started.length, pool.waiting()]).toEqual([2, 3])
})

test('a refusal keeps its status, slug and message', async () => {
  const { pool, worker } = startPool(1)
  const job = pool.run('warm', {})
  await turn()
  worker(0).answer({ ready: true })
  await turn()
  worker(0).answer({
    id: 1,
    refused: { status: 422, slug: 'image_rejected', message: 'Too large', fields: [] },
  })
  await turn()
  await expect(job).rejects.toMatchObject({ status: 422, slug: 'image_rejected', message: 'Too large' })
})

test('a worker that fails is replaced, and only its own job fails', async () => {
  const { pool, started, worker } = startPool(1)
  const [first, second] = [pool.run('warm', {}), pool.run('warm', {})]
  await turn()
  worker(0).answer({ ready: true })
  await turn()
  worker(0).fail('out of memory')
  await turn()
  await expect(first).rejects.toThrow('out of memory')
  expect([started.length, worker(0).isTerminated]).toEqual([2, true])
  worker(1).answer({ ready: true })
  await turn()
  worker(1).answer({ id: 1, output: {} })
  await turn()
  expect(await second).toEqual({})
})

test('a job that takes too long is ended with its worker', async () => {
  const { pool, worker } = startPool(1, 5)
  const job = pool.run('warm', {})
  await turn()
  worker(0).answer({ ready: true })
  await turn()
  await expect(job).rejects.toThrow('it took too long')
  expect(worker(0).isTerminated).toBe(true)
})

test('a job whose caller is gone leaves the queue, and the answer of one that runs is dropped', async () => {
  const { pool, worker } = startPool(1)
  const gone = new AbortController()
  const running = pool.run('warm', {}, { signal: gone.signal })
  const waiting = pool.run('warm', {}, { signal: gone.signal })
  const other = pool.run('warm', {})
  await turn()
  worker(0).answer({ ready: true })
  await turn()
  gone.abort(new Error('hung up'))
  await turn()
  await expect(running).rejects.toThrow('hung up')
  await expect(waiting).rejects.toThrow('hung up')
  expect(pool.waiting()).toBe(1)
  worker(0).answer({ id: 1, output: {} })
  await turn()
  worker(0).answer({ id: 2, output: {} })
  await turn()
  expect(await other).toEqual({})
})

test('files of a caller that floods the pool leave a worker to the others, and callers of one network count as one', async () => {
  const { pool, worker } = startPool(2)
  const file = (caller: string) => pool.run('logo', { bytes: new Uint8Array() }, { work: { caller } })
  const flood = Array.from({ length: 8 }, (_, index) => file(`v6:net:${index}`))
  await expect(file('v6:net:9')).rejects.toMatchObject({ status: 429, slug: 'too_many_in_flight' })
  const other = file('other')
  await turn()
  for (const index of [0, 1]) worker(index).answer({ ready: true })
  await turn()
  expect([worker(0).kinds, worker(1).kinds]).toEqual([['logo'], ['logo']])
  worker(1).answer({
    id: 1,
    refused: { status: 422, slug: 'image_rejected', message: 'Too large', fields: [] },
  })
  await turn()
  await expect(other).rejects.toThrow('Too large')
  // The flood has one worker only, whether others wait or not; a run's own jobs take the free one.
  expect(worker(1).kinds).toEqual(['logo'])
  pool.run('asset', assetInput, { work: { caller: 'v6:net:1' } })
  await turn()
  expect(worker(1).kinds).toEqual(['logo', 'asset'])
  for (let id = 1; id <= 8; id += 1) {
    worker(0).answer({
      id,
      refused: { status: 422, slug: 'image_rejected', message: 'Too large', fields: [] },
    })
    await turn()
    await expect(flood[id - 1]).rejects.toThrow('Too large')
  }
  expect(worker(0).kinds).toEqual(Array.from({ length: 8 }, () => 'logo'))
  file('v6:net:9')
  await turn()
  expect(worker(0).kinds).toHaveLength(9)
})

test('callers take turns, however many files one of them has sent', async () => {
  const { pool, worker } = startPool(1)
  const ended: string[] = []
  for (const caller of ['one', 'one', 'one', 'two', 'two', 'three'])
    pool.run('logo', { bytes: new Uint8Array() }, { work: { caller } }).then(
      () => {},
      () => ended.push(caller),
    )
  await turn()
  worker(0).answer({ ready: true })
  await turn()
  for (let id = 1; id <= 6; id += 1) {
    worker(0).answer({ id, failed: 'broken' })
    await turn()
  }
  expect(ended).toEqual(['one', 'two', 'three', 'one', 'two', 'one'])
})

test('the processes of a job end when its caller leaves, and its worker is free once it says so', async () => {
  const { pool, worker } = startPool(1)
  const gone = new AbortController()
  const job = pool.run('logo', { bytes: new Uint8Array() }, { work: { caller: 'one' }, signal: gone.signal })
  await turn()
  worker(0).answer({ ready: true })
  await turn()
  const next = pool.run('warm', {})
  await turn()
  gone.abort(new Error('hung up'))
  await turn()
  await expect(job).rejects.toThrow('hung up')
  expect([worker(0).canceled, worker(0).kinds]).toEqual([[1], ['logo']])
  worker(0).answer({ id: 1, refused: { status: 422, slug: 'image_rejected', message: 'ended', fields: [] } })
  await turn()
  expect(worker(0).kinds).toEqual(['logo', 'warm'])
  worker(0).answer({ id: 2, output: {} })
  await turn()
  expect(await next).toEqual({})
})

test('stopping ends the workers and every job', async () => {
  const { pool, worker } = startPool(1)
  const jobs = [pool.run('warm', {}), pool.run('warm', {})]
  await turn()
  pool.stop()
  for (const job of jobs) await expect(job).rejects.toThrow('the render pool has stopped')
  expect(worker(0).isTerminated).toBe(true)
  await expect(pool.run('warm', {})).rejects.toThrow('the render pool has stopped')
})
