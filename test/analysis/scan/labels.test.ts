import { afterAll, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { renderPage } from '../../support/site-pages.ts'
import { startSiteServer } from '../../support/site-server.ts'
import { readSites, type Site } from '../../support/sites.ts'

const sites = readSites()
const server = startSiteServer({ sites })
afterAll(() => server.stop())

test('the labelled sites are many, varied in kind and language, and small on disk', () => {
  expect(sites.length).toBeGreaterThanOrEqual(36)
  expect(new Set(sites.map(({ label }) => label.kind)).size).toBe(sites.length)
  expect(new Set(sites.map(({ label }) => label.language)).size).toBeGreaterThanOrEqual(10)
  const bytes = sites.flatMap(filesOf).reduce((sum, file) => sum + statSync(file).size, 0)
  expect(bytes).toBeLessThan(2_000_000)
})

test('no two sites share a host name', () => {
  const hosts = sites.flatMap(({ label }) => [label.host, ...(label.redirectHosts ?? [])])
  expect(new Set(hosts).size).toBe(hosts.length)
})

test.each(sites.map((site) => [site.slug, site] as const))(
  '%s uses every file of its folder, contains what its label expects, and serves each of its pages',
  async (_, site) => {
    const pages = new Set(Object.values(site.label.pages))
    const unused = readdirSync(site.folder).filter(
      (name) => name !== 'site.json' && !name.startsWith('_') && !pages.has(name),
    )
    expect(unused).toEqual([])
    const whole = textOf(site)
    expect(statements(site).filter((piece) => !whole.includes(letters(piece)))).toEqual([])
    const phones = (site.label.expect['contact-phone'] ?? []).flat()
    expect(phones.filter((phone) => !parsePhoneNumberFromString(phone)?.isValid())).toEqual([])
    for (const path of Object.keys(site.label.pages)) {
      const { headers, url } = onThisMachine(`http://${site.label.host}:${server.port}${path}`)
      const answer = await fetch(url, { headers })
      expect([path, answer.status]).toEqual([path, 200])
      expect(await answer.text()).not.toMatch(/<!--#/)
    }
  },
)

test('the server distinguishes the sites by name and counts requests', async () => {
  const [first, second] = sites
  if (!first || !second) throw new Error('There are no sites')
  server.forget()
  for (const site of [first, second, second]) {
    const { headers, url } = onThisMachine(server.entryUrl(site))
    const answer = await fetch(url, { headers })
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  expect([...server.requests.values()].sort()).toEqual([1, 2])
  expect(await server.dns.addresses('nobody-lives-here.com', AbortSignal.timeout(1_000))).toEqual([])
})

function onThisMachine(address: string): { url: URL; headers: Record<string, string> } {
  const url = new URL(address)
  const headers = { host: url.host }
  url.hostname = '127.0.0.1'
  return { url, headers }
}

function filesOf({ folder }: Site): string[] {
  return readdirSync(folder).map((name) => join(folder, name))
}

/** The pieces of a label that a reader could point at; what is concluded from wording is left out. */
function statements({ label: { expect: wanted } }: Site): string[] {
  const first = (topic: keyof typeof wanted) =>
    (wanted[topic] ?? []).map((value) => (typeof value === 'string' ? value : (value[0] ?? '')))
  return [
    ...first('company-name'),
    ...first('description'),
    ...first('contact-email').flatMap((mail) => /^([^@]+)@([^.]+)/.exec(mail)?.slice(1) ?? []),
    ...first('contact-phone').map((phone) => phone.slice(-6)),
    ...first('address').flatMap((address) => address.split(/[,、]/)),
    ...first('pricing').flatMap((price) => /[\d.]+/.exec(price)?.[0]?.split('.')[0] ?? []),
    ...first('product'),
    ...first('team').map(
      (member) => member.split(/[,、:]/)[/^(founded|headcount):/.test(member) ? 1 : 0] ?? '',
    ),
    ...first('hiring').filter((title) => title !== 'open-positions'),
  ]
}

function textOf(site: Site): string {
  const pages = Object.keys(site.label.pages).map((path) => {
    const { bytes } = renderPage(site, path, (host) => `https://${host}`) ?? { bytes: new Uint8Array() }
    return new TextDecoder(site.label.charsets?.[path] ?? 'utf-8').decode(bytes)
  })
  const source = decodeEntities(pages.join(' '))
  // Attributes and scripts hold facts too, so the source counts as well as what is between the tags.
  return letters(source.replace(/<[^>]*>/g, ' ')) + letters(source)
}

/** The few that the sites use in front of letters; every other one is punctuation and counts as none. */
const namedLetters: Readonly<Record<string, string>> = {
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
  szlig: 'ß',
  eacute: 'é',
}

function decodeEntities(source: string): string {
  return source
    .replace(/data-cfemail="([\da-f]+)"/g, (_, hex: string) => decodeProtectedMail(hex))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&([a-z]+);/gi, (_, name: string) => namedLetters[name] ?? ' ')
}

/** Cloudflare's protection: the first byte is the key of all others. */
function decodeProtectedMail(hex: string): string {
  const [key = 0, ...rest] = Buffer.from(hex, 'hex')
  return String.fromCharCode(...rest.map((byte) => byte ^ key))
}

function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
