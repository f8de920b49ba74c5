import { describe, expect, test } from 'bun:test'
import { decideTopics } from '../../../../../src/analysis/scan/facts/decide-topics.ts'
import { dnsBlock, dnsCandidates } from '../../../../../src/analysis/scan/facts/tools/dns-records.ts'
import { tool } from '../../../../../src/analysis/scan/facts/tools/use.ts'
import { siteOfPages } from '../topic-kit.ts'

const records = {
  domain: 'acme-widgets.com',
  host: 'www.acme-widgets.com',
  mx: ['1 aspmx.l.google.com.', '5 alt1.aspmx.l.google.com.'],
  txt: [
    '"v=spf1 include:_spf.google.com include:mail.zendesk.com -all"',
    '"atlassian-domain-verification=qz81"',
  ],
  cname: ['shops.myshopify.com.'],
}

function tools(change: Partial<typeof records>): string[] {
  const none = { domain: 'acme-widgets.com', mx: [], txt: [], cname: [] }
  return dnsCandidates({ ...none, ...change }).map(({ value = '' }) => value)
}

describe('facts of DNS', () => {
  test('each record stands on a line of its own, the CNAME under the host', () => {
    expect(dnsBlock(records).split('\n')).toEqual([
      'acme-widgets.com MX 1 aspmx.l.google.com.',
      'acme-widgets.com MX 5 alt1.aspmx.l.google.com.',
      'acme-widgets.com TXT "v=spf1 include:_spf.google.com include:mail.zendesk.com -all"',
      'acme-widgets.com TXT "atlassian-domain-verification=qz81"',
      'www.acme-widgets.com CNAME shops.myshopify.com.',
      '',
    ])
  })

  test('mail hosts, senders and aliases are sure, a verification alone is not', () => {
    const page = {
      url: 'dns:acme-widgets.com',
      label: 'DNS',
      kind: 'other',
      sha256: 'a',
      headerSha256: 'a',
      fetchedAt: '2026-01-01T00:00:00Z',
    } as const
    const candidates = dnsCandidates(records)
    const facts = decideTopics([tool], [{ page, candidates }], siteOfPages())
    expect(facts.map(({ value, confidence }) => [value, confidence])).toEqual([
      ['Google Workspace', 'high'],
      ['Zendesk', 'high'],
      ['Shopify', 'high'],
      ['Atlassian', 'medium'],
    ])
  })

  test('a tool that several records tell of is one fact with several quotes', () => {
    const [google] = dnsCandidates(records)
    expect(google?.evidence.map(({ quote }) => quote)).toEqual([
      'acme-widgets.com MX 1 aspmx.l.google.com.',
      'acme-widgets.com MX 5 alt1.aspmx.l.google.com.',
      'acme-widgets.com TXT "v=spf1 include:_spf.google.com include:mail.zendesk.com -all"',
    ])
  })

  const lookalikes: ReadonlyArray<readonly [string, Partial<typeof records>]> = [
    ['a mail host that only ends alike', { mx: ['10 notaspmx.l.google.com.evil.net.'] }],
    ['a mail host whose label only ends alike', { mx: ['10 mx.fakegooglemail.com.'] }],
    ['an own mail host', { mx: ['10 mail.acme-widgets.com.'] }],
    ['an alias under another name', { cname: ['myshopify.com.acme-widgets.net.'] }],
    ['an address in SPF', { txt: ['v=spf1 ip4:192.0.2.1 a mx -all'] }],
    ['an include that only ends alike', { txt: ['v=spf1 include:notsendgrid.net -all'] }],
    ['a word in a text that is no SPF', { txt: ['we do not include:sendgrid.net here'] }],
    ['a verification in the middle of a text', { txt: ['see docusign=abc'] }],
    ['an empty record', { mx: [''], txt: [''], cname: [''] }],
  ]
  test.each(lookalikes)('%s is not the record of a tool', (_, change) => {
    expect(tools(change)).toEqual([])
  })

  test('a record in several strings is read as one', () => {
    expect(tools({ txt: ['"v=spf1 include:_spf.goo" "gle.com include:servers.mcsv.net ~all"'] })).toEqual([
      'Google Workspace',
      'Mailchimp',
    ])
  })

  test('of a long record the part around the sender is quoted', () => {
    const addresses = Array.from({ length: 40 }, (_, at) => `ip4:192.0.2.${at}`).join(' ')
    const long = { ...records, mx: [], cname: [], txt: [`"v=spf1 ${addresses} include:sendgrid.net -all"`] }
    const [fact] = dnsCandidates(long)
    const [evidence] = fact?.evidence ?? []
    expect(fact?.value).toBe('SendGrid')
    expect(evidence?.quote).toContain('include:sendgrid.net')
    expect(evidence?.quote.length).toBe(300)
    expect(dnsBlock(long).slice(evidence?.start, evidence?.end)).toBe(evidence?.quote ?? '')
  })

  test('line breaks in a record cannot make a line of their own', () => {
    const block = dnsBlock({
      ...records,
      mx: [],
      cname: [],
      txt: ['a\nacme-widgets.com MX 1 aspmx.l.google.com.'],
    })
    expect(block.split('\n').length).toBe(2)
  })

  test('of 10,000 records of a kind the first 200 are read', () => {
    const zendeskRecord = '"v=spf1 include:mail.zendesk.com -all"'
    const after = (count: number) => [...Array.from({ length: count }, () => '"a"'), zendeskRecord]
    expect(tools({ txt: after(199) })).toEqual(['Zendesk'])
    expect(tools({ txt: [...after(200), ...after(9_800)] })).toEqual([])
  })
})
