/** Reads a stream whole. @throws what `tooLarge` makes, as soon as more than `bytesMax` bytes have come */
export async function readBounded(
  stream: ReadableStream<Uint8Array> | null,
  bytesMax: number,
  tooLarge: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let byteLength = 0
  // Leaving the loop early cancels the stream.
  for await (const chunk of stream ?? []) {
    byteLength += chunk.byteLength
    if (byteLength > bytesMax) throw tooLarge()
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(byteLength)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
