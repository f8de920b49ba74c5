import type { InjectedFault } from '../chaos/fault.ts'
import type { Recovery } from '../model.ts'

/** Faults in force as answers list them. */
export function activeFaults(faults: readonly InjectedFault[]): Recovery['chaos']['active'] {
  return faults.map(({ name, since, expiresAt, hits, remaining }) => ({
    type: name,
    since: Math.floor(since / 1000),
    expiresAt: Math.ceil(expiresAt / 1000),
    hits,
    remaining: remaining ?? null,
  }))
}
