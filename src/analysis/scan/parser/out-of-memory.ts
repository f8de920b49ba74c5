/** After it the process is unreliable. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('memory')
}
