import type { DnsRecords as Records } from '../../dns.ts'
import type { Evidence } from '../../document/evidence.ts'
import type { Candidate } from '../topic.ts'
import { type Tool, toolTable } from './tool.ts'
import { type ToolHit, toolCandidates } from './tool-hit.ts'

/** The records of a domain; the host is the domain by default. */
type DnsRecords = Omit<Records, 'host' | 'fetchedAt'> & Partial<Pick<Records, 'host'>>

/** The text quoted by DNS candidates: one line `name TYPE value` per record, in the order MX, TXT, CNAME. */
export function dnsBlock(records: DnsRecords): string {
  return recordLines(records)
    .map(({ line }) => `${line}\n`)
    .join('')
}

/** The tools found in a domain's records; spans are offsets in `dnsBlock` of the same records. */
export function dnsCandidates(records: DnsRecords): Candidate[] {
  const hits: ToolHit[] = []
  let start = 0
  for (const { line, read } of recordLines(records)) {
    for (const { at, ...found } of read(line)) {
      hits.push({ ...found, place: 'dns', evidence: lineEvidence(line, start, at) })
    }
    start += line.length + 1
  }
  return toolCandidates('tool', hits)
}

interface RecordLine {
  line: string
  read: (line: string) => Found[]
}

function recordLines({ domain, host = domain, mx, txt, cname }: DnsRecords): RecordLine[] {
  const lines = (name: string, type: string, values: readonly string[], read: (line: string) => Found[]) =>
    values
      .slice(0, recordsMax)
      .map((value) => ({ line: `${name} ${type} ${value.replace(lineBreak, ' ')}`, read }))
  return [
    ...lines(domain, 'MX', mx, (line) => lastHost(line, mailTools)),
    ...lines(domain, 'TXT', txt, textRecords),
    ...lines(host, 'CNAME', cname, (line) => lastHost(line, aliasTools)),
  ]
}

interface Found {
  tool: Tool
  verification?: boolean
  /** Offset of the tool's host or mark in the line. */
  at: number
}

const recordsMax = 200
const quoteMax = 300

/** The whole line; of a long one, the part that begins shortly before the tool's host or mark. */
function lineEvidence(line: string, start: number, at: number): Evidence {
  const from = line.length <= quoteMax ? 0 : Math.max(0, Math.min(at - 20, line.length - quoteMax))
  const quote = line.slice(from, from + quoteMax)
  return { method: 'dns', quote, start: start + from, end: start + from + quote.length }
}

const byHost = (read: (tool: Tool) => readonly string[] | undefined) =>
  new Map(toolTable.flatMap((tool) => (read(tool) ?? []).map((host) => [host, tool] as const)))
const mailTools = byHost((tool) => tool.mx)
const senderTools = byHost((tool) => tool.spf)
const aliasTools = byHost((tool) => tool.cname)

/** The tool of the longest suffix of whole labels. */
function toolOf(host: string, tools: ReadonlyMap<string, Tool>): Tool | undefined {
  const labels = host.toLowerCase().replace(lastPoint, '').split('.', labelsMax)
  for (let at = 0; at < labels.length - 1; at++) {
    const tool = tools.get(labels.slice(at).join('.'))
    if (tool !== undefined) return tool
  }
  return undefined
}

const labelsMax = 30

/** The tool of the host at the end of a line. */
function lastHost(line: string, tools: ReadonlyMap<string, Tool>): Found[] {
  const at = line.lastIndexOf(' ') + 1
  const tool = toolOf(line.slice(at), tools)
  return tool === undefined ? [] : [{ tool, at }]
}

const verifications = toolTable.flatMap((tool) => (tool.txt ?? []).map((start) => ({ tool, start })))
const mechanism = /(?:^|[\s"])[+?~-]?(?:include:|redirect=)([\w.-]{1,253})/gi

const lineBreak = /[\r\n]/g
const lastPoint = /\.$/
const stringBorder = /"\s{0,9}"/g

/** SPF lists the current mail senders of the domain; a verification record may be outdated. */
function textRecords(line: string): Found[] {
  const at = line.indexOf(' TXT ') + 5
  // Long records are split into several strings.
  const text = line.slice(at).replace(stringBorder, '').replaceAll('"', '').trim()
  const low = text.toLowerCase()
  if (low.startsWith('v=spf1')) {
    return [...text.matchAll(mechanism)].flatMap((match) => {
      const host = match[1] ?? ''
      const tool = toolOf(host, senderTools)
      const found = line.indexOf(host, at)
      return tool === undefined ? [] : [{ tool, at: Math.max(found, at) }]
    })
  }
  return verifications
    .filter(({ start }) => low.startsWith(start))
    .map(({ tool }) => ({ tool, verification: true, at }))
}
