import { RequestRefused } from '../../kernel/http/problem.ts'
import type { Raster } from '../raster.ts'
import { freeBytes } from './free-bytes.ts'
import type { RenderAnswer, RenderJobs, RenderKind } from './jobs.ts'

/** Runs pixel work in Workers, so that the event loop stays free. */
export interface RenderPool {
  /** @throws AppError what the job refused its input with; the signal's reason when it is aborted */
  run<Kind extends RenderKind>(
    kind: Kind,
    input: RenderJobs[Kind]['input'],
    signal?: AbortSignal,
  ): Promise<RenderJobs[Kind]['output']>
  /** Decodes a picture, whose bytes are gone afterwards. */
  decode(bytes: Uint8Array, signal?: AbortSignal): Promise<RenderJobs['picture']['output']>
  /**
   * Gives back a picture that no job uses any longer, for the next one to be decoded into: shared memory is freed late,
   * so that many pictures one after the other would take a gigabyte.
   */
  release(pixels: Raster): void
  /** Starts every worker. Resolves when all are ready. */
  warm(): Promise<void>
  /** Jobs that no worker has begun. */
  waiting(): number
  stop(): void
}

interface Job {
  kind: RenderKind
  /** What the worker is sent when it begins. */
  input: () => unknown
  resolve: (output: never) => void
  reject: (reason: unknown) => void
}

/** One worker: `post` sends a job's request, `terminate` ends it in the middle. */
export interface RenderWorker {
  post(message: unknown): void
  terminate(): void
}

export type StartWorker = (handlers: {
  onAnswer: (answer: RenderAnswer) => void
  onError: (message: string) => void
}) => RenderWorker

const jobMsMax = 60_000

/** `workers` at most run at once; one that fails or takes longer than a minute is replaced, and its job fails alone. */
export function createRenderPool(options: {
  workers: number
  startWorker: StartWorker
  jobMsMax?: number
}): RenderPool {
  const waiting: Job[] = []
  const slots: Slot[] = []
  const spares: SharedArrayBuffer[] = []
  let stopped = false

  const dispatch = () => {
    while (waiting.length > 0 && !stopped) {
      const idle = slots.find((slot) => slot.isIdle())
      if (idle === undefined && slots.length >= options.workers) return
      const slot = idle ?? createSlot(options, dispatch, (gone) => slots.splice(slots.indexOf(gone), 1))
      if (idle === undefined) slots.push(slot)
      const job = waiting.shift()
      if (job === undefined) return
      slot.begin(job)
    }
  }
  const enqueue = <Kind extends RenderKind>(
    kind: Kind,
    input: Job['input'],
    signal: AbortSignal | undefined,
  ): Promise<RenderJobs[Kind]['output']> =>
    new Promise((resolve, reject) => {
      if (stopped) return reject(new Error('the render pool has stopped'))
      if (signal?.aborted === true) return reject(signal.reason)
      const job: Job = { kind, input, resolve, reject }
      signal?.addEventListener(
        'abort',
        () => {
          const place = waiting.indexOf(job)
          if (place !== -1) waiting.splice(place, 1)
          reject(signal.reason)
        },
        { once: true },
      )
      waiting.splice(placeFor(kind, waiting), 0, job)
      dispatch()
    })
  const run: RenderPool['run'] = (kind, input, signal) => enqueue(kind, () => input, signal)
  return {
    run,
    decode: async (bytes, signal) => {
      const input = (): RenderJobs['picture']['input'] => ({ bytes, spare: spares.pop() })
      const picture = await enqueue('picture', input, signal)
      freeBytes([bytes])
      return picture
    },
    release: ({ data: { buffer } }) => {
      if (buffer instanceof SharedArrayBuffer && spares.length < options.workers) spares.push(buffer)
    },
    warm: async () => {
      await Promise.all(Array.from({ length: options.workers }, () => run('warm', {})))
    },
    waiting: () => waiting.length,
    stop: () => {
      stopped = true
      for (const job of waiting.splice(0)) job.reject(new Error('the render pool has stopped'))
      for (const slot of slots.splice(0)) slot.stop('the render pool has stopped')
    },
  }
}

/**
 * Assets come before all else: a run that has begun holds its decoded picture until they are made, so that finishing it
 * first bounds the memory of many runs at once.
 */
function placeFor(kind: RenderKind, waiting: readonly Job[]): number {
  if (kind !== 'asset') return waiting.length
  const place = waiting.findIndex((job) => job.kind !== 'asset')
  return place === -1 ? waiting.length : place
}

interface Slot {
  isIdle(): boolean
  begin(job: Job): void
  stop(reason: string): void
}

function createSlot(
  options: { startWorker: StartWorker; jobMsMax?: number },
  onFree: () => void,
  onGone: (slot: Slot) => void,
): Slot {
  let current: { id: number; job: Job; timer: ReturnType<typeof setTimeout> } | undefined
  let isReady = false
  let nextId = 0

  const end = (settle: (job: Job) => void) => {
    if (current === undefined) return
    clearTimeout(current.timer)
    const { job } = current
    current = undefined
    settle(job)
  }
  const fail = (reason: string) => {
    worker.terminate()
    onGone(slot)
    end((job) => job.reject(new Error(`Cannot finish the ${job.kind} job: ${reason}`)))
    onFree()
  }
  const post = () => {
    if (!isReady || current === undefined) return
    worker.post({ id: current.id, kind: current.job.kind, input: current.job.input() })
  }
  const worker = options.startWorker({
    onError: fail,
    onAnswer: (answer) => {
      if ('ready' in answer) {
        isReady = true
        return post()
      }
      if (answer.id !== current?.id) return
      end((job) => settle(job, answer))
      onFree()
    },
  })
  const slot: Slot = {
    isIdle: () => current === undefined,
    begin: (job) => {
      nextId += 1
      const timer = setTimeout(() => fail('it took too long'), options.jobMsMax ?? jobMsMax)
      current = { id: nextId, job, timer }
      post()
    },
    stop: (reason) => {
      worker.terminate()
      end((job) => job.reject(new Error(reason)))
    },
  }
  return slot
}

function settle(job: Job, answer: Exclude<RenderAnswer, { ready: true }>): void {
  if ('output' in answer) job.resolve(sameKind(answer.output))
  else if ('failed' in answer) job.reject(new Error(answer.failed))
  else {
    const { status, slug, message } = answer.refused
    job.reject(new RequestRefused(status, slug, message))
  }
}

/** The one place that relies on a worker answering a job of one kind with an output of the same kind. */
function sameKind(output: unknown): never {
  return output as never
}
