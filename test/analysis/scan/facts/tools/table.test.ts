import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { dnsBlock, dnsCandidates } from '../../../../../src/analysis/scan/facts/tools/dns-records.ts'
import { integration } from '../../../../../src/analysis/scan/facts/tools/integrations.ts'
import { Tool, toolTable } from '../../../../../src/analysis/scan/facts/tools/tool.ts'
import { tool } from '../../../../../src/analysis/scan/facts/tools/use.ts'
import { misquoted, type PageOptions, pageWith } from '../facts-kit.ts'

/** The tools of a page, with proof that each quote stands where it says. */
function toolsOnPage(body: string, options: PageOptions = {}): string[] {
  const page = pageWith(body, options)
  const found = [...tool.read(page), ...integration.read(page)]
  expect(misquoted(page, found)).toEqual([])
  return found.map(({ value }) => value)
}

function toolsInDns(record: { mx?: string[]; txt?: string[]; cname?: string[] }): string[] {
  const records = { domain: 'acme-widgets.com', mx: [], txt: [], cname: [], ...record }
  const found = dnsCandidates(records)
  for (const { quote, start, end } of found.flatMap(({ evidence }) => evidence))
    expect(dnsBlock(records).slice(start, end)).toBe(quote)
  return found.map(({ value }) => value)
}

/** A URL at the address: the customer's subdomain, a country domain, and a name for each open segment. */
const urlAt = (address: string) =>
  `https://${address
    .replace(/^\*\./, 'acme-widgets.')
    .replace(/\.\*(?=\/|$)/, '.de')
    .replaceAll('*', 'acme-widgets')}`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const inHead = (head: string) => toolsOnPage('<p>Hello</p>', { head })
const byHeader = (header: string) => {
  const [name = '', part = 'abc'] = header.split(': ')
  return toolsOnPage('<p>Hello</p>', { headers: [[name, part]] })
}
const byLink = (address: string) =>
  toolsOnPage(`<main><p>Here: <a href="${escaped(urlAt(address))}">open</a></p></main>`)

type Column = Exclude<keyof Tool, 'category' | 'name'>

/** For each column of the table, the pages and records that show a signature of it. */
const shows: ReadonlyArray<readonly [column: Column, as: string, read: (signature: string) => string[]]> = [
  ['loads', 'script', (address) => inHead(`<script async src="${escaped(urlAt(address))}"></script>`)],
  [
    'loads',
    'frame',
    (address) => toolsOnPage(`<main><iframe src="${escaped(urlAt(address))}"></iframe></main>`),
  ],
  ['loads', 'image', (address) => toolsOnPage(`<main><img src="${escaped(urlAt(address))}" alt=""></main>`)],
  ['loads', 'style', (address) => inHead(`<link rel="stylesheet" href="${escaped(urlAt(address))}">`)],
  [
    'loads',
    'form',
    (address) =>
      toolsOnPage(`<form method="post" action="${escaped(urlAt(address))}"><input name="email"></form>`),
  ],
  ['links', 'link', byLink],
  ['ownLinks', 'link', byLink],
  ['paths', 'style', (path) => inHead(`<link rel="stylesheet" href="${escaped(path)}">`)],
  ['inline', 'script', (text) => inHead(`<script>${text}</script>`)],
  ['attributes', 'root attribute', (name) => toolsOnPage('<p>Hello</p>', { root: name })],
  ['generators', 'generator', (start) => inHead(`<meta name="generator" content="${start} 1.2">`)],
  ['metas', 'meta', (name) => inHead(`<meta name="${name}" content="abc123">`)],
  ['headers', 'header', byHeader],
  ['mx', 'MX record', (host) => toolsInDns({ mx: [`10 a.${host}.`] })],
  ['spf', 'TXT record', (host) => toolsInDns({ txt: [`"v=spf1 include:${host} ~all"`] })],
  ['txt', 'TXT record', (start) => toolsInDns({ txt: [`"${start}0a1b"`] })],
  ['cname', 'CNAME record', (host) => toolsInDns({ cname: [`a.${host}.`] })],
  ['names', 'sentence', (name) => toolsOnPage(`<main><p>Acme integrates with ${name}.</p></main>`)],
  [
    'ordinaryWord',
    'list item',
    (name) => toolsOnPage(`<main><h2>Integrations</h2><ul><li>${name}</li></ul></main>`),
  ],
]

function signaturesOf(row: Tool, column: Column): readonly string[] {
  if (column === 'ordinaryWord') return row.ordinaryWord ? [row.name] : []
  return row[column] ?? (column === 'names' && !row.ordinaryWord ? [row.name] : [])
}

describe('the table of tools', () => {
  test('names at least 150 tools, each once', () => {
    const names = toolTable.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(150)
  })

  test('fits its schema in every row', () => {
    const problems = toolTable.flatMap((tool) =>
      [...Value.Errors(Tool, tool)].map(({ path, message }) => `${tool.name}${path}: ${message}`),
    )
    expect(problems).toEqual([])
  })

  test.each(shows)('each of its %s is found, alone: %s', (column, _, read) => {
    const wrong = toolTable.flatMap((row) =>
      signaturesOf(row, column).flatMap((signature) => {
        const system = signature.startsWith('/wp-content/') ? ['WordPress'] : []
        const found = new Set(read(signature))
        return Bun.deepEquals(found, new Set([row.name, ...system]))
          ? []
          : [{ tool: row.name, signature, found }]
      }),
    )
    expect(wrong).toEqual([])
  })
})
