import type { Log } from '../../../kernel/runtime/log.ts'
import { createFrameReader, encodeHead } from './frames.ts'
import { childEnvironment, limitCommand } from './limit-command.ts'
import { type Answer, answerBytesMax, answerOf, type Request } from './messages.ts'
import { ParseFailed, type ParseFailure } from './parse-failed.ts'
import { processorMs } from './processor-time.ts'

/** One child process. */
export interface ParseProcess {
  /** Resolves when the child is ready; false when it exited before. */
  ready: Promise<boolean>
  /** Whether it can take another request. */
  isUsable(): boolean
  /** One request at a time. @throws ParseFailed when the child exits before its answer, or exceeds the deadline */
  ask(request: Request, body: Uint8Array): Promise<Answer>
  /** Kills it; resolves when it has exited. */
  end(): Promise<void>
}

export interface ParseProcessOptions {
  command: readonly string[]
  /** Processor time for one request, from its first byte. */
  deadlineMs: number
  /** Processor time for the start of a child. */
  startMs: number
  memoryBytesMax: number
  /** Requests after which the child is replaced. */
  requestsMax: number
  /** Busy time after which the child is replaced. */
  busyMsMax: number
  log: Log
}

const pieceBytes = 64 * 1024
const errorTextMax = 2_000
/** Threads of the runtime count too, so processor time exceeds busy time. */
const cpuSecondsPerBusySecond = 4

export function startParseProcess(options: ParseProcessOptions): ParseProcess {
  const { deadlineMs, memoryBytesMax, log } = options
  const cpuSecondsMax = Math.ceil((options.busyMsMax + deadlineMs) / 1000) * cpuSecondsPerBusySecond
  const child = Bun.spawn([...limitCommand(options.command, { memoryBytesMax, cpuSecondsMax })], {
    cwd: '/',
    env: childEnvironment(),
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let killedFor: ParseFailure | undefined
  let waiting: PromiseWithResolvers<Answer> | undefined
  let requests = 0
  let busyMs = 0
  let worn = false
  let isGone = false
  const up = Promise.withResolvers<boolean>()

  const kill = (reason: ParseFailure) => {
    if (isGone) return
    killedFor ??= reason
    child.kill('SIGKILL')
  }
  const take = (answer: Answer) => {
    if (answer.kind === 'ready') {
      if (!answer.memoryLimited) warnOnce(log)
      up.resolve(true)
    } else {
      // Memory that it retains is missing for later pages.
      if ('rssBytes' in answer && answer.rssBytes > memoryBytesMax / 2) worn = true
      waiting?.resolve(answer)
    }
  }
  const listen = async () => {
    const read = createFrameReader(answerBytesMax)
    for await (const piece of child.stdout) for (const frame of read(piece)) take(answerOf(frame))
  }
  const starting = startDeadline(child.pid, options.startMs, () => kill('timeout'))
  void up.promise.then(() => starting.clear())

  const errorText = readBounded(child.stderr)
  const listening = listen().catch(() => kill('crashed'))
  const gone = (async () => {
    await Promise.all([child.exited, listening])
    isGone = true
    worn = true
    up.resolve(false)
    const stderr = await errorText
    const { exitCode, signalCode } = child
    const reason = killedFor ?? deathReason(child, stderr, memoryBytesMax)
    const facts = { reason, exitCode, signalCode, stderr }
    if (!(await up.promise) && killedFor !== 'crashed') log.warn('a parse child did not start', facts)
    else if (killedFor === undefined && waiting !== undefined)
      log.debug('a parse child ended by itself', facts)
    waiting?.reject(new ParseFailed(reason, failureText[reason]))
  })()

  return {
    ready: up.promise,
    isUsable: () => !worn && requests < options.requestsMax && busyMs < options.busyMsMax,
    async ask(request, body) {
      const startedAt = performance.now()
      const answered = Promise.withResolvers<Answer>()
      waiting = answered
      requests++
      const deadline = startDeadline(child.pid, deadlineMs, () => kill('timeout'))
      try {
        // A failed write shows as a missing answer or the child's exit.
        send(child.stdin, request, body).catch(() => {})
        if (worn) throw new ParseFailed('crashed', failureText.crashed)
        const answer = await answered.promise
        if (answer.kind !== 'failed') return answer
        worn = true
        throw new ParseFailed(answer.reason, answer.message)
      } finally {
        deadline.clear()
        waiting = undefined
        busyMs += performance.now() - startedAt
      }
    },
    async end() {
      kill('crashed')
      await gone
    },
  }
}

/** Maximum factor between wall clock and processor time on a busy machine. */
const stretchMax = 3

/**
 * Measures processor time, so that a busy machine does not exceed a deadline. Where the system does not report it, wall
 * clock time counts.
 */
function startDeadline(processId: number, deadlineMs: number, expire: () => void) {
  const startedAt = performance.now()
  const workedBefore = processorMs(processId)
  const look = () => {
    const worked = processorMs(processId)
    const elapsed = performance.now() - startedAt
    const left = worked === undefined || workedBefore === undefined ? 0 : deadlineMs - (worked - workedBefore)
    const leftAtMost = stretchMax * deadlineMs - elapsed
    if (left < slackMs || leftAtMost < slackMs) expire()
    else timer = setTimeout(look, Math.min(left, leftAtMost))
  }
  let timer = setTimeout(look, deadlineMs)
  return { clear: () => clearTimeout(timer) }
}

const slackMs = 20

const failureText: Readonly<Record<ParseFailure, string>> = {
  timeout: 'it took too long',
  memory: 'it took too much memory',
  crashed: 'the process that had it ended',
  busy: 'too many pages are waiting',
}

/** In chunks, awaited one by one: a pipe takes 64 KiB, and a blocking write would stop all other requests. */
async function send(stdin: Bun.FileSink, request: Request, body: Uint8Array): Promise<void> {
  stdin.write(encodeHead(request, body.length))
  for (let from = 0; from < body.length; from += pieceBytes) {
    stdin.write(body.subarray(from, from + pieceBytes))
    await stdin.flush()
  }
  await stdin.flush()
}

/**
 * The engine reports when it runs out of memory; other parts of the runtime crash, and then their memory size decides.
 * A kill that this process did not send is the kernel's, for lack of memory.
 */
function deathReason(child: Bun.Subprocess, stderr: string, memoryBytesMax: number): ParseFailure {
  if (child.signalCode === 'SIGKILL' || /MemoryExhaustion|out of memory/i.test(stderr)) return 'memory'
  if (child.signalCode === null) return 'crashed'
  const mostBytes = child.resourceUsage()?.maxRSS ?? 0
  return mostBytes > memoryBytesMax / 4 ? 'memory' : 'crashed'
}

async function readBounded(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const piece of stream) {
      if (text.length < errorTextMax) text += decoder.decode(piece.subarray(0, errorTextMax))
    }
  } catch {
    // Its exit is reported separately.
  }
  return text.slice(0, errorTextMax)
}

const warned = new WeakSet<Log>()

function warnOnce(log: Log): void {
  if (warned.has(log)) return
  warned.add(log)
  log.warn('pages are parsed without a memory limit, as this system sets none for a process')
}
