import { errorsOf, type FieldProblem } from './app-error.ts'

/** Every error that responses name in all areas. */
export const kernelError = errorsOf({
  answer_timeout: (msMax: number) => ({
    status: 503,
    text: `Cannot answer as something that this needs took more than ${msMax / 1000} s: try again`,
    retryAfterSeconds: 5,
  }),
  blobs_unavailable: (operation: string, cause: unknown) => ({
    status: 503,
    text: `Cannot ${operation} a file as the file store does not work at the moment: try again later`,
    retryAfterSeconds: 10,
    cause,
  }),
  body_encoded: {
    status: 415,
    slug: 'unsupported_media_type',
    text: 'Cannot decode this body: send it uncompressed',
  },
  body_incomplete: (cause: unknown) => ({
    status: 400,
    slug: 'invalid_request',
    text: 'Cannot read the body: it ended early',
    cause,
  }),
  body_malformed: (type: string, cause: unknown) => ({
    status: 400,
    slug: 'invalid_request',
    text: `Cannot read the body as ${type}: it is not well-formed`,
    fields: [{ path: '/', message: `must be ${type}` }],
    cause,
  }),
  caller_left: { status: 499, text: 'Cannot answer as the connection was closed' },
  content_too_large: (bytesMax: number) => ({
    status: 413,
    text: `Cannot take a body of more than ${bytesMax} bytes`,
  }),
  /** Has no cause: the message of the driver's error holds every value of the statement. */
  database_unavailable: {
    status: 503,
    text: 'Cannot answer this as the database does not answer at the moment: try again in a few seconds',
    retryAfterSeconds: 5,
  },
  foreign_host: forbidden('Cannot serve this Host: call one of the public addresses'),
  foreign_origin: forbidden('Pages of this origin may not call this: CORS_ORIGINS lists those that may'),
  foreign_page: forbidden('Cannot serve pages of this origin: add it to CORS_ORIGINS'),
  headers_too_large: (bytesMax: number) => ({
    status: 431,
    text: `Cannot read headers of more than ${bytesMax} bytes`,
  }),
  host_repeated: {
    status: 400,
    slug: 'invalid_request',
    text: 'Cannot read a request with two Host headers: send one',
  },
  internal: { status: 500, text: 'Something went wrong here: the request id names it in the log' },
  invalid_parameter: (name: string, message: string) => ({
    status: 400,
    slug: 'invalid_request',
    text: `Cannot use the parameter ${JSON.stringify(name)}: it ${message}`,
    fields: [{ path: `/${name}`, message }],
  }),
  /** `part` is `query`, `path`, `body` or `request`. */
  invalid_request: (part: string, fields: readonly FieldProblem[]) => {
    const [first] = fields
    const detail = first === undefined ? '' : `: ${first.path === '/' ? 'it' : first.path} ${first.message}`
    return { status: 400, text: `Cannot use the ${part} of this request${detail}`, fields }
  },
  key_not_operator: forbidden(
    'A caller’s key gives no rights here: send no Authorization, or set OPERATOR_TOKEN',
  ),
  key_required: unauthorized(
    'Cannot tell who calls: send Authorization: Bearer with a caller key; only a server without keys serves callers on its own machine without one; the operator makes keys at /keys or with `cairn key create`',
  ),
  key_unknown: unauthorized('Cannot tell who calls: no such caller key', 'Bearer error="invalid_token"'),
  method_not_allowed: (methods: readonly string[]) => ({
    status: 405,
    text: `This path does not take this method: use ${methods.join(', ')}`,
    headers: { allow: methods.join(', ') },
  }),
  not_found: { status: 404, text: 'Nothing is served at this path: GET /openapi.json lists what is' },
  not_local: forbidden(
    'Only programs of the user who runs this server may do this, on the same machine and without a proxy: set OPERATOR_TOKEN to let others',
  ),
  not_ready: (failing: readonly { name: string }[]) => ({
    status: 503,
    text: `Not usable yet: ${failing.map(({ name }) => name).join(', ')}`,
    extra: { failing },
    retryAfterSeconds: 2,
  }),
  operator_token_required: unauthorized(
    'Cannot do this without the operator’s token: send Authorization: Bearer …',
  ),
  operator_token_unset: forbidden(
    'Cannot do this without a token on a server that listens beyond loopback, trusts proxies or has a public address: set OPERATOR_TOKEN',
  ),
  rate_limited: (quota: { name: string; perMinute: number; windowSeconds: number }, seconds: number) => ({
    status: 429,
    text: `Cannot take more than ${quota.perMinute} of these requests a minute: try again in ${seconds} s`,
    retryAfterSeconds: seconds,
    headers: {
      'ratelimit-policy': `"${quota.name}";q=${quota.perMinute};w=${quota.windowSeconds}`,
      ratelimit: `"${quota.name}";r=0;t=${seconds}`,
    },
  }),
  request_timeout: { status: 408, text: 'Cannot wait longer for the body of this request' },
  starting: {
    status: 503,
    slug: 'not_ready',
    text: 'This server is starting: try again in a moment',
    retryAfterSeconds: 1,
  },
  /** Nothing was stored: the file system with DATA_DIR has too little space. */
  storage_full: {
    status: 503,
    text: 'Cannot store this as the disk of this server is nearly full: try again once there is space',
    retryAfterSeconds: 30,
  },
  swagger_file_not_found: { status: 404, slug: 'not_found', text: 'Swagger UI has no such file' },
  unsupported_media_type: ({ takesFiles, takesJson }: { takesFiles: boolean; takesJson: boolean }) => {
    const ways = [
      ...(takesJson ? ['as application/json'] : []),
      ...(takesFiles ? ['as multipart/form-data with a file'] : []),
    ]
    return { status: 415, text: `Cannot read this body: send it ${ways.join(', or ')}` }
  },
  uri_too_long: (lengthMax: number) => ({
    status: 414,
    text: `Cannot read an address of more than ${lengthMax} characters`,
  }),
})

function forbidden(text: string) {
  return { status: 403, slug: 'forbidden', text }
}

function unauthorized(text: string, challenge = 'Bearer') {
  return { status: 401, slug: 'unauthorized', text, headers: { 'www-authenticate': challenge } }
}

/**
 * A condition of this machine or its settings that stops a command before it serves: a busy port, an unwritable
 * folder, a wrong connection string. The command line prints the message alone and exits with 1.
 */
export class StartupError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StartupError'
  }
}

/** The text of anything thrown, for log lines and start-up messages. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
