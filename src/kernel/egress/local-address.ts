import { isLocalName } from '../settings/config.ts'

/** Names under `localhost` are this machine by definition; other local origins are given by their address. */
export function localAddress(origin: string): string {
  const { hostname } = new URL(origin)
  return isLocalName(hostname) ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '')
}
