import type { IncomingMessage } from 'node:http'
import { createByteBuffer } from './byte-buffer.ts'
import { codingOf, createInflater } from './inflate.ts'
import type { EgressLimits } from './limits.ts'
import type { Meter } from './meter.ts'
import { EgressRefused } from './refused.ts'

export interface Receiving {
  message: IncomingMessage
  limits: EgressLimits
  meter: Meter
  /** Bytes that the connection has carried for this answer so far, headers and framing included. */
  carriedBytes: () => number
  onBytes: () => void
  onBody: (body: Uint8Array<ArrayBuffer>) => void
  onRefused: (error: unknown) => void
}

const discardedBytesMax = 64 * 1024
/** No server sends thousands of chunks of a letter or two; each costs the event loop as much as a large one. */
const piecesFree = 8_192
const pieceBytesMin = 4

/**
 * Reads the body of an answer, decoding as it arrives. Returns the function that stops everything at once.
 * Exactly one of `onBody` and `onRefused` is called, or none after a stop.
 */
export function receiveBody(receiving: Receiving): () => void {
  const { message, limits, meter } = receiving
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
    meter.inflated(bytes.length)
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
      meter.wire(receiving.carriedBytes())
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
      meter.wire(receiving.carriedBytes())
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
 * Reads and drops the body of an answer that is not the last, so that its connection can be used again; a body that
 * is too long for that, or broken, costs only the connection.
 */
export function discardBody({
  message,
  meter,
  carriedBytes,
  onBytes,
  onBody,
  onRefused,
}: Receiving): () => void {
  const stop = () => message.destroy()
  const charge = () => {
    try {
      meter.wire(carriedBytes())
      return true
    } catch (error) {
      onRefused(error)
      return false
    }
  }
  const end = () => {
    if (charge()) onBody(new Uint8Array(0))
  }
  // Counted as carried, as chunks may bring far more framing than body.
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

/** Judges what the headers say about the body, before a byte of it is read. */
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
