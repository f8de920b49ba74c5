import { LRUCache } from 'lru-cache'
import { decodeRobots } from './decode-robots.ts'
import { selectGroup } from './own-group.ts'
import { type CompiledRules, compileRules, type RobotsHead, type RobotsVerdict } from './rules.ts'

/** Without a URL only the head is returned. */
export interface RobotsQuestion {
  token: string
  url?: string
  /** A verdict that needs more steps is not computed and forbids. */
  workMax: number
}

export interface RobotsAnswer extends RobotsHead {
  verdict: RobotsVerdict
  /** Upper bound on the steps of the verdict. */
  work: number
}

/** A scan queries the same file repeatedly. */
const compiledMax = 2

/** Reads whole files and caches the last compiled ones. Runs in the parse child, which can be killed. */
export function createRobotsReader(): (body: Uint8Array, question: RobotsQuestion) => RobotsAnswer {
  const compiled = new LRUCache<string, CompiledRules>({ max: compiledMax })
  return (body, { token, url, workMax }) => {
    const key = `${token} ${new Bun.CryptoHasher('sha256').update(body).digest('hex')}`
    const rules = compiled.get(key) ?? compileBody(body, token)
    compiled.set(key, rules)
    const { crawlDelayMs, sitemaps } = rules
    if (url === undefined) return { crawlDelayMs, sitemaps, verdict: { allowed: true }, work: 0 }
    const work = rules.workFor(new URL(url))
    return work > workMax
      ? { crawlDelayMs, sitemaps, verdict: { allowed: false }, work: 0 }
      : { crawlDelayMs, sitemaps, verdict: rules.verdict(new URL(url)), work }
  }
}

function compileBody(body: Uint8Array, token: string): CompiledRules {
  const { text, sitemaps } = selectGroup(decodeRobots(body), token)
  return compileRules(text, sitemaps)
}
