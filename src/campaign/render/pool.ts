import { AppError } from '../../kernel/runtime/app-error.ts'
import { within } from '../../kernel/runtime/async.ts'
import { widerCallerOf } from '../../kernel/runtime/caller-networks.ts'
import { createFairTurns, type Work } from '../../kernel/runtime/fair-turns.ts'
import { campaignError } from '../errors.ts'
import type { Raster } from '../images/raster.ts'
import type { RenderAnswer, RenderJobs, RenderKind } from './jobs.ts'

/** For whom a job is done: callers take turns. `signal` ends the waiting, and the processes of a job that runs. */
export interface RenderReader {
  work?: Work
  signal?: AbortSignal | undefined
}

/** Runs pixel work in Workers, so that the event loop stays free. */
export interface RenderPool {
  /**
   * @throws AppError when the job refuses its input, too_many_at_once when too many files of one caller are in flight;
   * the signal's reason after an abort
   */
  run<Kind extends RenderKind>(
    kind: Kind,
    input: RenderJobs[Kind]['input'],
    reader?: RenderReader,
  ): Promise<RenderJobs[Kind]['output']>
  /** Decodes a picture; its bytes are transferred. */
  decode(bytes: Uint8Array, reader?: RenderReader): Promise<RenderJobs['picture']['output']>
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
/** Kinds whose input is a file of a caller, which may take as long as its limits allow. */
const fileKinds: ReadonlySet<RenderKind> = new Set([
  ...(['logo', 'photo', 'font', 'reencode', 'pixels', 'picture', 'cutOut'] as const),
])
/** Files of one caller that wait or are worked on. */
const filesInFlightMax = 8
const service: Work = { caller: 'service' }
const never = new AbortController().signal

/**
 * At most `workers` run at once; one that fails or takes longer than a minute is replaced, and only its job fails. Callers
 * take turns, and one worker is never for the files of a caller that has all the others. Jobs with a decoded picture, and
 * assets, have priority: a run holds its picture until they are done, so finishing it first bounds the memory of many runs.
 */
export function createRenderPool(options: {
  workers: number
  startWorker: StartWorker
  jobMsMax?: number
}): RenderPool {
  const turns = createFairTurns({ runningMax: options.workers })
  const slots: Slot[] = []
  const spares: SharedArrayBuffer[] = []
  const filesOf = new Map<string, number>()
  const stopping = new AbortController()

  const idleSlot = (): Slot => {
    const idle = slots.find((slot) => slot.isIdle())
    if (idle !== undefined) return idle
    const slot = createSlot(options, (gone) => slots.splice(slots.indexOf(gone), 1))
    slots.push(slot)
    return slot
  }
  const countFile = (caller: string, change: number) => {
    const count = (filesOf.get(caller) ?? 0) + change
    if (count > filesInFlightMax) throw campaignError('too_many_at_once', filesInFlightMax)
    if (count === 0) filesOf.delete(caller)
    else filesOf.set(caller, count)
  }
  const enqueue = async <Kind extends RenderKind>(
    kind: Kind,
    input: Job['input'],
    { work = service, signal = never }: RenderReader,
    isUrgent = false,
  ): Promise<RenderJobs[Kind]['output']> => {
    const either = AbortSignal.any([signal, stopping.signal])
    either.throwIfAborted()
    const isFile = fileKinds.has(kind) && work !== service
    const caller = widerCallerOf(work.caller) ?? work.caller
    if (isFile) countFile(caller, 1)
    // A place is free again once its worker is, which may be after the caller has left.
    const done = turns
      .run(work, either, () => idleSlot().run({ kind, input }, either), {
        isUrgent,
        isShort: !isFile,
      })
      .finally(() => {
        if (isFile) countFile(caller, -1)
      })
    return sameKind(await within(done, either))
  }
  const run: RenderPool['run'] = (kind, input, reader = {}) =>
    enqueue(kind, () => input, reader, kind === 'asset' || hasPicture(input))
  return {
    run,
    decode: async (bytes, reader = {}) => {
      const input = (): RenderJobs['picture']['input'] => ({ bytes, spare: spares.pop() })
      const picture = await enqueue('picture', input, reader)
      freeBytes([bytes])
      return picture
    },
    release: ({ data: { buffer } }) => {
      if (buffer instanceof SharedArrayBuffer && spares.length < options.workers) spares.push(buffer)
    },
    warm: async () => {
      await Promise.all(Array.from({ length: options.workers }, () => run('warm', {})))
    },
    waiting: () => turns.waiting,
    stop: () => {
      stopping.abort(new Error('the render pool has stopped'))
      for (const slot of slots.splice(0)) slot.stop('the render pool has stopped')
    },
  }
}

interface Slot {
  isIdle(): boolean
  /** @throws what the job throws; an abort ends its processes, and the job then ends as refused */
  run(job: Job, signal: AbortSignal): Promise<unknown>
  stop(reason: string): void
}

function createSlot(
  options: { startWorker: StartWorker; jobMsMax?: number },
  onGone: (slot: Slot) => void,
): Slot {
  let current: (PromiseWithResolvers<unknown> & { id: number; job: Job }) | undefined
  let isReady = false
  let nextId = 0

  const fail = (reason: string) => {
    worker.terminate()
    onGone(slot)
    current?.reject(new Error(`Cannot finish the ${current.job.kind} job: ${reason}`))
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
      if (answer.id === current?.id) settle(current, answer)
    },
  })
  const slot: Slot = {
    isIdle: () => current === undefined,
    run: async (job, signal) => {
      nextId += 1
      const mine = { ...Promise.withResolvers<unknown>(), id: nextId, job }
      current = mine
      const timer = setTimeout(() => fail('it took too long'), options.jobMsMax ?? jobMsMax)
      const cancel = () => worker.post({ cancel: mine.id })
      signal.addEventListener('abort', cancel, { once: true })
      try {
        post()
        return await mine.promise
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', cancel)
        current = undefined
      }
    },
    stop: (reason) => {
      worker.terminate()
      current?.reject(new Error(reason))
    },
  }
  return slot
}

function settle(
  { resolve, reject }: Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>,
  answer: Exclude<RenderAnswer, { ready: true }>,
): void {
  if ('output' in answer) resolve(answer.output)
  else if ('failed' in answer) reject(new Error(answer.failed))
  else {
    const { message: text, slug, ...facts } = answer.refused
    reject(new AppError(slug, { ...facts, text }))
  }
}

/** Whether a job needs a picture that was decoded for its run. */
function hasPicture(input: object): boolean {
  return 'scene' in input && Reflect.get(Object(input.scene), 'kind') === 'picture'
}

/** The one place that relies on a worker answering a job of one kind with an output of the same kind. */
function sameKind(output: unknown): never {
  return output as never
}

/** Frees unused bytes at once: otherwise hundreds of megabytes accumulate before a collection. */
export function freeBytes(views: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of views)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
