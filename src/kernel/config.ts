import { isNetwork } from './caller.ts'
import { StartupError } from './errors.ts'
import type { LogLevel } from './log.ts'
import type { ModelConfig } from './model.ts'

/** The areas that this build can mount, in the order of the description documents. */
export const areaNames = ['analysis', 'milestone'] as const
export type AreaName = (typeof areaNames)[number]

/** Public addresses without a trailing slash; undefined means the listening address. */
export interface PublicUrls {
  base: string | undefined
  agent: string | undefined
  studio: string | undefined
  status: string | undefined
  indexer: string | undefined
}

/** Which chain Area C follows: its own demo chain, or one it did not deploy. */
export type ChainConfig =
  | { kind: 'demo'; port: number }
  | { kind: 'remote'; rpcUrls: readonly [string, ...string[]]; contractsFile: string }

/** What scans of strangers' URLs may reach beyond public addresses on ports 80 and 443, and how often. */
export interface ScanConfig {
  ports: readonly number[]
  /** Origins on this network that may be scanned all the same, whatever their port. */
  localOrigins: readonly string[]
  perMinute: number
  /** Program of the browser; undefined means one that is found. */
  chromium: string | undefined
}

export interface Config {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  areas: readonly AreaName[]
  urls: PublicUrls
  corsOrigins: readonly string[]
  /** What operators send as a bearer token; without one only callers on this machine are operators. */
  operatorToken: string | undefined
  /** Addresses or networks in CIDR notation whose `X-Forwarded-For` counts. */
  trustedProxies: readonly string[]
  chaosPerMinute: number
  scan: ScanConfig
  diagnosePerMinute: number
  reportsPerMinute: number
  /** How long a report is kept. */
  reportDays: number
  chatPerMinute: number
  /** Where the links of reports are mailed from; undefined where no mail is sent. */
  mail: { smtpUrl: string; from: string } | undefined
  /** A language model that words texts; undefined where rules word them alone. */
  model: ModelConfig | undefined
  /** Where `cairn demo` serves its sample site; another port is taken when it is busy. */
  samplePort: number
  /** A document that replaces the built-in catalog. */
  catalogFile: string | undefined
  chain: ChainConfig
  /** How often the chain's head is asked for, in milliseconds. */
  pollMs: number
  logLevel: LogLevel
}

/** One setting as `--help` and the README list it. */
export interface Setting {
  name: string
  fallback: string
  about: string
}

export const settings: readonly Setting[] = [
  { name: 'HOST', fallback: '127.0.0.1', about: 'address to listen on' },
  { name: 'PORT', fallback: '8787', about: 'port to listen on; 0 picks a free one' },
  { name: 'DATA_DIR', fallback: '.cairn', about: 'folder for the database, the demo chain and caches' },
  { name: 'DATABASE_URL', fallback: 'PGlite in DATA_DIR', about: 'postgres://… to use a PostgreSQL server' },
  { name: 'AREAS', fallback: areaNames.join(','), about: 'areas to mount, comma separated' },
  { name: 'BASE_URL', fallback: 'the listening address', about: 'public address of Area A' },
  { name: 'AGENT_URL', fallback: 'the listening address', about: 'public address of Area B' },
  {
    name: 'STUDIO_URL',
    fallback: 'the listening address',
    about: 'public address of the review application',
  },
  { name: 'STATUS_URL', fallback: 'the listening address', about: 'public address of Area C' },
  {
    name: 'INDEXER_URL',
    fallback: 'STATUS_URL/api/indexer',
    about: 'public address of the evidence indexer',
  },
  {
    name: 'CORS_ORIGINS',
    fallback: 'none',
    about: 'origins that may call the other routes, comma separated',
  },
  {
    name: 'TRUSTED_PROXIES',
    fallback: 'none',
    about: 'addresses or networks of proxies whose X-Forwarded-For counts, comma separated',
  },
  { name: 'OPERATOR_TOKEN', fallback: 'none: only from this machine', about: 'bearer token of operators' },
  {
    name: 'SCAN_PORTS',
    fallback: '80,443',
    about: 'ports of public websites that may be scanned, comma separated',
  },
  {
    name: 'SCAN_LOCAL_ORIGINS',
    fallback: 'none',
    about: 'own sites such as http://127.0.0.1:9000 that may be scanned though they are not public',
  },
  { name: 'RATE_SCAN_PER_MINUTE', fallback: '10', about: 'scans a minute and caller' },
  { name: 'RATE_DIAGNOSE_PER_MINUTE', fallback: '30', about: 'diagnoses a minute and caller' },
  { name: 'RATE_REPORTS_PER_MINUTE', fallback: '5', about: 'reports saved a minute and caller' },
  { name: 'REPORT_DAYS', fallback: '30', about: 'how long a report is kept' },
  { name: 'RATE_CHAT_PER_MINUTE', fallback: '20', about: 'chat messages a minute and caller' },
  { name: 'SMTP_URL', fallback: 'none', about: 'smtp://… or smtps://… to mail the links of reports' },
  { name: 'MAIL_FROM', fallback: 'none', about: 'address that these mails come from' },
  {
    name: 'MODEL_BASE_URL',
    fallback: 'none: rules alone',
    about: 'a service with OpenAI’s chat completions, to reword reasons and choose chat replies',
  },
  { name: 'MODEL_API_KEY', fallback: 'none', about: 'its key' },
  { name: 'MODEL_NAME', fallback: 'none', about: 'which of its models' },
  { name: 'MODEL_TOKENS_PER_CALLER_DAY', fallback: '50000', about: 'tokens a caller may spend in a day' },
  { name: 'MODEL_TOKENS_PER_DAY', fallback: '1000000', about: 'tokens that may be spent in a day in all' },
  { name: 'CHROMIUM', fallback: 'an installed one', about: 'program of the browser that renders pages' },
  { name: 'SAMPLE_PORT', fallback: '8788', about: 'port of the demo’s sample site; 0 picks a free one' },
  { name: 'CATALOG_FILE', fallback: 'the built-in catalog', about: 'products and questions (JSON)' },
  { name: 'RATE_CHAOS_PER_MINUTE', fallback: '30', about: 'operator requests a minute and caller' },
  {
    name: 'RPC_URLS',
    fallback: 'the demo chain',
    about: 'JSON-RPC endpoints of a real chain, comma separated',
  },
  { name: 'CONTRACTS_FILE', fallback: 'none', about: 'addresses of the contracts on that chain (JSON)' },
  { name: 'ANVIL_PORT', fallback: '0', about: 'port of the demo chain; 0 picks a free one' },
  { name: 'POLL_MS', fallback: '250', about: 'how often the chain head is asked for, in milliseconds' },
  { name: 'LOG_LEVEL', fallback: 'info', about: 'debug, info, warn or error' },
]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads every setting once.
 * @throws StartupError that lists all problems, one per line
 */
export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const read = createReader(environment, problems)
  const config: Config = {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 8787, 0, 65535),
    dataDir: read.text('DATA_DIR', '.cairn'),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    areas: read.choices('AREAS', areaNames),
    urls: {
      base: read.publicUrl('BASE_URL'),
      agent: read.publicUrl('AGENT_URL'),
      studio: read.publicUrl('STUDIO_URL'),
      status: read.publicUrl('STATUS_URL'),
      indexer: read.publicUrl('INDEXER_URL'),
    },
    corsOrigins: read.origins('CORS_ORIGINS'),
    operatorToken: read.optional('OPERATOR_TOKEN'),
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    chaosPerMinute: read.integer('RATE_CHAOS_PER_MINUTE', 30, 1, 1_000_000),
    scan: {
      ports: read.ports('SCAN_PORTS', [80, 443]),
      localOrigins: readLocalOrigins(read, problems),
      perMinute: read.integer('RATE_SCAN_PER_MINUTE', 10, 1, 1_000_000),
      chromium: read.optional('CHROMIUM'),
    },
    diagnosePerMinute: read.integer('RATE_DIAGNOSE_PER_MINUTE', 30, 1, 1_000_000),
    reportsPerMinute: read.integer('RATE_REPORTS_PER_MINUTE', 5, 1, 1_000_000),
    reportDays: read.integer('REPORT_DAYS', 30, 1, 3_650),
    chatPerMinute: read.integer('RATE_CHAT_PER_MINUTE', 20, 1, 1_000_000),
    mail: readMail(read, problems),
    model: readModel(read, problems),
    samplePort: read.integer('SAMPLE_PORT', 8788, 0, 65535),
    catalogFile: read.optional('CATALOG_FILE'),
    chain: readChain(read, problems),
    pollMs: read.integer('POLL_MS', 250, 20, 60_000),
    logLevel: read.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error'] as const, 'info'),
  }
  if (problems.length > 0) throw new StartupError(problems.join('\n'))
  return config
}

function readChain(read: Reader, problems: string[]): ChainConfig {
  const [first, ...rest] = read.urls('RPC_URLS', ['http:', 'https:'])
  const contractsFile = read.optional('CONTRACTS_FILE')
  const port = read.integer('ANVIL_PORT', 0, 0, 65535)
  if (first === undefined) {
    if (contractsFile !== undefined && read.optional('RPC_URLS') === undefined) {
      problems.push(
        'Cannot use CONTRACTS_FILE without RPC_URLS: set both to follow a chain, or neither for the demo chain',
      )
    }
    return { kind: 'demo', port }
  }
  if (contractsFile === undefined) {
    problems.push(
      'Cannot use RPC_URLS without CONTRACTS_FILE: `cairn deploy` writes one, or list the addresses of existing contracts in it',
    )
  }
  return { kind: 'remote', rpcUrls: [first, ...rest], contractsFile: contractsFile ?? '' }
}

/** Whether a name is this machine by definition. @see RFC 6761, section 6.3 */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/** Other names could lead anywhere tomorrow, so what is allowed is said by its address. */
function readLocalOrigins(read: Reader, problems: string[]): string[] {
  return read.origins('SCAN_LOCAL_ORIGINS').filter((origin) => {
    const host = new URL(origin).hostname
    if (isLocalName(host) || isNetwork(host.replace(/^\[|\]$/g, ''))) return true
    problems.push(
      `Cannot use SCAN_LOCAL_ORIGINS as it must list origins by address or under localhost, such as http://127.0.0.1:9000: current value holds "${origin}"`,
    )
    return false
  })
}

function readMail(read: Reader, problems: string[]): Config['mail'] {
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:'])
  const from = read.optional('MAIL_FROM')
  if (read.optional('SMTP_URL') === undefined) return undefined
  if (from === undefined || !/^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/.test(from)) {
    problems.push(
      from === undefined
        ? 'Cannot use SMTP_URL without MAIL_FROM: set it to the address that mails come from, such as cairn@example.com'
        : `Cannot use MAIL_FROM as it must be an address such as cairn@example.com: current value is "${from}"`,
    )
  }
  return { smtpUrl: smtpUrl ?? '', from: from ?? '' }
}

function readModel(read: Reader, problems: string[]): ModelConfig | undefined {
  const baseUrl = read.publicUrl('MODEL_BASE_URL')
  const name = read.optional('MODEL_NAME')
  const tokensPerCallerDay = read.integer('MODEL_TOKENS_PER_CALLER_DAY', 50_000, 1, 1_000_000_000)
  const tokensPerDay = read.integer('MODEL_TOKENS_PER_DAY', 1_000_000, 1, 1_000_000_000)
  const apiKey = read.optional('MODEL_API_KEY')
  if (read.optional('MODEL_BASE_URL') === undefined) {
    if (name !== undefined || apiKey !== undefined) {
      problems.push('Cannot use MODEL_NAME or MODEL_API_KEY without MODEL_BASE_URL: set it, or none of them')
    }
    return undefined
  }
  if (name === undefined) {
    problems.push('Cannot use MODEL_BASE_URL without MODEL_NAME: set it to the name of one of its models')
  }
  return { baseUrl: baseUrl ?? '', apiKey, name: name ?? '', tokensPerCallerDay, tokensPerDay }
}

type Reader = ReturnType<typeof createReader>

function createReader(environment: Environment, problems: string[]) {
  /** Blank counts as not set: `PORT= cairn serve` means the default. */
  const optional = (name: string) => {
    const value = environment[name]?.trim()
    return value === undefined || value === '' ? undefined : value
  }
  const list = (name: string) =>
    (optional(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  /** Settings may hold passwords and keys, so a URL that is refused is not repeated. */
  const parsedUrl = (name: string, raw: string, protocols: readonly string[]) => {
    const url = URL.canParse(raw) ? new URL(raw) : undefined
    if (url !== undefined && protocols.includes(url.protocol)) return url
    const need = protocols.map((protocol) => `${protocol}//`).join(' or ')
    const state = url === undefined ? 'it is not a URL' : `it starts with ${url.protocol}//`
    problems.push(`Cannot use ${name} as it must be a URL that starts with ${need}: ${state}`)
    return undefined
  }
  return {
    optional,
    text: (name: string, fallback: string) => optional(name) ?? fallback,
    integer: (name: string, fallback: number, least: number, most: number) => {
      const raw = optional(name)
      if (raw === undefined) return fallback
      const value = Number(raw)
      if (/^\d{1,15}$/.test(raw) && value >= least && value <= most) return value
      problems.push(
        `Cannot use ${name} as it must be an integer from ${least} to ${most}: current value is "${raw}"`,
      )
      return fallback
    },
    networks: (name: string) =>
      list(name).filter((raw) => {
        if (isNetwork(raw)) return true
        problems.push(
          `Cannot use ${name} as it must list addresses or networks such as 10.0.0.0/8: current value holds "${raw}"`,
        )
        return false
      }),
    ports: (name: string, fallback: readonly number[]) => {
      const wrong = list(name).filter(
        (raw) => !/^\d{1,5}$/.test(raw) || Number(raw) < 1 || Number(raw) > 65535,
      )
      if (wrong.length > 0) {
        problems.push(
          `Cannot use ${name} as it must list ports from 1 to 65535: current value holds "${wrong.join('", "')}"`,
        )
      }
      return list(name).length === 0 ? fallback : list(name).map(Number)
    },
    choice: <const Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice) => {
      const raw = optional(name)
      const chosen = choices.find((choice) => choice === raw)
      if (raw !== undefined && chosen === undefined) {
        problems.push(
          `Cannot use ${name} as it must be one of ${choices.join(', ')}: current value is "${raw}"`,
        )
      }
      return chosen ?? fallback
    },
    choices: <const Choice extends string>(name: string, choices: readonly Choice[]) => {
      const wanted = list(name)
      const unknown = wanted.filter((value) => !choices.some((choice) => choice === value))
      if (unknown.length > 0) {
        problems.push(
          `Cannot use ${name} as it must list some of ${choices.join(', ')}: current value holds "${unknown.join('", "')}"`,
        )
      }
      return wanted.length === 0 ? [...choices] : choices.filter((choice) => wanted.includes(choice))
    },
    url: (name: string, protocols: readonly string[]) => {
      const raw = optional(name)
      return raw === undefined ? undefined : parsedUrl(name, raw, protocols) && raw
    },
    urls: (name: string, protocols: readonly string[]) =>
      list(name).filter((raw) => parsedUrl(name, raw, protocols) !== undefined),
    publicUrl: (name: string) => {
      const raw = optional(name)
      const url = raw === undefined ? undefined : parsedUrl(name, raw, ['http:', 'https:'])
      if (url === undefined) return undefined
      if (url.search === '' && url.hash === '' && url.username === '' && url.password === '')
        return url.href.replace(/\/+$/, '')
      problems.push(`Cannot use ${name} as it must have no query, fragment or user: it has one`)
      return undefined
    },
    origins: (name: string) =>
      list(name).flatMap((raw) => {
        const url = parsedUrl(name, raw, ['http:', 'https:'])
        if (url === undefined) return []
        if (url.origin === raw) return [raw]
        problems.push(`Cannot use ${name} as it must list origins without a path: "${url.origin}" would do`)
        return []
      }),
  }
}
