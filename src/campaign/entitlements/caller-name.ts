/** The local caller, used while no key exists; a key may be made for it, so that what it has is not lost. */
export const localCaller = 'demo'

export const callerNamePattern = '^[a-z0-9][a-z0-9._-]{0,63}$'

/** Names of actors without a key in the audit log. */
const reserved = new Set(['operator', 'reviewer', 'service', 'command-line'])

/** Whether a key may be created for this name; `cairn:…` is reserved for the service. */
export function isCallerName(name: string): boolean {
  return new RegExp(callerNamePattern).test(name) && !reserved.has(name)
}
