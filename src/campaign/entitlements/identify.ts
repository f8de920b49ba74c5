import type { Callers } from '../../kernel/caller.ts'
import type { Connections } from '../../kernel/connections.ts'
import type { Access, Caller } from '../../kernel/http/house.ts'
import { isLoopback, type OperatorGate } from '../../kernel/operator.ts'
import { RequestRefused } from '../../kernel/problem.ts'
import type { CallerKeys } from './caller-keys.ts'

/** The caller of a machine on which no key was made. */
export const localCaller = 'demo'

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Who calls: a key's caller, or, while there is no key and the call comes from this machine itself, the local caller.
 * @throws RequestRefused 401 without a valid key; what the operator gate refuses
 */
export function createIdentify(options: {
  keys: CallerKeys
  connections: Pick<Connections, 'addressOf'>
  callers: Callers
  operators: OperatorGate
}): (request: Request, access: Access) => Promise<Caller> {
  const { keys, connections, callers, operators } = options
  return async (request, access) => {
    if (access === 'public') return { id: callers.of(request) }
    if (access === 'operator') {
      operators.admit(request)
      return { id: 'operator' }
    }
    const key = /^Bearer (.{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    const caller = key === undefined ? undefined : await keys.callerOf(key)
    if (caller !== undefined) return { id: caller }
    if (key === undefined && isLocal(request, connections) && !(await keys.any())) return { id: localCaller }
    throw new RequestRefused(
      401,
      'unauthorized',
      'Cannot tell who calls: send Authorization: Bearer with a caller key; only a server without keys serves callers on its own machine without one',
      { headers: { 'www-authenticate': 'Bearer' } },
    )
  }
}

function isLocal(request: Request, connections: Pick<Connections, 'addressOf'>): boolean {
  return (
    isLoopback(connections.addressOf(request)) &&
    forwardingHeaders.every((name) => !request.headers.has(name))
  )
}
