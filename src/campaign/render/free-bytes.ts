/** Frees unused bytes at once: otherwise hundreds of megabytes accumulate before a collection. */
export function freeBytes(views: readonly Uint8Array[]): void {
  for (const { buffer, byteLength } of views)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
