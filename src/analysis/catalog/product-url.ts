import type { Catalog } from './catalog.ts'

/** Public addresses of this server, without a trailing slash. */
export interface CatalogAddresses {
  base: string
  agent: string
  studio: string
  status: string
}

const placeholders: Readonly<Record<string, keyof CatalogAddresses>> = {
  '{BASE_URL}': 'base',
  '{AGENT_URL}': 'agent',
  '{STUDIO_URL}': 'studio',
  '{STATUS_URL}': 'status',
}

/** Resolves a URL of the catalog; undefined unless it is http, https or begins with a known placeholder. */
export function resolveUrl(url: string, addresses: CatalogAddresses): string | undefined {
  const end = url.indexOf('}') + 1
  const name = placeholders[url.slice(0, end)]
  if (name !== undefined && !/^([/?#]|$)/.test(url.slice(end))) return undefined
  const full = name === undefined ? url : `${addresses[name]}${url.slice(end)}`
  const parsed = URL.canParse(full) ? new URL(full) : undefined
  if (parsed === undefined || !/^https?:\/\//i.test(full)) return undefined
  return parsed.username === '' && parsed.password === '' ? full : undefined
}

/** The catalog as published: the placeholders replaced by this server's public addresses. */
export function withAddresses(catalog: Catalog, addresses: CatalogAddresses): Catalog {
  const { url, ...contact } = catalog.contact
  return {
    ...catalog,
    products: catalog.products.map((product) => ({
      ...product,
      url: resolveUrl(product.url, addresses) ?? product.url,
    })),
    contact: url === undefined ? contact : { ...contact, url: resolveUrl(url, addresses) ?? url },
  }
}
