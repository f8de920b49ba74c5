import type { RpcRequest } from '../rpc/rpc.ts'
import type { FaultMemory, FaultName, FaultType, InjectedFault, StepWord } from './fault.ts'
import { createMemory } from './memory.ts'
import { hash53, roll } from './random.ts'

export const ttlSecondsDefault = 30
export const ttlSecondsMax = 60

/** What may be said of a fault to be injected. */
export interface FaultRequest {
  type: FaultType
  /** The type unless told. */
  name?: FaultName
  ttlSeconds?: number
  probability?: number
  count?: number
  methods?: readonly string[]
  endpoint?: number
  steps?: readonly StepWord[]
  seed?: number
}

/** One injected fault at work: its dice, what it remembers, and how often it struck. */
export interface Injection {
  readonly fault: InjectedFault
  /** Whether the dice strike on this occasion, and further dice for it. Counts how often the occasion came. */
  throwDice(occasion: string): { isHit: boolean; roll: (name: string) => number }
  memoryOf(endpoint: number): FaultMemory
  /** Takes one hit from what is left; false when nothing is left. */
  take(): boolean
  giveBack(): void
  /** Over by time, or all hits were taken and none can come back. */
  isOver(now: number): boolean
  /** A strike is over, so that its hit can no longer be given back. */
  settle(): void
}

/** Occasions counted at one time; the oldest is forgotten first. */
const occasionsMax = 10_000

/** @throws RangeError when a number makes no sense */
export function createInjection(request: FaultRequest, now: number, randomSeed: () => number): Injection {
  checkRequest(request)
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
  let underWay = 0

  return {
    fault,
    throwDice: (occasion) => {
      const key = hash53(seed, occasion)
      const times = (occasions.get(key) ?? 0) + 1
      occasions.set(key, times)
      const [oldest] = occasions.size > occasionsMax ? occasions.keys() : []
      if (oldest !== undefined) occasions.delete(oldest)
      const rolled = (name: string) => roll(seed, `${type} ${occasion} ${times} ${name}`)
      return { isHit: rolled('strike') < probability, roll: rolled }
    },
    memoryOf: (place) => {
      let memory = memories.get(place)
      if (memory === undefined) {
        memory = createMemory()
        memories.set(place, memory)
      }
      return memory
    },
    take: () => {
      if (fault.remaining === 0) return false
      if (fault.remaining !== undefined) fault.remaining -= 1
      fault.hits += 1
      underWay += 1
      return true
    },
    giveBack: () => {
      if (fault.remaining !== undefined) fault.remaining += 1
      fault.hits -= 1
    },
    settle: () => {
      underWay -= 1
    },
    isOver: (at) => at >= fault.expiresAt || (fault.remaining === 0 && underWay === 0),
  }
}

/** What makes two requests the same, wherever they come from. */
export function occasionOf(endpoint: number, { method, params }: RpcRequest): string {
  return `${endpoint} ${method} ${JSON.stringify(params)}`
}

function checkRequest({ type, ttlSeconds, probability, count, endpoint, seed }: FaultRequest): void {
  const check = (
    name: string,
    value: number | undefined,
    isFine: (value: number) => boolean,
    need: string,
  ) => {
    if (value === undefined || isFine(value)) return
    throw new RangeError(`Cannot inject ${type} as ${name} must be ${need}: current value is ${value}`)
  }
  check('ttlSeconds', ttlSeconds, (value) => value > 0 && Number.isFinite(value), 'a number above 0')
  check('probability', probability, (value) => value >= 0 && value <= 1, 'a number from 0 to 1')
  check('count', count, (value) => Number.isSafeInteger(value) && value > 0, 'an integer above 0')
  check('endpoint', endpoint, (value) => Number.isSafeInteger(value) && value >= 0, 'an integer from 0')
  check('seed', seed, Number.isSafeInteger, 'an integer')
}
