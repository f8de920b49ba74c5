import type { Dns } from '../../src/kernel/egress/egress.ts'
import { hostsOf } from './site-pages.ts'
import type { Site } from './sites.ts'

/** The resolver of the labelled sites, whose names alone exist. Each site has an address of its own that passes for a public one; `dial` leads all of them to this machine. */
export function createSiteDns(sites: readonly Site[]): { dns: Dns; dial: (address: string) => string } {
  const addresses = new Map<string, string>()
  const records = new Map<string, readonly string[]>()
  for (const [index, site] of sites.entries()) {
    for (const host of hostsOf(site)) addresses.set(host, `45.66.${10 + (index >> 8)}.${index & 255}`)
    const { mx = [], txt = [], cname = [] } = site.label.dns ?? {}
    const bare = site.label.host.replace(/^www\./, '')
    for (const host of new Set([bare, site.label.host])) {
      records.set(`${host} MX`, mx)
      records.set(`${host} TXT`, txt)
    }
    records.set(`www.${bare} CNAME`, cname)
  }
  const known = new Set(addresses.values())
  return {
    dns: {
      addresses: async (host) =>
        [addresses.get(host.toLowerCase())].filter((address) => address !== undefined),
      records: async (host, type) => records.get(`${host.toLowerCase()} ${type}`) ?? [],
    },
    dial: (address) => {
      if (known.has(address)) return '127.0.0.1'
      throw new Error(`Cannot dial ${address}: no labelled site has this address`)
    },
  }
}
