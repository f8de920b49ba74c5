import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { RequestRefused } from './problem.ts'

/** A quota of requests a minute for each caller. */
export interface RateLimit {
  /** Counts one request of `caller`. @throws RequestRefused 429 with the standard headers when the quota is used up */
  take(caller: string): Promise<void>
}

const windowSeconds = 60

/** Counted in this process, for what only this process does. */
export function createRateLimit(options: { name: string; perMinute: number }): RateLimit {
  const { name, perMinute } = options
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: perMinute, duration: windowSeconds })
  return {
    async take(caller) {
      try {
        await limiter.consume(caller)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
        throw new RequestRefused(
          429,
          'rate_limited',
          `Cannot take more than ${perMinute} of these requests a minute: try again in ${seconds} s`,
          {
            retryAfterSeconds: seconds,
            headers: {
              'ratelimit-policy': `"${name}";q=${perMinute};w=${windowSeconds}`,
              ratelimit: `"${name}";r=0;t=${seconds}`,
            },
          },
        )
      }
    },
  }
}
