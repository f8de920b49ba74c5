/** Nobody here waits longer for anything, whatever a server asks for. */
export const retryAfterMaxMs = 2_000

/**
 * How long a `Retry-After` header asks to wait, in milliseconds and within the limit. It holds seconds or a date;
 * undefined when it is neither, or is not there.
 * @param now milliseconds since the epoch
 */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, retryAfterMaxMs)
  // A date has letters; without this, "-1" and "2.5" would be taken for years.
  const at = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - now), retryAfterMaxMs)
}
