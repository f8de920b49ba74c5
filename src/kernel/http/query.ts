import { kernelError } from '../runtime/errors.ts'

/**
 * Path and query with the declared parameters alone: others change neither an answer nor what is cached.
 * @throws invalid_parameter when a declared parameter is given more than once
 */
export function withKnownParameters(address: string, known: readonly string[]): string {
  const start = address.indexOf('?')
  if (start === -1) return address
  const seen = new Set<string>()
  const parts = address
    .slice(start + 1)
    .split('&')
    .filter((part) => {
      const [name] = new URLSearchParams(part).keys()
      if (name === undefined || !known.includes(name)) return false
      if (seen.has(name)) throw kernelError('invalid_parameter', name.slice(0, 64), 'must be given once')
      seen.add(name)
      return true
    })
  return address.slice(0, start) + (parts.length === 0 ? '' : `?${parts.join('&')}`)
}
