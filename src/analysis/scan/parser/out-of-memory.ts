/** After it, nothing in this process is certain any more. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('memory')
}
