import { RequestRefused } from '../../kernel/http/problem.ts'
import type { Raster } from '../images/raster.ts'
import { freeBytes } from './free-bytes.ts'
import type { RenderAnswer, RenderJobs, RenderKind } from './jobs.ts'

/** Runs pixel work in Workers, so that the event loop stays free. */
export interface RenderPool {
  /** @throws AppError when the job refuses its input; the signal's reason after an abort */
  run<Kind extends RenderKind>(
    kind: Kind,
    input: RenderJobs[Kind]['input'],
    signal?: AbortSignal,
  ): Promise<RenderJobs[Kind]['output']>
  /** Decodes a picture; its bytes are transferred. */
  decode(bytes: Uint8Array, signal?: AbortSignal): Promise<RenderJobs['picture']['output']>
  /**
   * Returns a picture that no job uses any more, to be reused for decoding: shared memory is freed late, and a sequence of
   * pictures would otherwise take a gigabyte.
   */
  release(pixels: Raster): void
  /** Starts every worker. Resolves when all are ready. */
  warm(): Promise<void>
  /** Queued jobs. */
  waiting(): number
  stop(): void
}

interface Job {
  kind: RenderKind
  /** Message that starts the job in the worker. */
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

/** At most `workers` run at once; one that fails or takes longer than a minute is replaced, and only its job fails. */
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
 * Assets have priority: a started run holds its decoded picture until they are rendered, so finishing it first bounds the
 * memory of concurrent runs.
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
