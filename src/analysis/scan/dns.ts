import type { Dns } from '../../kernel/egress/egress.ts'
import { siteOf } from './crawl/same-site.ts'

/** The DNS records of a site in presentation form, as `10 aspmx.l.google.com.`; TXT with or without quotes. */
export interface DnsRecords {
  /** The registrable domain, of the MX and TXT records. */
  domain: string
  /** The queried host, of the CNAME record. */
  host: string
  mx: readonly string[]
  txt: readonly string[]
  cname: readonly string[]
  fetchedAt: string
}

/** Queries the records of a site's domain. Never rejects: unanswered queries give no records. */
export async function readDns(
  dns: Pick<Dns, 'records'>,
  site: URL,
  signal: AbortSignal,
  now: () => number,
): Promise<DnsRecords> {
  const domain = siteOf(site)
  const host = site.hostname
  const ask = (name: string, type: 'MX' | 'TXT' | 'CNAME') =>
    dns.records(name, type, signal).catch((): readonly string[] => [])
  const [mx, txt, cname] = await Promise.all([ask(domain, 'MX'), ask(domain, 'TXT'), ask(host, 'CNAME')])
  return { domain, host, mx, txt, cname, fetchedAt: new Date(now()).toISOString() }
}
