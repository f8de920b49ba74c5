import type { S3Config } from '../blobs/blobs.ts'
import { isLocalName } from '../egress/local-address.ts'
import type { LlmConfig } from '../llm/llm.ts'
import type { OpenAiService } from '../llm/openai-client.ts'
import { StartupError } from '../runtime/errors.ts'
import { areaNames } from './area-names.ts'
import { createSettingReader, type Environment, isNetwork, type SettingReader } from './setting-reader.ts'

/** Which chain Area C follows: its own demo chain, or one it did not deploy. */
export type ChainConfig =
  | { kind: 'demo'; port: number; blocksMax: number }
  | { kind: 'remote'; rpcUrls: readonly [string, ...string[]]; contractsFile: string }

export type Config = ReturnType<typeof settingsOf>
export type ScanConfig = Config['scan']
export type PublicUrls = Config['urls']

function settingsOf(read: SettingReader, problems: string[]) {
  const perMinute = (name: string, fallback: number) => read.integer(name, fallback, 1, 1_000_000)
  return {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 8787, 0, 65535),
    dataDir: read.text('DATA_DIR', '.cairn'),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    /** The bucket that holds logos and assets; undefined for a folder of `dataDir`. */
    s3: readS3Config(read, problems),
    areas: read.choices('AREAS', areaNames),
    /** Public addresses without a trailing slash; undefined means the listening address. */
    urls: {
      base: read.publicUrl('BASE_URL'),
      agent: read.publicUrl('AGENT_URL'),
      studio: read.publicUrl('STUDIO_URL'),
      status: read.publicUrl('STATUS_URL'),
      indexer: read.publicUrl('INDEXER_URL'),
    },
    corsOrigins: read.origins('CORS_ORIGINS'),
    /** Bearer token of operators; without one only callers on this machine are operators. */
    operatorToken: readOperatorToken(read, problems),
    /** Addresses or networks in CIDR notation whose `X-Forwarded-For` counts. */
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    chaosPerMinute: perMinute('RATE_CHAOS_PER_MINUTE', 30),
    /** How long a statement of a request may wait for its turn in the database. */
    statementWaitMs: read.integer('STATEMENT_WAIT_MS', 2_000, 100, 600_000),
    /** What scans may reach beyond public addresses on ports 80 and 443, and how often. */
    scan: {
      ports: read.ports('SCAN_PORTS', [80, 443]),
      /** Origins on this network that may be scanned, on every port. */
      localOrigins: readLocalOrigins(read, problems),
      perMinute: perMinute('RATE_SCAN_PER_MINUTE', 10),
      /** For one scan. */
      seconds: read.integer('SCAN_SECONDS', 20, 5, 240),
      /** Program of the browser; undefined means one that is found. */
      chromium: read.optional('CHROMIUM'),
    },
    diagnosePerMinute: perMinute('RATE_DIAGNOSE_PER_MINUTE', 30),
    reportsPerMinute: perMinute('RATE_REPORTS_PER_MINUTE', 5),
    /** How long a report is kept. */
    reportDays: read.integer('REPORT_DAYS', 30, 1, 3_650),
    chatPerMinute: perMinute('RATE_CHAT_PER_MINUTE', 20),
    /** Runs of the campaign agent. */
    agentPerMinute: perMinute('RATE_AGENT_PER_MINUTE', 60),
    /** All other expensive requests of Area B: logos, pictures, kits, parsed briefs. */
    campaignPerMinute: perMinute('RATE_CAMPAIGN_PER_MINUTE', 120),
    /** Sends the links of reports; undefined when no mail is sent. */
    mail: readMail(read, problems),
    /** A language model that chooses among texts; undefined when rules alone do. */
    llm: readLlm(read, problems),
    /** A model that paints scenes; undefined when they are generated here. */
    imageModel: readOpenAiService(read, problems, 'IMAGE_MODEL'),
    /** A private JSON Web Key, or the path of a file that holds one; undefined for a key in `dataDir`. */
    receiptKey: read.optional('RECEIPT_KEY'),
    /** Whether campaign runs are paid for on the demo chain. */
    x402: read.choice('X402', ['off', 'demo'], 'off'),
    /** Where `cairn demo` serves its sample site; another port is taken when it is busy. */
    samplePort: read.integer('SAMPLE_PORT', 8788, 0, 65535),
    /** A document that replaces the built-in catalog. */
    catalogFile: read.optional('CATALOG_FILE'),
    chain: readChain(read, problems),
    /** How often the chain's head is asked for, in milliseconds. */
    pollMs: read.integer('POLL_MS', 250, 20, 60_000),
    logLevel: read.choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error'], 'info'),
  }
}

/**
 * Reads every setting once.
 * @throws StartupError that lists all problems, one per line
 */
export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const config = settingsOf(createSettingReader(environment, problems), problems)
  const hasDemoChain = config.areas.includes('milestone') && config.chain.kind === 'demo'
  if (config.x402 === 'demo' && !hasDemoChain) {
    problems.push(
      'Cannot use X402=demo without the demo chain: mount the area milestone and leave RPC_URLS out, or leave X402 out',
    )
  }
  if (problems.length > 0) throw new StartupError(problems.join('\n'))
  return config
}

function readChain(read: SettingReader, problems: string[]): ChainConfig {
  const [first, ...rest] = read.urls('RPC_URLS', ['http:', 'https:'])
  const contractsFile = read.optional('CONTRACTS_FILE')
  const port = read.integer('ANVIL_PORT', 0, 0, 65535)
  // A seeded chain has fewer blocks than the least.
  const blocksMax = read.integer('DEMO_BLOCKS_MAX', 10_000, 500, 10_000_000)
  if (first === undefined) {
    if (contractsFile !== undefined && read.optional('RPC_URLS') === undefined) {
      problems.push(
        'Cannot use CONTRACTS_FILE without RPC_URLS: set both to follow a chain, or neither for the demo chain',
      )
    }
    return { kind: 'demo', port, blocksMax }
  }
  if (contractsFile === undefined) {
    problems.push(
      'Cannot use RPC_URLS without CONTRACTS_FILE: `cairn deploy` writes one, or list the addresses of existing contracts in it',
    )
  }
  return { kind: 'remote', rpcUrls: [first, ...rest], contractsFile: contractsFile ?? '' }
}

const operatorTokenLengthMin = 16

/** A shorter token could be guessed. It is not repeated in the problem. */
function readOperatorToken(read: SettingReader, problems: string[]): string | undefined {
  const token = read.optional('OPERATOR_TOKEN')
  if (token !== undefined && token.length < operatorTokenLengthMin) {
    problems.push(
      `Cannot use OPERATOR_TOKEN as it must have at least ${operatorTokenLengthMin} characters: it has ${token.length}`,
    )
  }
  return token
}

/** By address: what another name resolves to may change. */
function readLocalOrigins(read: SettingReader, problems: string[]): string[] {
  return read.origins('SCAN_LOCAL_ORIGINS').filter((origin) => {
    const host = new URL(origin).hostname
    if (isLocalName(host) || isNetwork(host.replace(/^\[|\]$/g, ''))) return true
    problems.push(
      `Cannot use SCAN_LOCAL_ORIGINS as it must list origins by address or under localhost, such as http://127.0.0.1:9000: current value holds "${origin}"`,
    )
    return false
  })
}

function readMail(read: SettingReader, problems: string[]) {
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

function readLlm(read: SettingReader, problems: string[]): LlmConfig | undefined {
  const tokensPerCallerDay = read.integer('MODEL_TOKENS_PER_CALLER_DAY', 50_000, 1, 1_000_000_000)
  const tokensPerDay = read.integer('MODEL_TOKENS_PER_DAY', 1_000_000, 1, 1_000_000_000)
  const service = readOpenAiService(read, problems, 'MODEL')
  return service && { ...service, tokensPerCallerDay, tokensPerDay }
}

function readOpenAiService(
  read: SettingReader,
  problems: string[],
  prefix: 'MODEL' | 'IMAGE_MODEL',
): OpenAiService | undefined {
  const baseUrl = read.publicUrl(`${prefix}_BASE_URL`)
  const name = read.optional(`${prefix}_NAME`)
  const apiKey = read.optional(`${prefix}_API_KEY`)
  if (read.optional(`${prefix}_BASE_URL`) === undefined) {
    if (name !== undefined || apiKey !== undefined) {
      problems.push(
        `Cannot use ${prefix}_NAME or ${prefix}_API_KEY without ${prefix}_BASE_URL: set it, or none of them`,
      )
    }
    return undefined
  }
  if (name === undefined) {
    problems.push(
      `Cannot use ${prefix}_BASE_URL without ${prefix}_NAME: set it to the name of one of its models`,
    )
  }
  return { baseUrl: baseUrl ?? '', apiKey, name: name ?? '' }
}

/** Bucket names as S3 has them; prefixes of names that need no escapes and lead nowhere else. */
const addressPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(\w[\w.-]*(?:\/\w[\w.-]*)*))?\/?$/
const others = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

/** The bucket that BLOBS names; undefined when it is not set. */
function readS3Config(read: SettingReader, problems: string[]): S3Config | undefined {
  const address = read.optional('BLOBS')
  const endpoint = read.publicUrl('S3_ENDPOINT')
  const region = read.text('S3_REGION', 'us-east-1')
  const accessKeyId = read.optional('S3_ACCESS_KEY_ID')
  const secretAccessKey = read.optional('S3_SECRET_ACCESS_KEY')
  if (address === undefined) {
    const set = others.filter((name) => read.optional(name) !== undefined)
    if (set.length > 0) {
      problems.push(`Cannot use ${set.join(', ')} without BLOBS: set it to s3://bucket, or none of them`)
    }
    return undefined
  }
  const [matched, bucket = '', prefix = ''] = addressPattern.exec(address) ?? []
  if (matched === undefined) {
    problems.push(
      `Cannot use BLOBS as it must be like s3://bucket/prefix, with letters, digits, ".", "-" and "_": current value is "${address}"`,
    )
  }
  if (!/^[a-z0-9-]{1,64}$/.test(region)) {
    problems.push(
      `Cannot use S3_REGION as it must be a name such as eu-central-1: current value is "${region}"`,
    )
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    problems.push('Cannot use BLOBS without S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both')
  }
  return {
    bucket,
    prefix,
    endpoint,
    region,
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
  }
}
