import { kernelError } from '../runtime/errors.ts'
import type { Callers } from './caller.ts'
import type { OperatorGate } from './operator.ts'
import type { Caller } from './request-context.ts'
import type { Access } from './route-facts.ts'

/** Keys that tell callers apart. */
export interface CallerKeyring {
  /** The holder of a key; undefined for an unknown one. */
  callerOf(key: string): Promise<Caller | undefined>
  /** Whether any key exists. */
  any(): Promise<boolean>
  /** Who calls from this machine while no key exists. */
  localCaller: string
}

export type Identify = (request: Request, access: Access) => Promise<Caller>

/**
 * Identifies the caller: a key's holder, or, while no key exists and the request comes from this machine, the local caller.
 * @throws key_required without a valid key; what the operator gate refuses
 */
export function createIdentify(options: {
  callers: Callers
  operators: OperatorGate
  /** Undefined where no route needs a caller. */
  keys?: CallerKeyring | undefined
}): Identify {
  const { callers, operators, keys } = options
  return async (request, access) => {
    if (access === 'public') return { id: callers.of(request) }
    if (access === 'operator') {
      await operators.admit(request)
      return { id: 'operator', countedAs: callers.of(request) }
    }
    const sent = request.headers.get('authorization')
    const caller = await keys?.callerOf(/^Bearer (.{1,200})$/i.exec(sent ?? '')?.[1] ?? '')
    if (caller !== undefined) return caller
    if (keys !== undefined && sent === null && operators.isLocal(request) && !(await keys.any()))
      return { id: keys.localCaller }
    if (access === 'optional') return { id: callers.of(request), isUnknown: true }
    throw kernelError('key_required')
  }
}
