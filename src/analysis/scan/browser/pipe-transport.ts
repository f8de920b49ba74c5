import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'

/** The wire to a browser: JSON messages over a pipe, each ended by a zero byte. */
export interface PipeTransport extends ConnectionTransport {
  /** From now on nothing new may start: what is there is all there will be. */
  seal(): void
}

/** Our own numbers begin where the other side's never get. */
const firstOwnId = 2_000_000_000

/**
 * Hands messages through, and once sealed lets nothing new start. Chromium holds back everything that a page opens
 * (popups, workers, isolated frames) until the debugger says go. Nobody does: the message that tells of it stops here,
 * so it stays where it is, before its first instruction, and is closed where that is possible. `escaped` is called for
 * what runs all the same.
 *
 * `tooLarge` is called instead of taking in a message above `messageBytesMax`.
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

/** What is attached to before the sealing may run, whatever is attached to it again; the rest may not. */
function createGate() {
  const known = new Set<string>()
  let sealed = false
  return {
    seal: () => {
      sealed = true
    },
    refuse: (text: string): RefusedTarget | undefined => {
      // A page can put these words into an event, but not in this place.
      if (!text.startsWith('{"method":"Target.attachedToTarget"')) return undefined
      const { targetInfo, waitingForDebugger: held } = paramsOf(JSON.parse(text))
      const { targetId, type } = targetInfo
      if (!sealed) known.add(targetId)
      return known.has(targetId) ? undefined : { targetId, closable: closableTypes.has(type), held }
    },
  }
}

/** The fields of the message that count, read as what the browser, not the page, wrote. */
function paramsOf(message: {
  params: { targetInfo: { targetId: string; type: string }; waitingForDebugger: boolean }
}) {
  return message.params
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
