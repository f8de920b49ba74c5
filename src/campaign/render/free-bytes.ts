/** Frees bytes that nothing uses any longer at once: the collector would let hundreds of megabytes gather. */
export function freeBytes(views: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of views)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
