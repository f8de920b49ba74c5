/** Limits of one request, redirects included. */
export interface EgressLimits {
  redirectsMax: number
  headerBytesMax: number
  /** Bytes of one answer as they arrive: headers, framing and coded body. */
  wireBytesMax: number
  inflatedBytesMax: number
  /** How many times larger than its coded form a body may become, looked at beyond `inflationFreeBytes`. */
  inflationRatioMax: number
  /** Silence of a connected server. */
  idleMs: number
  /** The whole request with its redirects, once it is its turn. */
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

/** Small bodies may be repetitive beyond any ratio. */
export const inflationFreeBytes = 256 * 1024
