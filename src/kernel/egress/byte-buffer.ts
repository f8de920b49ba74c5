/** Bytes that grow. Whoever sends a body byte by byte must not cost a buffer object, or a retained read, for each. */
export interface ByteBuffer {
  readonly length: number
  append(bytes: Uint8Array): void
  /** A copy of what was appended; empties the buffer. */
  take(): Uint8Array<ArrayBuffer>
}

const startBytes = 4_096

export function createByteBuffer(): ByteBuffer {
  let store = new Uint8Array(0)
  let length = 0
  return {
    get length() {
      return length
    },
    append(bytes) {
      const needed = length + bytes.length
      if (needed > store.length) {
        const larger = new Uint8Array(Math.max(needed, store.length * 2, startBytes))
        larger.set(store.subarray(0, length))
        store = larger
      }
      store.set(bytes, length)
      length = needed
    },
    take() {
      const taken = store.length === length ? store : store.slice(0, length)
      store = new Uint8Array(0)
      length = 0
      return taken
    },
  }
}
