import type { Callers } from '../../kernel/http/caller.ts'
import type { Access, Caller } from '../../kernel/http/house.ts'
import type { OperatorGate } from '../../kernel/http/operator.ts'
import { RequestRefused } from '../../kernel/http/problem.ts'
import type { CallerKeys } from './caller-keys.ts'
import { localCaller } from './caller-name.ts'

/**
 * Who calls: a key's caller, or, while there is no key and the call comes from this machine itself, the local caller.
 * @throws RequestRefused 401 without a valid key; what the operator gate refuses
 */
export function createIdentify(options: {
  keys: CallerKeys
  callers: Callers
  operators: OperatorGate
}): (request: Request, access: Access) => Promise<Caller> {
  const { keys, callers, operators } = options
  return async (request, access) => {
    if (access === 'public') return { id: callers.of(request) }
    if (access === 'operator') {
      await operators.admit(request)
      return { id: 'operator' }
    }
    const sent = request.headers.get('authorization')
    const caller = await keys.callerOf(/^Bearer (.{1,200})$/i.exec(sent ?? '')?.[1] ?? '')
    if (caller !== undefined) return caller
    if (sent === null && operators.isLocal(request) && !(await keys.any())) return { id: localCaller }
    if (access === 'optional') return { id: callers.of(request), isUnknown: true }
    throw new RequestRefused(
      401,
      'unauthorized',
      'Cannot tell who calls: send Authorization: Bearer with a caller key; only a server without keys serves callers on its own machine without one',
      { headers: { 'www-authenticate': 'Bearer' } },
    )
  }
}
