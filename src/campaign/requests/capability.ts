/** The capability variants served. */
export const capabilities = {
  '1.5.0': { prefix: '', price: '0.05', network: 'base', usesKit: true },
  '1.3.0': { prefix: '/v1.3', price: '0.01', network: null, usesKit: false },
} as const

/** `usesKit`: a kit is required and a receipt is issued. */
export type Capability = keyof typeof capabilities
