import type { RpcRequest } from '../rpc/rpc.ts'
import type { FaultMemory, FaultRequest, InjectedFault } from './fault.ts'
import { hash53, sample } from './random.ts'

const ttlSecondsDefault = 30
const ttlSecondsMax = 60

/** One injected fault with its state. */
export interface Injection {
  readonly fault: InjectedFault
  /** Whether this occasion is a hit, with more samples for it. Depends on the seed, the occasion and its count. */
  decide(occasion: string): { isHit: boolean; sample: (name: string) => number }
  memoryOf(endpoint: number): FaultMemory
  /** False when no hit is left. */
  takeHit(): boolean
  returnHit(): void
  /** Expired, or all hits are taken and none can be returned. */
  isOver(now: number): boolean
  /** The hit can no longer be returned. */
  settleHit(): void
}

/** Occasions counted at one time; the oldest is dropped first. */
const occasionsMax = 10_000

export function createInjection(request: FaultRequest, now: number, randomSeed: () => number): Injection {
  const { type, ttlSeconds = ttlSecondsDefault, probability = 1, count, methods, endpoint, steps } = request
  const seed = request.seed ?? randomSeed()
  const fault: InjectedFault = {
    type,
    name: request.name ?? type,
    since: now,
    expiresAt: now + 1000 * Math.min(ttlSeconds, ttlSecondsMax),
    probability,
    remaining: count,
    methods,
    endpoint,
    steps,
    seed,
    hits: 0,
  }
  const occasions = new Map<number, number>()
  const memories = new Map<number, FaultMemory>()
  let unsettled = 0

  return {
    fault,
    decide: (occasion) => {
      const key = hash53(seed, occasion)
      const times = (occasions.get(key) ?? 0) + 1
      occasions.set(key, times)
      const [oldest] = occasions.size > occasionsMax ? occasions.keys() : []
      if (oldest !== undefined) occasions.delete(oldest)
      const sampled = (name: string) => sample(seed, `${type} ${occasion} ${times} ${name}`)
      // 'strike' is part of the hashed text: another word would change what a printed seed repeats.
      return { isHit: sampled('strike') < probability, sample: sampled }
    },
    memoryOf: (place) => {
      let memory = memories.get(place)
      if (memory === undefined) {
        memory = createMemory()
        memories.set(place, memory)
      }
      return memory
    },
    takeHit: () => {
      if (fault.remaining === 0) return false
      if (fault.remaining !== undefined) fault.remaining -= 1
      fault.hits += 1
      unsettled += 1
      return true
    },
    returnHit: () => {
      if (fault.remaining !== undefined) fault.remaining += 1
      fault.hits -= 1
    },
    settleHit: () => {
      unsettled -= 1
    },
    isOver: (at) => at >= fault.expiresAt || (fault.remaining === 0 && unsettled === 0),
  }
}

/** Equal for equal requests to one endpoint. */
export function occasionOf(endpoint: number, { method, params }: RpcRequest): string {
  return `${endpoint} ${method} ${JSON.stringify(params)}`
}

const entriesMax = 16
const entryCharsMax = 64_000

function createMemory(): FaultMemory {
  const entries = new Map<string, string>()
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      if (key.length + value.length > entryCharsMax) return
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest)
    },
    entries: () => [...entries],
  }
}
