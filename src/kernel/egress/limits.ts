/** Limits of one request, redirects included. */
export interface EgressLimits {
  redirectsMax: number
  headerBytesMax: number
  /** Bytes of one response as received: headers, framing and encoded body. */
  wireBytesMax: number
  inflatedBytesMax: number
  /** Ratio of decoded to encoded size; checked beyond `inflationFreeBytes`. */
  inflationRatioMax: number
  /** Time without a byte from a connected server. */
  idleMs: number
  /** The whole request with its redirects; time in the queue does not count. */
  requestMs: number
  /** TCP and TLS together, per address. */
  connectMs: number
}

export const defaultEgressLimits: EgressLimits = {
  redirectsMax: 5,
  headerBytesMax: 32_768,
  wireBytesMax: 4 * 1024 * 1024,
  inflatedBytesMax: 8 * 1024 * 1024,
  inflationRatioMax: 100,
  idleMs: 5_000,
  requestMs: 10_000,
  connectMs: 4_000,
}

/** Small bodies may exceed the ratio. */
export const inflationFreeBytes = 256 * 1024
