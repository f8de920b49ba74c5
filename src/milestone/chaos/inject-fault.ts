import { milestoneError } from '../errors.ts'
import type { PipelineFeed } from '../pipeline-event.ts'
import { type Chaos, faultNames } from './fault.ts'
import { type NamedFault, resolveFault } from './faults.ts'
import type { ChaosRequest } from './schemas.ts'

interface InjectDeps {
  chaos: Chaos
  feed: Pick<PipelineFeed, 'append'>
  /** Number of endpoints of the pipeline. */
  endpoints: number
  /** Clears the breakers and exclusions of endpoints. */
  resetEndpoints(): void
}

/**
 * Injects the requested fault, or clears all faults, and appends that to the feed.
 * @returns whether a fault was injected
 * @throws unknown_chaos_type with the known types, unknown_endpoint
 */
export function injectFault(deps: InjectDeps, request: ChaosRequest): boolean {
  const resolved = resolveFault(request.type)
  if (resolved === undefined) throw milestoneError('unknown_chaos_type', [...faultNames, 'clear'])
  if (resolved === 'clear') clear(deps)
  else inject(deps, request, resolved)
  // An endpoint that is still excluded for an earlier fault would not receive this one.
  deps.resetEndpoints()
  return resolved !== 'clear'
}

function clear({ chaos, feed }: InjectDeps) {
  const hadAny = chaos.active().length > 0
  chaos.clear()
  if (hadAny)
    feed.append({
      type: 'chaos',
      title: 'Faults cleared',
      description: 'No fault is active',
      metadata: {},
    })
}

function inject({ chaos, feed, endpoints }: InjectDeps, request: ChaosRequest, resolved: NamedFault) {
  const { endpoint, type: _, ...rest } = request
  if (typeof endpoint === 'number' && endpoint >= endpoints)
    throw milestoneError('unknown_endpoint', endpoints)
  const { name, type, count } = resolved
  const affected = endpoint ?? resolved.endpoint
  const fault = chaos.inject({
    ...(count === undefined ? {} : { count }),
    ...rest,
    ...(typeof affected === 'number' ? { endpoint: affected } : {}),
    name,
    type,
  })
  feed.append({
    type: 'chaos',
    title: `Fault injected: ${name}`,
    description: `Until ${new Date(fault.expiresAt).toISOString()}, seed ${fault.seed}`,
    metadata: { fault: name, seed: fault.seed, probability: fault.probability },
  })
}
