import { Problem } from '../kernel/http/problem-schema.ts'

const uncached = { cacheControl: 'private, no-store', quota: 'campaign' } as const

/** Of a route for callers with a key. */
export const forCallers = { access: 'caller', ...uncached } as const
/** Of a route that the operator uses. */
export const forOperator = { access: 'operator', ...uncached } as const
/** Of a route that a caller may use with or without a key. */
export const forAnyCaller = { access: 'optional', ...uncached } as const
/** Of a route without callers. */
export const forEveryone = { access: 'public', ...uncached } as const

/** The responses of a route with these statuses, which are problems. */
export function problems<const Status extends number>(
  ...statuses: readonly Status[]
): Record<Status, typeof Problem>
export function problems(...statuses: readonly number[]): Record<number, typeof Problem> {
  return Object.fromEntries(statuses.map((status) => [status, Problem]))
}
