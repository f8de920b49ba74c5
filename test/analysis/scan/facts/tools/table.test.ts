import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { dnsBlock, dnsCandidates } from '../../../../../src/analysis/scan/facts/tools/dns-records.ts'
import { integration } from '../../../../../src/analysis/scan/facts/tools/integrations.ts'
import { toolTable } from '../../../../../src/analysis/scan/facts/tools/table.ts'
import { Tool } from '../../../../../src/analysis/scan/facts/tools/tool.ts'
import { tool } from '../../../../../src/analysis/scan/facts/tools/use.ts'
import { misquoted, pageWith } from '../facts-kit.ts'
import { type ToolSnippet, toolSnippets } from './snippets.ts'

/** The tools that a snippet shows, with proof that each quote stands where it says. */
function toolsOf({ kind, text }: ToolSnippet): string[] {
  if (['mx', 'spf', 'txt', 'cname'].includes(kind)) {
    const records = {
      domain: 'acme-widgets.com',
      mx: kind === 'mx' ? [text] : [],
      txt: kind === 'spf' ? [`"v=spf1 include:${text} ~all"`] : kind === 'txt' ? [`"${text}"`] : [],
      cname: kind === 'cname' ? [text] : [],
    }
    const found = dnsCandidates(records)
    for (const { quote, start, end } of found.flatMap(({ evidence }) => evidence))
      expect(dnsBlock(records).slice(start, end)).toBe(quote)
    return found.map(({ value }) => value)
  }
  const page = pageOf(kind, text)
  const found = [...tool.read(page), ...integration.read(page)]
  expect(misquoted(page, found)).toEqual([])
  return [...new Set(found.map(({ value }) => value))]
}

function pageOf(kind: string, text: string) {
  switch (kind) {
    case 'script':
      return pageWith('<p>Hello</p>', { head: `<script async src="${text}"></script>` })
    case 'frame':
      return pageWith(`<main><iframe src="${text}"></iframe></main>`)
    case 'form':
      return pageWith(
        `<main><form method="post" action="${text.replaceAll('&', '&amp;')}"><input name="email"></form></main>`,
      )
    case 'style':
      return pageWith('<p>Hello</p>', { head: `<link rel="stylesheet" href="${text}">` })
    case 'image':
      return pageWith(`<main><img src="${text}" alt="A hall"></main>`)
    case 'link':
      return pageWith(`<main><p>Here: <a href="${text}">open</a></p></main>`)
    case 'inline':
      return pageWith('<p>Hello</p>', { head: `<script>${text}</script>` })
    case 'generator':
      return pageWith('<p>Hello</p>', { head: `<meta name="generator" content="${text}">` })
    case 'meta':
      return pageWith('<p>Hello</p>', { head: `<meta name="${text}" content="abc123">` })
    case 'root':
      return pageWith('<p>Hello</p>', { root: text })
    case 'header': {
      const at = text.indexOf(': ')
      return pageWith('<p>Hello</p>', { headers: [[text.slice(0, at), text.slice(at + 2)]] })
    }
    case 'named':
      return pageWith(`<main><p>Acme integrates with ${text}.</p></main>`)
    case 'item':
      return pageWith(`<main><h2>Integrations</h2><ul><li>${text}</li></ul></main>`)
    default:
      throw new Error(`Cannot show a snippet of the kind "${kind}"`)
  }
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

  test('holds a realistic snippet for every tool', () => {
    const shown = new Set(toolSnippets.map(({ tool }) => tool))
    expect(toolTable.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([])
  })

  test.each(toolSnippets.map((snippet) => [snippet.tool, snippet.kind, snippet] as const))(
    '%s is recognised by its %s, and nothing else is',
    (tool, _, snippet) => {
      const system = snippet.text.includes('/wp-content/') && tool !== 'WordPress' ? ['WordPress'] : []
      expect(toolsOf(snippet).sort()).toEqual([tool, ...system].sort())
    },
  )
})
