/**
 * A message between parent and child: 4 bytes length of the head, 4 bytes length of the body (both little endian), the
 * head as JSON in UTF-8, the raw body.
 */
export interface Frame {
  head: Uint8Array
  body: Uint8Array
}

const prefixBytes = 8
const nothing = new Uint8Array(0)

/** The bytes before the body; the body is sent uncopied. */
export function encodeHead(head: unknown, bodyBytes = 0): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head))
  const bytes = new Uint8Array(prefixBytes + json.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, json.length, true)
  view.setUint32(4, bodyBytes, true)
  bytes.set(json, prefixBytes)
  return bytes
}

/**
 * Assembles frames from chunks; each byte is copied once.
 * @throws RangeError for a frame larger than `frameBytesMax`, before it is buffered
 */
export function createFrameReader(frameBytesMax: number): (piece: Uint8Array) => Frame[] {
  let waiting: Uint8Array[] = []
  let size = 0

  const take = (length: number): Uint8Array => {
    const bytes = new Uint8Array(length)
    let filled = 0
    while (filled < length) {
      const piece = waiting[0] ?? nothing
      const part = piece.subarray(0, length - filled)
      bytes.set(part, filled)
      filled += part.length
      if (part.length === piece.length) waiting = waiting.slice(1)
      else waiting[0] = piece.subarray(part.length)
    }
    size -= length
    return bytes
  }

  let expected: { head: number; body: number } | undefined
  return (piece) => {
    if (piece.length > 0) waiting.push(piece)
    size += piece.length
    const frames: Frame[] = []
    for (;;) {
      if (expected === undefined) {
        if (size < prefixBytes) return frames
        const view = new DataView(take(prefixBytes).buffer)
        expected = { head: view.getUint32(0, true), body: view.getUint32(4, true) }
        const frameBytes = expected.head + expected.body
        if (frameBytes > frameBytesMax) {
          throw new RangeError(
            `Cannot read a frame as it must have at most ${frameBytesMax} bytes: it has ${frameBytes}`,
          )
        }
      }
      if (size < expected.head + expected.body) return frames
      frames.push({ head: take(expected.head), body: take(expected.body) })
      expected = undefined
    }
  }
}

/** The head's JSON; its type is known to the sender only. */
export function decodeHead(frame: Frame): unknown {
  return JSON.parse(new TextDecoder().decode(frame.head))
}
