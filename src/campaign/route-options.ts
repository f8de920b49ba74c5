import { Problem } from '../kernel/http/problem-schema.ts'

/** Of a route for callers with a key. */
export const forCallers = { access: 'caller', cacheControl: 'private, no-store', quota: 'campaign' } as const

/** The responses of a route with these statuses, which are problems. */
export function problems<const Status extends number>(
  ...statuses: readonly Status[]
): Record<Status, typeof Problem>
export function problems(...statuses: readonly number[]): Record<number, typeof Problem> {
  return Object.fromEntries(statuses.map((status) => [status, Problem]))
}
