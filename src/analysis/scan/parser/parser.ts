import { messageOf } from '../../../kernel/errors.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Sitemap } from '../crawl/sitemap.ts'
import type { ParsedPage } from '../facts/fact.ts'
import type { Answer, Request } from './messages.ts'
import { ParseFailed } from './parse-failed.ts'
import type { ParseInput } from './parse-page.ts'
import { type ParseProcess, startParseProcess } from './parse-process.ts'

export { ParseFailed, type ParseFailure } from './parse-failed.ts'
export type { ParseInput } from './parse-page.ts'

export interface Parser {
  /**
   * Parses in a process of its own, so that no page can hold up, fill or crash this one.
   * @throws ParseFailed; the reason of `signal` when the caller gives up
   */
  parse(input: ParseInput, signal: AbortSignal): Promise<ParsedPage>
  /** @throws as `parse` */
  sitemap(input: Pick<ParseInput, 'body' | 'contentType'>, signal: AbortSignal): Promise<Sitemap>
  /** Starts all children now; resolves when they are up. The first page otherwise waits for its child. */
  warm(): Promise<void>
  /** Fails what waits and kills the children; resolves when they are gone. */
  close(): Promise<void>
}

export interface ParserOptions {
  /** How to start this program as a parse child. */
  command: readonly string[]
  log: Log
  /** Pages parsed at the same time. */
  size?: number
  /** Processor time for one page; a busy machine may stretch it to three times as long. */
  deadlineMs?: number
  /** Of one child; about half of it is what the runtime sets aside without using it. */
  memoryBytesMax?: number
  /** Pages that wait for their turn. */
  waitingMax?: number
}

const defaults = { size: 2, deadlineMs: 2_000, memoryBytesMax: 1024 * 1024 * 1024, waitingMax: 64 }
const childLimits = { startMs: 15_000, requestsMax: 200, busyMsMax: 30_000 }

interface Job {
  request: Request
  body: Uint8Array
  answered: PromiseWithResolvers<Answer>
}

interface Slot {
  process: ParseProcess | undefined
  busy: boolean
}

/** A few warm children that parse one page each at a time, and the queue in front of them. */
export function createParser({ command, log, ...given }: ParserOptions): Parser {
  const { size, deadlineMs, memoryBytesMax, waitingMax } = { ...defaults, ...given }
  const slots: Slot[] = Array.from({ length: size }, () => ({ process: undefined, busy: false }))
  const waiting: Job[] = []
  let closed = false

  const start = () => startParseProcess({ command, log, deadlineMs, memoryBytesMax, ...childLimits })

  const answer = async (slot: Slot, { request, body }: Job): Promise<Answer> => {
    if (!slot.process?.isUsable()) slot.process = start()
    if (!(await slot.process.ready)) throw new ParseFailed('crashed', 'the process for it did not start')
    return await slot.process.ask(request, body)
  }
  /** Has a fresh child ready for the next page. One that did not even start is tried again only for a page. */
  const renew = async (slot: Slot) => {
    const worn = slot.process
    if (worn === undefined || worn.isUsable()) return
    slot.process = undefined
    void worn.end()
    if ((await worn.ready) && !closed) slot.process = start()
  }
  const serve = async (slot: Slot, job: Job) => {
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
    next()
  }
  const next = () => {
    for (const slot of slots) {
      if (slot.busy) continue
      const job = waiting.shift()
      if (job === undefined) return
      void serve(slot, job)
    }
  }
  const submit = async (request: Request, body: Uint8Array, signal: AbortSignal): Promise<Answer> => {
    signal.throwIfAborted()
    if (closed) throw new ParseFailed('crashed', 'the parser is closed')
    if (waiting.length >= waitingMax) throw new ParseFailed('busy', 'too many pages are waiting')
    const job: Job = { request, body, answered: Promise.withResolvers() }
    const leave = () => {
      const place = waiting.indexOf(job)
      if (place !== -1) waiting.splice(place, 1)
      job.answered.reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    waiting.push(job)
    next()
    try {
      return await job.answered.promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  return {
    async parse({ url, body, contentType, headers, viaBrowser }, signal) {
      const answer = await submit({ kind: 'page', url, contentType, headers, viaBrowser }, body, signal)
      if (answer.kind !== 'page') throw new ParseFailed('crashed', 'the answer is not that of a page')
      return answer.page
    },
    async sitemap({ body, contentType }, signal) {
      const answer = await submit({ kind: 'sitemap', contentType }, body, signal)
      if (answer.kind !== 'sitemap') throw new ParseFailed('crashed', 'the answer is not that of a sitemap')
      return answer.sitemap
    },
    async warm() {
      if (closed) return
      for (const slot of slots) slot.process ??= start()
      await Promise.all(slots.map((slot) => slot.process?.ready))
    },
    async close() {
      closed = true
      for (const job of waiting.splice(0)) {
        job.answered.reject(new ParseFailed('crashed', 'the parser is closed'))
      }
      await Promise.all(slots.map((slot) => slot.process?.end()))
    },
  }
}
