import type { KeptAnswer } from './http.ts'

export interface Answers {
  /** The kept answer to an address (path and query), if the state it was made from still holds. */
  find(address: string): KeptAnswer | undefined
  /** The answer to an address, made by `view` when none is kept. `route` is the pattern it is counted under. */
  keep(address: string, route: string, view: () => unknown): KeptAnswer
}

const keptBytesMax = 16_000_000

/**
 * Keeps serialised answers between two changes of what they were made from, so that a popular GET costs one map
 * look-up. `revisions` lists the counters that tell such a change. What is kept is bounded: past the bound everything is
 * forgotten and made again.
 */
export function createAnswers(revisions: readonly (() => number)[]): Answers {
  const kept = new Map<string, KeptAnswer>()
  const seen = revisions.map((revision) => revision())
  let keptBytes = 0

  const forgetStale = () => {
    let stale = keptBytes > keptBytesMax
    for (let index = 0; index < revisions.length; index += 1) {
      const now = revisions[index]?.()
      if (now === undefined || now === seen[index]) continue
      seen[index] = now
      stale = true
    }
    if (!stale) return
    kept.clear()
    keptBytes = 0
  }
  return {
    find(address) {
      forgetStale()
      return kept.get(address)
    },
    keep(address, route, view) {
      forgetStale()
      const known = kept.get(address)
      if (known !== undefined) return known
      const answer = serialise(route, view())
      kept.set(address, answer)
      keptBytes += answer.body.byteLength + address.length
      return answer
    },
  }
}

/** One answer with its strong validator. */
export function serialise(route: string, value: unknown): KeptAnswer {
  const body = new TextEncoder().encode(JSON.stringify(value))
  const digest = new Bun.CryptoHasher('sha256').update(body).digest('base64url')
  return { route, body, etag: `"${digest.slice(0, 27)}"` }
}
