import type { Log } from '../../kernel/runtime/log.ts'
import type { Exchange, RpcRequest } from '../rpc/rpc.ts'
import type {
  Chaos,
  CyclePoint,
  FaultMemory,
  FaultName,
  FaultRequest,
  FaultType,
  InjectedFault,
  StepWord,
  WireFault,
} from './fault.ts'
import { hash53, sample } from './random.ts'
import { wireFaults } from './wire-faults.ts'

/**
 * Fault injection, without faults at first. A fault applies until it expires or its hits are used up. Several faults
 * are nested, the oldest outermost within a layer. A run is reproducible by its seeds in any order of concurrent calls,
 * as long as no fault has a limited count.
 */
export function createChaos(options: {
  /** Milliseconds since the epoch. */
  now: () => number
  log?: Log
  /** For injections without a seed. */
  randomSeed?: () => number
  /** The current step of the cycle, for faults confined to one. */
  step?: () => StepWord | undefined
}): Chaos {
  const { now, log, randomSeed = randomUint32, step = () => undefined } = options
  const byType = new Map<FaultType, WireFault>(wireFaults.map((fault) => [fault.type, fault]))
  const hits: Partial<Record<FaultName, number>> = {}
  let injections: readonly Injection[] = []
  let revision = 0

  const prune = () => {
    const at = now()
    const over = injections.filter((injection) => injection.isOver(at))
    if (over.length === 0) return
    injections = injections.filter((injection) => !over.includes(injection))
    for (const { fault } of over) log?.info('chaos: fault ended', { type: fault.name, hits: fault.hits })
    revision += 1
  }
  const count = ({ fault }: Injection, by: 1 | -1) => {
    hits[fault.name] = (hits[fault.name] ?? 0) + by
    revision += 1
  }
  const takeHit = (injection: Injection) => {
    if (!injection.takeHit()) return false
    count(injection, 1)
    return true
  }

  /** A read also counts as the step `read`, in every step. */
  const isAtStep = ({ fault: { steps } }: Injection, also: StepWord | undefined) => {
    if (steps === undefined) return true
    const current = step()
    return (current !== undefined && steps.includes(current)) || (also !== undefined && steps.includes(also))
  }

  const wrapWith = (injection: Injection, wire: WireFault, place: number, inner: Exchange): Exchange => {
    return async (endpoint, request, signal) => {
      const methods = injection.fault.methods ?? wire.methods
      const isElsewhere = !isAtStep(injection, request.method.startsWith('eth_send') ? undefined : 'read')
      if (isElsewhere || (methods !== undefined && !methods.includes(request.method)))
        return await inner(endpoint, request, signal)
      const memory = injection.memoryOf(place)
      const { isHit, sample } = injection.decide(occasionOf(place, request))
      if (!isHit || !takeHit(injection)) {
        const reply = await inner(endpoint, request, signal)
        wire.observe?.({ request, reply, memory })
        return reply
      }
      const revoke = () => {
        injection.returnHit()
        count(injection, -1)
      }
      try {
        return await wire.apply({ endpoint, request, signal, inner, sample, memory, revoke })
      } finally {
        injection.settleHit()
      }
    }
  }

  return {
    get revision() {
      prune()
      return revision
    },
    inject: (request) => {
      const injection = createInjection(request, now(), randomSeed)
      injections = [...injections, injection]
      revision += 1
      log?.info('chaos: fault injected', { ...injection.fault })
      return { ...injection.fault }
    },
    clear: () => {
      if (injections.length > 0) log?.info('chaos: cleared', { faults: injections.length })
      injections = []
      revision += 1
    },
    active: () => {
      prune()
      return injections.map(({ fault }) => ({ ...fault }))
    },
    hits: () => Object.fromEntries(Object.entries(hits).filter(([, times]) => times > 0)),
    wrap: (inner, endpoints = []) => {
      const places = new Map(endpoints.map((endpoint, place) => [endpoint, place]))
      const placeOf = (endpoint: string) => {
        const place = places.get(endpoint) ?? places.size
        places.set(endpoint, place)
        return place
      }
      return (endpoint, request, signal) => {
        if (injections.length === 0) return inner(endpoint, request, signal)
        prune()
        const place = placeOf(endpoint)
        const layers = outermostFirst(injections, byType).reduceRight<Exchange>((below, injection) => {
          const wire = byType.get(injection.fault.type)
          const isElsewhere = injection.fault.endpoint !== undefined && injection.fault.endpoint !== place
          return wire === undefined || isElsewhere ? below : wrapWith(injection, wire, place, below)
        }, inner)
        return layers(endpoint, request, signal)
      }
    },
    applies: (point, key) => {
      prune()
      const places = placesOf(point)
      return injections.some((injection) => {
        const { type, methods } = injection.fault
        if (
          type !== point.fault ||
          (methods !== undefined && !places.some((place) => methods.includes(place)))
        )
          return false
        if (!isAtStep(injection, undefined)) return false
        if (!injection.decide(`${places[0]} ${key}`).isHit || !takeHit(injection)) return false
        injection.settleHit()
        return true
      })
    },
  }
}

/** By layer, then in order of injection. */
function outermostFirst(
  injections: readonly Injection[],
  byType: ReadonlyMap<FaultType, WireFault>,
): Injection[] {
  const layer = ({ fault }: Injection) => byType.get(fault.type)?.layer ?? 0
  return [...injections].sort((a, b) => layer(b) - layer(a))
}

/** The words that `methods` may contain for a point of a cycle. */
function placesOf(point: CyclePoint): string[] {
  if ('step' in point) return [point.step]
  if ('after' in point) return [point.after]
  return 'root' in point ? [point.root, point.verifier] : [point.verifier]
}

function randomUint32(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
}

const ttlSecondsDefault = 30
const ttlSecondsMax = 60

/** One injected fault with its state. */
interface Injection {
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

function createInjection(request: FaultRequest, now: number, randomSeed: () => number): Injection {
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
function occasionOf(endpoint: number, { method, params }: RpcRequest): string {
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
