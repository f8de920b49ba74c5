/**
 * The work's outcome, if it comes in time; the work itself goes on.
 * @param late made when the time is over
 */
export async function within<T>(
  work: Promise<T>,
  { timeoutMs, signal, late }: { timeoutMs: number; signal: AbortSignal | undefined; late: () => Error },
): Promise<T> {
  signal?.throwIfAborted()
  const ended = Promise.withResolvers<never>()
  const timer = setTimeout(() => ended.reject(late()), timeoutMs)
  const onAbort = () => ended.reject(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, ended.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
