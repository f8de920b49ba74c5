/** Whether a name is this machine by definition. @see RFC 6761, section 6.3 */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/** The address of a local origin: loopback for names under `localhost`; all others are written as an address. */
export function localAddress(origin: string): string {
  const { hostname } = new URL(origin)
  return isLocalName(hostname) ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '')
}
