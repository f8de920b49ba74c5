import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'

/** DevTools messages over a pipe: JSON, each ended by a zero byte. */
export interface PipeTransport extends ConnectionTransport {
  /** From now on no new target may start. */
  seal(): void
}

/** Ids of our own commands start above those of puppeteer. */
const firstOwnId = 2_000_000_000

/**
 * Forwards messages and, once sealed, prevents new targets from starting. Chromium pauses everything that a page opens
 * (popups, workers, isolated frames) until the debugger resumes it. The attach message is dropped here, so the target
 * stays paused before its first instruction and is closed where possible. `escaped` is called for targets that run
 * nevertheless.
 *
 * `tooLarge` is called instead of buffering a message above `messageBytesMax`.
 */
export function createPipeTransport(options: {
  commands: Writable
  events: Readable
  messageBytesMax: number
  tooLarge: () => void
  escaped: () => void
}): PipeTransport {
  const { commands, events } = options
  const gate = createGate()
  let ownId = firstOwnId
  let open = true
  const write = (text: string) => {
    if (open) commands.write(`${text}\0`)
  }
  const closeTarget = (targetId: string) =>
    write(JSON.stringify({ id: ownId++, method: 'Target.closeTarget', params: { targetId } }))

  const transport: PipeTransport = {
    seal: gate.seal,
    send: write,
    close: () => {
      if (!open) return
      open = false
      commands.end()
      transport.onclose?.()
    },
  }
  const take = (text: string) => {
    const refused = gate.refuse(text)
    if (refused?.closable) closeTarget(refused.targetId)
    else if (refused?.held === false) options.escaped()
    if (refused === undefined && !isAnswerToUs(text)) transport.onmessage?.(text)
  }
  readMessages(events, options.messageBytesMax, take, () => {
    transport.close()
    options.tooLarge()
  })
  events.on('close', () => transport.close())
  return transport
}

const isAnswerToUs = (text: string) => /^\{"id":2\d{9}\b/.test(text)

interface RefusedTarget {
  targetId: string
  closable: boolean
  /** Whether it waits for the debugger. */
  held: boolean
}

const closableTypes = new Set(['tab', 'page', 'service_worker', 'shared_worker'])

/** Targets attached before sealing may run, also when attached again; all others are blocked. */
function createGate() {
  const known = new Set<string>()
  let sealed = false
  return {
    seal: () => {
      sealed = true
    },
    refuse: (text: string): RefusedTarget | undefined => {
      // A page can put this text into an event, but not at the start of the message.
      if (!text.startsWith('{"method":"Target.attachedToTarget"')) return undefined
      const { params }: AttachedToTarget = JSON.parse(text)
      const { targetInfo, waitingForDebugger: held } = params
      const { targetId, type } = targetInfo
      if (!sealed) known.add(targetId)
      return known.has(targetId) ? undefined : { targetId, closable: closableTypes.has(type), held }
    },
  }
}

interface AttachedToTarget {
  params: { targetInfo: { targetId: string; type: string }; waitingForDebugger: boolean }
}

function readMessages(
  events: Readable,
  bytesMax: number,
  take: (text: string) => void,
  tooLarge: () => void,
): void {
  let parts: Uint8Array[] = []
  let bytes = 0
  events.on('data', (chunk: Uint8Array) => {
    let from = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      const text = Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8')
      parts = []
      bytes = 0
      from = end + 1
      take(text)
    }
    if (from === chunk.length) return
    parts.push(chunk.subarray(from))
    bytes += chunk.length - from
    if (bytes <= bytesMax) return
    events.removeAllListeners('data')
    events.resume()
    tooLarge()
  })
}
