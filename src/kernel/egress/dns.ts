import { Resolver } from 'node:dns/promises'
import { EgressRefused } from './refused.ts'

export type DnsRecordType = 'MX' | 'TXT' | 'CNAME'

export type Dns = ReturnType<typeof createSystemDns>

const recordsMax = 64
const txtStringBytesMax = 255

/** Codes for a missing name or record type; Bun's c-ares reports ENOTFOUND for both. */
const absentCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Queries the name servers of this machine directly: /etc/hosts, search domains and mDNS must not change what a public
 * name resolves to.
 */
export function createSystemDns(options: { timeoutMs?: number; servers?: readonly string[] } = {}) {
  const timeoutMs = options.timeoutMs ?? 2_000
  const ask: Ask = (signal, question) => askOnce(question, { signal, timeoutMs, servers: options.servers })
  return {
    /** All A and AAAA records; empty when the name has none. @throws EgressRefused `dns` when no server answers */
    addresses: (host: string, signal: AbortSignal) => addressesOf(host, signal, ask),
    /** Each record in presentation form, such as `10 mx.example.com.`, sorted; none when there are none or on failure. */
    records: (host: string, type: DnsRecordType, signal: AbortSignal): Promise<readonly string[]> =>
      recordsOf(host, type, signal, ask).catch(() => []),
  }
}

type Ask = <Answer>(signal: AbortSignal, question: (resolver: Resolver) => Promise<Answer>) => Promise<Answer>

/** Queries both families; one answer is enough, as every address is judged before a connection. */
async function addressesOf(host: string, signal: AbortSignal, ask: Ask): Promise<readonly string[]> {
  const name = absolute(host)
  const answers = await Promise.allSettled([
    absentAsNone(ask(signal, (resolver) => resolver.resolve4(name))),
    absentAsNone(ask(signal, (resolver) => resolver.resolve6(name))),
  ])
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found.slice(0, recordsMax)
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  return []
}

async function recordsOf(host: string, type: DnsRecordType, signal: AbortSignal, ask: Ask) {
  const name = absolute(host)
  const records = await ask(signal, (resolver) => presented[type](resolver, name))
  return records.slice(0, recordsMax)
}

const presented: Record<DnsRecordType, (resolver: Resolver, name: string) => Promise<string[]>> = {
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name))
      .sort((a, b) => a.priority - b.priority || compare(a.exchange, b.exchange))
      .map(({ priority, exchange }) => `${priority} ${presentedName(exchange)}`),
  TXT: async (resolver, name) =>
    wholeTexts(await resolver.resolveTxt(name))
      .map(quoted)
      .sort(compare),
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(presentedName).sort(compare),
}

/**
 * A TXT record consists of strings of up to 255 bytes, and Bun returns each string as a record of its own: a full one is
 * joined with the next.
 */
function wholeTexts(records: readonly (readonly string[])[]): string[] {
  const texts: string[] = []
  let continues = false
  for (const strings of records) {
    const text = strings.join('')
    if (continues) texts.push((texts.pop() ?? '') + text)
    else texts.push(text)
    continues = strings.length === 1 && Buffer.byteLength(text) === txtStringBytesMax
  }
  return texts
}

async function askOnce<Answer>(
  question: (resolver: Resolver) => Promise<Answer>,
  options: { signal: AbortSignal; timeoutMs: number; servers: readonly string[] | undefined },
): Promise<Answer> {
  const { signal, timeoutMs, servers } = options
  if (signal.aborted) throw new EgressRefused('aborted', 'dns-aborted')
  // Two tries within the deadline below, which c-ares keeps only roughly.
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 2), tries: 2 })
  if (servers !== undefined) resolver.setServers([...servers])
  const cancel = () => resolver.cancel()
  const timer = setTimeout(cancel, timeoutMs)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await question(resolver)
  } catch (error) {
    if (signal.aborted) throw new EgressRefused('aborted', 'dns-aborted')
    throw new EgressRefused('dns', `dns:${codeOf(error)}`)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}

async function absentAsNone(answer: Promise<string[]>): Promise<string[]> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof EgressRefused && absentCodes.has(error.rule.slice('dns:'.length))) return []
    throw error
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return code.replace(/^DNS_/, '').slice(0, 40)
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[^ -~]/gu, escapedBytes)}"`
}

const escapedBytes = (character: string) =>
  [...Buffer.from(character)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('')

const absolute = (host: string) => (host.endsWith('.') ? host : `${host}.`)
const presentedName = (name: string) => absolute(name.replace(/[^!-~]/g, '?'))
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
