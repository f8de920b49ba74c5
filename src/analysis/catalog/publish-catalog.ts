import { Value } from '@sinclair/typebox/value'
import { Catalog } from './catalog.ts'

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

const daysPlaceholder = '{REPORT_DAYS}'

/** The catalog with this server's report retention, in days, in place of its daysPlaceholder. */
export function withReportDays(catalog: Catalog, days: number): Catalog {
  const filled: unknown = JSON.parse(JSON.stringify(catalog).replaceAll(daysPlaceholder, String(days)))
  return Value.Decode(Catalog, filled)
}

const mailedOnly =
  'Your e-mail address is used once, to send you the links; it is not stored with the report, shown or logged.'
const unused =
  'This server sends no mail: an e-mail address that you give is not used, stored, shown or logged.'

/**
 * The catalog with a privacy note that states what this server does with e-mail addresses. The catalog check forbids any
 * other sentence about them, so the note cannot contradict itself.
 */
export function withEmailNote(catalog: Catalog, { sendsMail }: { sendsMail: boolean }): Catalog {
  const { emailStored, ...privacy } = catalog.privacy
  const storedNote = sendsMail ? undefined : emailStored
  return {
    ...catalog,
    privacy: {
      ...privacy,
      note: `${privacy.note} ${storedNote ?? (sendsMail ? mailedOnly : unused)}`,
      ...(storedNote === undefined ? {} : { emailStored: storedNote }),
    },
  }
}

/** Whether the published note states that e-mail addresses are stored. */
export function noteStatesEmailStored({ note, emailStored }: Catalog['privacy']): boolean {
  return emailStored !== undefined && note.includes(emailStored)
}
