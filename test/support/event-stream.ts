import { request } from 'node:http'
import { connect } from 'node:net'
import { waitLimitMs } from './wait.ts'

/** One message of server-sent events; `id` as the stream last said it. */
export interface StreamMessage {
  event: string
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: what a message holds is compared, never used
  data: any
}

export type StreamClient = ReturnType<typeof openStream>

/** An EventSource on a connection of its own, without its reconnecting. */
export function openStream(
  url: string,
  {
    path = '/api/activity/stream',
    lastEventId = '',
    onMessage,
  }: { path?: string; lastEventId?: string; onMessage?: (message: StreamMessage) => void } = {},
) {
  const decoder = new TextDecoder()
  const messages: StreamMessage[] = []
  const waiting = new Set<() => void>()
  const over = Promise.withResolvers<boolean>()
  let text = ''
  let status = 0
  let comments = 0
  let retryMs: number | undefined
  let id = lastEventId
  /** Counts only once its message is whole. */
  let coming = lastEventId
  let event = ''
  let data: string[] = []

  const takeLine = (line: string) => {
    if (line === '') {
      id = coming
      if (data.length > 0) {
        const message = { event: event || 'message', id, data: JSON.parse(data.join('\n')) }
        messages.push(message)
        onMessage?.(message)
      }
      event = ''
      data = []
      return
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (field === '') comments += 1
    else if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') coming = value
    else if (field === 'retry') retryMs = Number(value)
  }
  const takeText = (more: string) => {
    text += more
    if (!more.includes('\n')) return
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) takeLine(line)
    for (const wake of waiting) wake()
  }
  const headers = lastEventId === '' ? {} : { 'last-event-id': lastEventId }
  const asked = request(url + path, { headers, agent: false }, (response) => {
    status = response.statusCode ?? 0
    for (const wake of waiting) wake()
    response.on('data', (bytes: Buffer) => takeText(decoder.decode(bytes, { stream: true })))
    response.on('error', () => {})
    response.on('close', () => over.resolve(response.complete))
  })
  asked.on('error', () => over.resolve(false))
  asked.end()
  return {
    /** Of the answer; 0 before it came. */
    status: () => status,
    messages,
    /** What an EventSource would send to resume: the last `id`, of a message or alone. */
    lastEventId: () => id,
    /** Comment lines so far, and the newest `retry`. */
    comments: () => comments,
    retryMs: () => retryMs,
    /** Whether the stream ended with its last chunk, not by a cut connection; resolves when it is over. */
    ended: over.promise,
    /** Resolves as soon as `holds` does, which is asked after every message. @throws after a minute */
    until: (holds: () => boolean) =>
      new Promise<void>((resolve, reject) => {
        const stop = () => {
          clearTimeout(timer)
          waiting.delete(check)
        }
        const check = () => {
          if (!holds()) return
          stop()
          resolve()
        }
        const timer = setTimeout(() => {
          stop()
          const last = messages.at(-1)
          reject(
            new Error(
              `The stream did not bring it: ${messages.length} messages, the last ${JSON.stringify(last)}`,
            ),
          )
        }, waitLimitMs)
        waiting.add(check)
        check()
      }),
    close: () => void asked.destroy(),
  }
}

/** A client that asks for the stream and then never reads a byte of it. */
export async function openStalled(url: string, path = '/api/activity/stream'): Promise<{ close(): void }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.pause()
  socket.on('error', () => {})
  await new Promise<void>((resolve) => {
    socket.once('connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`, () => resolve())
    })
  })
  return { close: () => socket.destroy() }
}
