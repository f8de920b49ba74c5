import type { IncomingMessage } from 'node:http'
import { createByteBuffer } from './byte-buffer.ts'
import type { ByteCounter } from './byte-counter.ts'
import { codingOf, createInflater } from './inflate.ts'
import type { EgressLimits } from './limits.ts'
import { EgressRefused } from './refused.ts'

export interface Receiving {
  message: IncomingMessage
  limits: EgressLimits
  counter: ByteCounter
  /** Bytes that the connection has received for this response so far, headers and framing included. */
  carriedBytes: () => number
  onBytes: () => void
  onBody: (body: Uint8Array<ArrayBuffer>) => void
  onRefused: (error: unknown) => void
}

const discardedBytesMax = 64 * 1024
/** A tiny chunk costs the event loop as much as a large one, and real servers do not send thousands of them. */
const piecesFree = 8_192
const pieceBytesMin = 4

/**
 * Reads the body of an answer, decoding as it arrives. Returns the function that stops everything at once.
 * Exactly one of `onBody` and `onRefused` is called, or none after a stop.
 */
export function receiveBody(receiving: Receiving): () => void {
  const { message, limits, counter } = receiving
  const body = createByteBuffer()
  let done = false
  let pieces = 0
  let piecesBytes = 0
  const stop = () => {
    done = true
    inflater?.destroy()
  }
  const refuse = (error: unknown) => {
    if (done) return
    stop()
    receiving.onRefused(error)
  }
  const guarded = (step: () => void) => {
    if (done) return
    try {
      step()
    } catch (error) {
      refuse(error)
    }
  }
  const keep = (bytes: Uint8Array) => {
    counter.addInflated(bytes.length)
    body.append(bytes)
  }
  const finish = () => {
    if (done) return
    done = true
    receiving.onBody(body.take())
  }
  const openInflater = () => {
    const coding = framing(message, limits)
    if (coding === undefined) return undefined
    return createInflater(coding, {
      onBytes: (bytes) => guarded(() => keep(bytes)),
      onEnd: finish,
      onError: refuse,
    })
  }
  let inflater: ReturnType<typeof createInflater> | undefined
  guarded(() => {
    inflater = openInflater()
  })

  message.on('data', (bytes: Buffer) =>
    guarded(() => {
      receiving.onBytes()
      counter.setWire(receiving.carriedBytes())
      pieces += 1
      piecesBytes += bytes.length
      if (pieces > piecesFree && piecesBytes < pieces * pieceBytesMin) {
        throw new EgressRefused('protocol', 'tiny-chunks')
      }
      if (inflater === undefined) return keep(bytes)
      inflater.write(bytes)
    }),
  )
  message.on('end', () =>
    guarded(() => {
      counter.setWire(receiving.carriedBytes())
      if (!message.complete) throw new EgressRefused('protocol', 'cut-body')
      if (inflater === undefined) finish()
      else inflater.end()
    }),
  )
  const cut = () => {
    if (!message.complete) refuse(new EgressRefused('protocol', 'cut-body'))
  }
  message.on('aborted', cut)
  message.on('error', cut)
  message.on('close', cut)
  return stop
}

/**
 * Reads and drops the body of a redirect, so that its connection can be reused; when the body is too long or broken, the
 * connection is closed instead.
 */
export function discardBody({
  message,
  counter,
  carriedBytes,
  onBytes,
  onBody,
  onRefused,
}: Receiving): () => void {
  const stop = () => message.destroy()
  const charge = () => {
    try {
      counter.setWire(carriedBytes())
      return true
    } catch (error) {
      onRefused(error)
      return false
    }
  }
  const end = () => {
    if (charge()) onBody(new Uint8Array(0))
  }
  // Counts received bytes, as chunks may have far more framing than body.
  const before = carriedBytes()
  message.on('data', () => {
    onBytes()
    if (carriedBytes() - before <= discardedBytesMax) return
    end()
    stop()
  })
  for (const event of ['end', 'aborted', 'error', 'close'] as const) message.on(event, end)
  return stop
}

/** Checks the headers that describe the body before it is read. */
function framing(message: IncomingMessage, limits: EgressLimits) {
  const transferEncoding = message.headers['transfer-encoding']
  if (transferEncoding !== undefined && transferEncoding.trim().toLowerCase() !== 'chunked') {
    throw new EgressRefused('protocol', 'transfer-encoding')
  }
  if (Number(message.headers['content-length'] ?? 0) > limits.wireBytesMax) {
    throw new EgressRefused('too_large', 'declared-length')
  }
  return codingOf(message.headersDistinct['content-encoding'] ?? [])
}
