const blockBytesMin = 4_096
const blockBytesMax = 65_536

/**
 * Grows by appended bytes. A body sent byte by byte must not cost an object, or a retained read buffer, for each. In
 * blocks: one array that doubles would take three times the body while it grows.
 */
export function createByteBuffer() {
  let full: Uint8Array[] = []
  let block = new Uint8Array(0)
  let used = 0
  let length = 0
  const nextBlock = () => {
    if (used > 0) full.push(block)
    block = new Uint8Array(Math.min(blockBytesMax, Math.max(blockBytesMin, length)))
    used = 0
  }
  return {
    get length() {
      return length
    },
    append(bytes: Uint8Array) {
      for (let from = 0; from < bytes.length; ) {
        if (used === block.length) nextBlock()
        const part = bytes.subarray(from, from + block.length - used)
        block.set(part, used)
        used += part.length
        length += part.length
        from += part.length
      }
    },
    /** All appended bytes; empties the buffer. */
    take() {
      const whole = new Uint8Array(length)
      let at = 0
      for (const each of full) {
        whole.set(each, at)
        at += each.length
      }
      whole.set(block.subarray(0, used), at)
      full = []
      block = new Uint8Array(0)
      used = 0
      length = 0
      return whole
    },
  }
}
