const address = /\b([a-z][a-z0-9+.-]*):\/\/[^\s"'<>`\\]+/gi
const textMax = 500

/** A text from outside, with every address in it cut to scheme and host: paths and queries may hold keys. */
export function scrubUrls(text: string): string {
  const scrubbed = text.replace(address, (found) => originOf(found))
  return scrubbed.length > textMax ? `${scrubbed.slice(0, textMax)}...` : scrubbed
}

/** Scheme, host and port: what may be said of an address. */
export function originOf(url: string): string {
  try {
    const { protocol, host } = new URL(url)
    return `${protocol}//${host}`
  } catch {
    return 'an address'
  }
}
