/** A safety limit: far beyond what the slowest machine needs, so that only a condition that never holds reaches it. */
export const waitLimitMs = 150_000

/**
 * Polls until `check` answers something other than undefined or false, and returns it. An error of `check` counts as
 * "not yet".
 * @param what the condition, as the error names it: "the feed shows the second block"
 * @throws Error with the last error of `check` as its cause when the condition was not met within this limit
 */
export async function waitFor<Answer>(
  what: string,
  check: () => Answer | undefined | false | Promise<Answer | undefined | false>,
): Promise<Answer> {
  const deadline = performance.now() + waitLimitMs
  let cause: unknown
  // Short waits end at once; a long one does not keep a core busy with asking, be the question a costly one.
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.3, 50)) {
    const askedAt = performance.now()
    try {
      const answer = await check()
      if (answer !== undefined && answer !== false) return answer
      cause = undefined
    } catch (error) {
      cause = error
    }
    if (performance.now() > deadline)
      throw new Error(`Condition not met within ${waitLimitMs / 1000} s: ${what}`, { cause })
    await Bun.sleep(Math.max(pauseMs, Math.min(2 * (performance.now() - askedAt), 500)))
  }
}
