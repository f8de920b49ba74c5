import type { Exchange } from '../rpc/rpc.ts'

/**
 * Silence begins when the last endpoint fails that has answered until then. Any reply ends it, a refusal too: a
 * rate-limiting endpoint is reachable.
 */
export function watchSilence(
  endpoints: readonly string[],
  now: () => number,
): { silentMs(): number; wrap(inner: Exchange): Exchange } {
  /** When each endpoint failed first since its last reply. */
  const failedAt = new Map<string, number>()
  return {
    silentMs: () => (failedAt.size < endpoints.length ? 0 : now() - Math.max(...failedAt.values())),
    wrap: (inner) => async (endpoint, request, signal) => {
      try {
        const reply = await inner(endpoint, request, signal)
        failedAt.delete(endpoint)
        return reply
      } catch (error) {
        if (!failedAt.has(endpoint)) failedAt.set(endpoint, now())
        throw error
      }
    },
  }
}
