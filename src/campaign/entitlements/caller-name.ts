/** The caller of a machine on which no key was made. */
export const localCaller = 'demo'

/** Names in the audit log of those that have no key. */
const reserved = new Set([localCaller, 'operator', 'reviewer', 'service', 'command-line'])

/** Whether a key may be made for this name; `cairn:…` is left to the service itself. */
export function isCallerName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,63}$/.test(name) && !reserved.has(name)
}
