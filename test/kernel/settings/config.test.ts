import { expect, test } from 'bun:test'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { areaNames } from '../../../src/kernel/settings/area-names.ts'
import { type Config, readConfig } from '../../../src/kernel/settings/config.ts'
import { settings } from '../../../src/kernel/settings/settings.ts'

/** The problems of these settings, one an entry. */
function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return error.message.split('\n')
  }
  return []
}

const defaults: Config = {
  host: '127.0.0.1',
  port: 8787,
  dataDir: '.cairn',
  databaseUrl: undefined,
  s3: undefined,
  areas: [...areaNames],
  urls: { base: undefined, agent: undefined, studio: undefined, status: undefined, indexer: undefined },
  corsOrigins: [],
  operatorToken: undefined,
  trustedProxies: [],
  scan: { ports: [80, 443], localOrigins: [], perMinute: 10, seconds: 20, chromium: undefined },
  diagnosePerMinute: 30,
  reportsPerMinute: 5,
  reportDays: 30,
  chatPerMinute: 20,
  agentPerMinute: 60,
  campaignPerMinute: 120,
  mail: undefined,
  llm: undefined,
  imageModel: undefined,
  receiptKey: undefined,
  x402: 'off',
  samplePort: 8788,
  catalogFile: undefined,
  chaosPerMinute: 30,
  statementWaitMs: 2_000,
  chain: { kind: 'demo', port: 0, blocksMax: 10_000 },
  pollMs: 250,
  logLevel: 'info',
}

test('without any setting everything has a default that works on one machine', () => {
  expect(readConfig({})).toEqual(defaults)
})

const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hunter2' }
const bucket = { bucket: 'campaigns', accessKeyId: 'id', secretAccessKey: 'hunter2' }
const model = { baseUrl: 'https://models.example/v1', name: 'small' }

test.each<[Record<string, string>, Partial<Config>]>([
  [{ HOST: '::1' }, { host: '::1' }],
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: ' 80 ' }, { port: 80 }],
  [{ DATA_DIR: '/srv/cairn' }, { dataDir: '/srv/cairn' }],
  [{ DATABASE_URL: 'postgres://ada:secret@db/x' }, { databaseUrl: 'postgres://ada:secret@db/x' }],
  [
    { BLOBS: 's3://campaigns', ...keys },
    { s3: { ...bucket, prefix: '', endpoint: undefined, region: 'us-east-1' } },
  ],
  [
    {
      BLOBS: 's3://campaigns/cairn/a/',
      S3_ENDPOINT: 'https://s3.example/',
      S3_REGION: 'eu-central-1',
      ...keys,
    },
    { s3: { ...bucket, prefix: 'cairn/a', endpoint: 'https://s3.example', region: 'eu-central-1' } },
  ],
  [{ AREAS: 'milestone' }, { areas: ['milestone'] }],
  [{ BASE_URL: 'https://a.example/' }, { urls: { ...defaults.urls, base: 'https://a.example' } }],
  [{ AGENT_URL: 'https://a.example' }, { urls: { ...defaults.urls, agent: 'https://a.example' } }],
  [{ STUDIO_URL: 'https://a.example/b//' }, { urls: { ...defaults.urls, studio: 'https://a.example/b' } }],
  [{ STATUS_URL: 'https://a.example' }, { urls: { ...defaults.urls, status: 'https://a.example' } }],
  [{ INDEXER_URL: 'https://a.example/b' }, { urls: { ...defaults.urls, indexer: 'https://a.example/b' } }],
  [
    { CORS_ORIGINS: 'https://a.example, http://b.example:8080' },
    { corsOrigins: ['https://a.example', 'http://b.example:8080'] },
  ],
  [{ OPERATOR_TOKEN: 'sixteen letters!' }, { operatorToken: 'sixteen letters!' }],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1' }, { trustedProxies: ['10.0.0.0/8', '2001:db8::1'] }],
  [{ SCAN_PORTS: '443, 8443' }, { scan: { ...defaults.scan, ports: [443, 8443] } }],
  [
    { SCAN_LOCAL_ORIGINS: 'http://127.0.0.1:9000' },
    { scan: { ...defaults.scan, localOrigins: ['http://127.0.0.1:9000'] } },
  ],
  [{ RATE_SCAN_PER_MINUTE: '3' }, { scan: { ...defaults.scan, perMinute: 3 } }],
  [{ CHROMIUM: '/opt/chromium' }, { scan: { ...defaults.scan, chromium: '/opt/chromium' } }],
  [{ RATE_DIAGNOSE_PER_MINUTE: '4' }, { diagnosePerMinute: 4 }],
  [{ RATE_REPORTS_PER_MINUTE: '6' }, { reportsPerMinute: 6 }],
  [{ REPORT_DAYS: '7' }, { reportDays: 7 }],
  [{ RATE_CHAT_PER_MINUTE: '8' }, { chatPerMinute: 8 }],
  [{ RATE_AGENT_PER_MINUTE: '9' }, { agentPerMinute: 9 }],
  [{ RATE_CAMPAIGN_PER_MINUTE: '11' }, { campaignPerMinute: 11 }],
  [{ RATE_CHAOS_PER_MINUTE: '12' }, { chaosPerMinute: 12 }],
  [
    { SMTP_URL: 'smtps://ada:secret@mail.example', MAIL_FROM: 'cairn@mail.example' },
    { mail: { smtpUrl: 'smtps://ada:secret@mail.example', from: 'cairn@mail.example' } },
  ],
  [
    {
      MODEL_BASE_URL: 'https://models.example/v1/',
      MODEL_API_KEY: 'key',
      MODEL_NAME: 'small',
      MODEL_TOKENS_PER_CALLER_DAY: '100',
      MODEL_TOKENS_PER_DAY: '1000',
    },
    { llm: { ...model, apiKey: 'key', tokensPerCallerDay: 100, tokensPerDay: 1000 } },
  ],
  [
    {
      IMAGE_MODEL_BASE_URL: 'https://models.example/v1',
      IMAGE_MODEL_API_KEY: 'key',
      IMAGE_MODEL_NAME: 'small',
    },
    { imageModel: { ...model, apiKey: 'key' } },
  ],
  [{ RECEIPT_KEY: '/run/key.jwk' }, { receiptKey: '/run/key.jwk' }],
  [{ X402: 'demo' }, { x402: 'demo' }],
  [{ SAMPLE_PORT: '0' }, { samplePort: 0 }],
  [{ CATALOG_FILE: 'catalog.json' }, { catalogFile: 'catalog.json' }],
  [
    { RPC_URLS: 'https://one.example/key , http://127.0.0.1:8545', CONTRACTS_FILE: 'c.json' },
    {
      chain: {
        kind: 'remote',
        rpcUrls: ['https://one.example/key', 'http://127.0.0.1:8545'],
        contractsFile: 'c.json',
      },
    },
  ],
  [{ POLL_MS: '1000' }, { pollMs: 1000 }],
  [{ LOG_LEVEL: 'debug' }, { logLevel: 'debug' }],
  [{ PORT: '', HOST: '  ', DATABASE_URL: ' ', AREAS: ' , ' }, {}],
])('%j is read, and changes nothing else', (environment, part) => {
  expect(readConfig(environment)).toEqual({ ...defaults, ...part })
})

test('payments need the demo chain', () => {
  const remote = { RPC_URLS: 'https://one.example/key', CONTRACTS_FILE: 'c.json' }
  for (const environment of [{ AREAS: 'campaign' }, remote])
    expect(problemsOf({ X402: 'demo', ...environment })).toEqual([
      expect.stringMatching(/^Cannot use X402=demo without the demo chain/),
    ])
})

test('all problems are reported at once, one a line, each with the setting, the requirement and the value', () => {
  expect(
    problemsOf({
      PORT: '65536',
      AREAS: 'milestone,finance',
      BASE_URL: 'ftp://x',
      POLL_MS: '1',
      LOG_LEVEL: 'loud',
      SCAN_PORTS: '80,0,99999,http',
      TRUSTED_PROXIES: '10.0.0.1,10.0.0.0/33,proxy',
    }),
  ).toEqual([
    'Cannot use PORT as it must be an integer from 0 to 65535: current value is "65536"',
    'Cannot use AREAS as it must list some of analysis, campaign, milestone: current value holds "finance"',
    'Cannot use BASE_URL as it must be a URL that starts with http:// or https://: it starts with ftp://',
    'Cannot use TRUSTED_PROXIES as it must list addresses or networks such as 10.0.0.0/8: current value holds "10.0.0.0/33"',
    'Cannot use TRUSTED_PROXIES as it must list addresses or networks such as 10.0.0.0/8: current value holds "proxy"',
    'Cannot use SCAN_PORTS as it must list ports from 1 to 65535: current value holds "0", "99999", "http"',
    'Cannot use POLL_MS as it must be an integer from 20 to 60000: current value is "1"',
    'Cannot use LOG_LEVEL as it must be one of debug, info, warn, error: current value is "loud"',
  ])
})

test.each([['-1'], ['80.5'], ['8e3'], ['0x50'], ['eighty'], ['1_000'], ['９'], ['99999999999999999999']])(
  'PORT=%p is refused',
  (raw) => {
    expect(problemsOf({ PORT: raw })).toHaveLength(1)
  },
)

test('an operator token of less than 16 characters is refused without being repeated', () => {
  expect(problemsOf({ OPERATOR_TOKEN: 'fifteen letters' })).toEqual([
    'Cannot use OPERATOR_TOKEN as it must have at least 16 characters: it has 15',
  ])
})

test('a refused database URL is not repeated, because it may hold a password', () => {
  const problems = problemsOf({ DATABASE_URL: 'mysql://root:hunter2@db/x' })
  expect(problems).toEqual([
    'Cannot use DATABASE_URL as it must be a URL that starts with postgres:// or postgresql://: it starts with mysql://',
  ])
  const others = problemsOf({
    DATABASE_URL: 'hunter2 is not a URL',
    RPC_URLS: 'hunter2',
    CONTRACTS_FILE: 'c.json',
  })
  expect(others.join()).not.toContain('hunter2')
})

test.each([
  'https://x.example/?a=1',
  'https://x.example/#part',
  'https://ada@x.example',
  'https://:secret@x.example',
])('a public address with a query, a fragment or credentials is refused: %p', (raw) => {
  expect(problemsOf({ STATUS_URL: raw })).toEqual([
    'Cannot use STATUS_URL as it must have no query, fragment or user: it has one',
  ])
})

test('an origin with a path is refused with the valid origin', () => {
  expect(problemsOf({ CORS_ORIGINS: 'https://a.example/app,*' })).toEqual([
    'Cannot use CORS_ORIGINS as it must list origins without a path: "https://a.example" would do',
    'Cannot use CORS_ORIGINS as it must be a URL that starts with http:// or https://: it is not a URL',
  ])
})

test('a local origin is an address or a name under localhost, as other names could resolve elsewhere', () => {
  const own = 'http://127.0.0.1:9000,http://[::1]:80,http://a.localhost:81,http://localhost:82'
  expect(problemsOf({ SCAN_LOCAL_ORIGINS: own.replace(':80,', ',') })).toEqual([])
  for (const origin of ['http://intranet:9000', 'http://evillocalhost:9000']) {
    expect(problemsOf({ SCAN_LOCAL_ORIGINS: origin })).toEqual([
      `Cannot use SCAN_LOCAL_ORIGINS as it must list origins by address or under localhost, such as http://127.0.0.1:9000: current value holds "${origin}"`,
    ])
  }
})

test('mail needs a sender, and each model a name', () => {
  expect(problemsOf({ SMTP_URL: 'smtp://127.0.0.1' })).toEqual([
    'Cannot use SMTP_URL without MAIL_FROM: set it to the address that mails come from, such as cairn@example.com',
  ])
  expect(problemsOf({ SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'notmail' })).toEqual([
    'Cannot use MAIL_FROM as it must be an address such as cairn@example.com: current value is "notmail"',
  ])
  for (const prefix of ['MODEL', 'IMAGE_MODEL']) {
    expect(problemsOf({ [`${prefix}_NAME`]: 'small' })).toEqual([
      `Cannot use ${prefix}_NAME or ${prefix}_API_KEY without ${prefix}_BASE_URL: set it, or none of them`,
    ])
    expect(problemsOf({ [`${prefix}_BASE_URL`]: 'http://127.0.0.1:9000/v1' })).toEqual([
      `Cannot use ${prefix}_BASE_URL without ${prefix}_NAME: set it to the name of one of its models`,
    ])
  }
})

test('a bucket needs its keys, and its settings need a bucket', () => {
  for (const given of [{}, { S3_ACCESS_KEY_ID: 'id' }, { S3_SECRET_ACCESS_KEY: 'hunter2' }]) {
    expect(problemsOf({ BLOBS: 's3://campaigns', ...given })).toEqual([
      'Cannot use BLOBS without S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set both',
    ])
  }
  expect(problemsOf({ S3_REGION: 'eu-central-1', ...keys })).toEqual([
    'Cannot use S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY without BLOBS: set it to s3://bucket, or none of them',
  ])
  expect(problemsOf({ BLOBS: 's3://campaigns', S3_REGION: 'eu/..', ...keys })).toEqual([
    'Cannot use S3_REGION as it must be a name such as eu-central-1: current value is "eu/.."',
  ])
})

test.each([
  'campaigns',
  '/srv/files',
  's3://',
  's3://ab',
  's3://Campaigns',
  's3://campaigns:9000/x',
  's3://user@campaigns',
  's3://campaigns/../other',
  's3://campaigns//x',
  's3://campaigns/a b',
  's3://campaigns/x?y=1',
])('BLOBS=%p is refused', (raw) => {
  expect(problemsOf({ BLOBS: raw, ...keys })).toEqual([
    `Cannot use BLOBS as it must be like s3://bucket/prefix, with letters, digits, ".", "-" and "_": current value is "${raw}"`,
  ])
})

test('a chain to follow needs both its endpoints and its contracts', () => {
  expect(problemsOf({ RPC_URLS: 'http://127.0.0.1:8545' })[0]).toStartWith(
    'Cannot use RPC_URLS without CONTRACTS_FILE',
  )
  expect(problemsOf({ CONTRACTS_FILE: 'c.json' })[0]).toStartWith(
    'Cannot use CONTRACTS_FILE without RPC_URLS',
  )
  expect(problemsOf({ RPC_URLS: 'ws://x', CONTRACTS_FILE: 'c.json' })).toEqual([
    'Cannot use RPC_URLS as it must be a URL that starts with http:// or https://: it starts with ws://',
  ])
})

test('the settings that are read are those of the help', () => {
  const read = new Set<string>()
  const watched = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        read.add(String(name))
        return undefined
      },
    },
  )
  readConfig(watched)
  expect([...read].sort()).toEqual(settings.map(({ name }) => name).sort())
})
