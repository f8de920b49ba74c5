import { areaNames } from './area-names.ts'

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
  {
    name: 'BLOBS',
    fallback: 'a folder of DATA_DIR',
    about: 's3://bucket/prefix to keep logos and assets in a bucket; servers on one database need it',
  },
  { name: 'S3_ENDPOINT', fallback: 'Amazon’s of the region', about: 'address of the bucket’s service' },
  { name: 'S3_REGION', fallback: 'us-east-1', about: 'region of the bucket' },
  { name: 'S3_ACCESS_KEY_ID', fallback: 'none', about: 'key that reads, writes and lists the bucket' },
  { name: 'S3_SECRET_ACCESS_KEY', fallback: 'none', about: 'its secret' },
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
  {
    name: 'OPERATOR_TOKEN',
    fallback: 'none: only from this machine',
    about: 'bearer token of operators, at least 16 characters',
  },
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
  {
    name: 'SCAN_SECONDS',
    fallback: '20',
    about: 'longest time for one scan; the limits of its pages grow with it, for a slow machine',
  },
  { name: 'RATE_SCAN_PER_MINUTE', fallback: '10', about: 'scans a minute and caller' },
  { name: 'RATE_DIAGNOSE_PER_MINUTE', fallback: '30', about: 'diagnoses a minute and caller' },
  { name: 'RATE_REPORTS_PER_MINUTE', fallback: '5', about: 'reports saved a minute and caller' },
  { name: 'REPORT_DAYS', fallback: '30', about: 'how long a report is kept' },
  { name: 'RATE_CHAT_PER_MINUTE', fallback: '20', about: 'chat messages a minute and caller' },
  { name: 'RATE_AGENT_PER_MINUTE', fallback: '60', about: 'campaign runs a minute and caller' },
  {
    name: 'RATE_CAMPAIGN_PER_MINUTE',
    fallback: '120',
    about: 'logos, pictures, kits and parsed briefs a minute and caller',
  },
  { name: 'SMTP_URL', fallback: 'none', about: 'smtp://… or smtps://… to mail the links of reports' },
  { name: 'MAIL_FROM', fallback: 'none', about: 'address that these mails come from' },
  {
    name: 'MODEL_BASE_URL',
    fallback: 'none: rules alone',
    about:
      'a service with OpenAI’s chat completions, to choose reasons and chat replies and to propose facts of scans',
  },
  { name: 'MODEL_API_KEY', fallback: 'none', about: 'its key' },
  { name: 'MODEL_NAME', fallback: 'none', about: 'which of its models' },
  { name: 'MODEL_TOKENS_PER_CALLER_DAY', fallback: '50000', about: 'tokens a caller may spend in a day' },
  { name: 'MODEL_TOKENS_PER_DAY', fallback: '1000000', about: 'tokens that may be spent in a day in all' },
  {
    name: 'IMAGE_MODEL_BASE_URL',
    fallback: 'none: scenes are generated here',
    about: 'a service with OpenAI’s image generations, to paint scenes',
  },
  { name: 'IMAGE_MODEL_API_KEY', fallback: 'none', about: 'its key' },
  { name: 'IMAGE_MODEL_NAME', fallback: 'none', about: 'which of its models' },
  {
    name: 'RECEIPT_KEY',
    fallback: 'a file of DATA_DIR',
    about: 'Ed25519 key that signs receipts: a private JSON Web Key, or the path of its file',
  },
  {
    name: 'X402',
    fallback: 'off: runs are free',
    about: 'demo: campaign runs are paid for by x402 on the demo chain',
  },
  { name: 'CHROMIUM', fallback: 'an installed one', about: 'program of the browser that renders pages' },
  { name: 'SAMPLE_PORT', fallback: '8788', about: 'port of the demo’s sample site; 0 picks a free one' },
  { name: 'CATALOG_FILE', fallback: 'the built-in catalog', about: 'products and questions (JSON)' },
  { name: 'RATE_CHAOS_PER_MINUTE', fallback: '30', about: 'operator requests a minute and caller' },
  {
    name: 'STATEMENT_WAIT_MS',
    fallback: '2000',
    about: 'how long a statement of a request may wait for its turn, in milliseconds; later it is not run',
  },
  {
    name: 'RPC_URLS',
    fallback: 'the demo chain',
    about: 'JSON-RPC endpoints of a real chain, comma separated',
  },
  { name: 'CONTRACTS_FILE', fallback: 'none', about: 'addresses of the contracts on that chain (JSON)' },
  { name: 'ANVIL_PORT', fallback: '0', about: 'port of the demo chain; 0 picks a free one' },
  {
    name: 'DEMO_BLOCKS_MAX',
    fallback: '10000',
    about: 'blocks after which an idle demo chain is replaced by a new one',
  },
  { name: 'POLL_MS', fallback: '250', about: 'how often the chain head is asked for, in milliseconds' },
  { name: 'LOG_LEVEL', fallback: 'info', about: 'debug, info, warn or error' },
]
