import type { Log } from '../../kernel/runtime/log.ts'
import type { Exchange } from '../rpc/rpc.ts'
import type { Chaos, CyclePoint, FaultName, FaultType, StepWord, WireFault } from './fault.ts'
import { wireFaults } from './faults.ts'
import { createInjection, type Injection, occasionOf } from './injection.ts'

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
