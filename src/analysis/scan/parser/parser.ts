import { messageOf } from '../../../kernel/runtime/errors.ts'
import { createFairTurns, type Work } from '../../../kernel/runtime/fair-turns.ts'
import type { Log } from '../../../kernel/runtime/log.ts'
import type { Sitemap } from '../crawl/sitemap.ts'
import type { RobotsAnswer, RobotsQuestion } from '../robots/robots-reader.ts'
import { type Answer, type Request, resultOf } from './messages.ts'
import { ParseFailed } from './parse-failed.ts'
import type { ParseInput } from './parse-page.ts'
import { type ParseProcess, startParseProcess } from './parse-process.ts'
import type { ParsedPage } from './parsed-page.ts'

export { ParseFailed, type ParseFailure } from './parse-failed.ts'
export type { ParseInput } from './parse-page.ts'

/** Requests of one scan. */
export interface Parser {
  /**
   * Parses in a separate process, so that no page can block, fill or crash this one.
   * @throws ParseFailed; the reason of `signal` when the caller aborts
   */
  parse(input: ParseInput, signal: AbortSignal): Promise<ParsedPage>
  /** @throws as `parse` */
  sitemap(input: Pick<ParseInput, 'body' | 'contentType'>, signal: AbortSignal): Promise<Sitemap>
  /** Evaluates a robots.txt. @throws as `parse` */
  robots(input: RobotsQuestion & { body: Uint8Array }, signal: AbortSignal): Promise<RobotsAnswer>
}

export interface ParserPool {
  /** Children are shared fairly between callers, and between the scans of one caller. */
  forScan(work: Work): Parser
  /** Starts one child now, and the others when a scan begins; resolves when the one is ready. */
  warm(): Promise<void>
  /** Rejects queued requests and kills the children; resolves when they have exited. */
  close(): Promise<void>
}

export interface ParserOptions extends Partial<typeof defaults> {
  /** The command that starts a parse child. */
  command: readonly string[]
  log: Log
}

const defaults = {
  /** Pages parsed at the same time. */
  size: 2,
  /** Processor time for one page; on a busy machine up to three times as much wall clock time. */
  deadlineMs: 2_000,
  /** Per child; about half of it is reserved but not used by the runtime. */
  memoryBytesMax: 1024 * 1024 * 1024,
  /** Queued pages. */
  waitingMax: 64,
  /** Requests after which a child is replaced. */
  requestsPerChildMax: 1_000,
}
/** A child whose scan was aborted may finish within this time, as a new one costs more. */
const abandonedMsMax = 250
const childLimits = { startMs: 15_000, busyMsMax: 30_000 }

interface Job {
  request: Request
  body: Uint8Array
  signal: AbortSignal
  answered: PromiseWithResolvers<Answer>
}

interface Slot {
  process: ParseProcess | undefined
  busy: boolean
}

/** A pool of warm children that parse one page each at a time, and their queue. */
export function createParser({ command, log, ...given }: ParserOptions): ParserPool {
  const { size, deadlineMs, memoryBytesMax, waitingMax, requestsPerChildMax } = { ...defaults, ...given }
  const slots: Slot[] = Array.from({ length: size }, () => ({ process: undefined, busy: false }))
  const turns = createFairTurns({ runningMax: size })
  const closing = new AbortController()
  let isWarm = false

  const start = () =>
    startParseProcess({
      command,
      log,
      deadlineMs,
      memoryBytesMax,
      requestsMax: requestsPerChildMax,
      ...childLimits,
    })

  const answer = async (slot: Slot, { request, body, signal }: Job): Promise<Answer> => {
    if (!slot.process?.isUsable()) slot.process = start()
    const { process } = slot
    const isReady = await process.ready
    closing.signal.throwIfAborted()
    if (!isReady) throw new ParseFailed('busy', 'no process for it could be started')
    signal.throwIfAborted()
    let timer: ReturnType<typeof setTimeout> | undefined
    const abandon = () => {
      timer = setTimeout(() => void process.end(), abandonedMsMax)
    }
    signal.addEventListener('abort', abandon, { once: true })
    try {
      return await process.ask(request, body)
    } finally {
      signal.removeEventListener('abort', abandon)
      clearTimeout(timer)
    }
  }
  /** Starts a new child for the next page. A child that failed to start is only retried on demand. */
  const renew = async (slot: Slot) => {
    const worn = slot.process
    if (worn === undefined || worn.isUsable()) return
    slot.process = undefined
    void worn.end()
    if ((await worn.ready) && !closing.signal.aborted) slot.process = start()
  }
  const serve = async (job: Job) => {
    const slot = slots.find(({ busy }) => !busy)
    if (slot === undefined) throw new Error('more jobs run than there are children')
    slot.busy = true
    try {
      job.answered.resolve(await answer(slot, job))
      await renew(slot)
    } catch (error) {
      job.answered.reject(error instanceof ParseFailed ? error : new ParseFailed('crashed', messageOf(error)))
      await renew(slot).catch((cause: unknown) =>
        log.warn('no parse child can be started', { error: messageOf(cause) }),
      )
    }
    slot.busy = false
  }
  const submit = async (
    work: Work,
    signal: AbortSignal,
    { request, body }: Pick<Job, 'request' | 'body'>,
  ): Promise<Answer> => {
    signal.throwIfAborted()
    closing.signal.throwIfAborted()
    if (turns.waiting >= waitingMax) throw new ParseFailed('busy', 'too many pages are waiting')
    const job: Job = { request, body, signal, answered: Promise.withResolvers() }
    const { promise, reject } = job.answered
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    turns.run(work, AbortSignal.any([signal, closing.signal]), () => serve(job)).catch(reject)
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  return {
    forScan(work) {
      if (isWarm && !closing.signal.aborted) for (const slot of slots) slot.process ??= start()
      return {
        parse: async ({ body, ...page }, signal) =>
          resultOf('page', await submit(work, signal, { request: { kind: 'page', ...page }, body })),
        sitemap: async ({ body, contentType }, signal) =>
          resultOf(
            'sitemap',
            await submit(work, signal, { request: { kind: 'sitemap', contentType }, body }),
          ),
        robots: async ({ body, ...question }, signal) =>
          resultOf('robots', await submit(work, signal, { request: { kind: 'robots', ...question }, body })),
      }
    },
    async warm() {
      const [first] = slots
      if (first === undefined || closing.signal.aborted) return
      isWarm = true
      first.process ??= start()
      await first.process.ready
    },
    async close() {
      closing.abort(new ParseFailed('crashed', 'the parser is closed'))
      await Promise.all(slots.map((slot) => slot.process?.end()))
    },
  }
}
