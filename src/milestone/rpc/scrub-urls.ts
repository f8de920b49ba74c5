const url = /\b([a-z][a-z0-9+.-]*):\/\/[^\s"'<>`\\]+/gi
const textMax = 500

/** Cuts every URL in an external text to scheme and host, as paths and queries may hold keys. */
export function scrubUrls(text: string): string {
  const scrubbed = text.replace(url, (found) => originOf(found))
  return scrubbed.length > textMax ? `${scrubbed.slice(0, textMax)}...` : scrubbed
}

/** Scheme, host and port: the part of a URL that may be shown. */
export function originOf(url: string): string {
  try {
    const { protocol, host } = new URL(url)
    return `${protocol}//${host}`
  } catch {
    return 'an address'
  }
}
