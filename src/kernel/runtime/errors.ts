import { errorsOf, type FieldProblem } from './app-error.ts'
import errors from './errors.json'

/**
 * Every error that responses name in all areas: those that are always the same in `errors.json`, the others here.
 * `database_unavailable` has no cause, as the message of the driver's error holds every value of the statement.
 * `storage_full`: nothing was stored, as the file system with DATA_DIR has too little space.
 */
export const kernelError = errorsOf({
  ...errors,
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
  content_too_large: (bytesMax: number) => ({
    status: 413,
    text: `Cannot take a body of more than ${bytesMax} bytes`,
  }),
  headers_too_large: (bytesMax: number) => ({
    status: 431,
    text: `Cannot read headers of more than ${bytesMax} bytes`,
  }),
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
  method_not_allowed: (methods: readonly string[]) => ({
    status: 405,
    text: `This path does not take this method: use ${methods.join(', ')}`,
    headers: { allow: methods.join(', ') },
  }),
  not_ready: (failing: readonly { name: string }[]) => ({
    status: 503,
    text: `Not usable yet: ${failing.map(({ name }) => name).join(', ')}`,
    extra: { failing },
    retryAfterSeconds: 2,
  }),
  rate_limited: (quota: { name: string; perMinute: number; windowSeconds: number }, seconds: number) => ({
    status: 429,
    text: `Cannot take more than ${quota.perMinute} of these requests a minute: try again in ${seconds} s`,
    retryAfterSeconds: seconds,
    headers: {
      'ratelimit-policy': `"${quota.name}";q=${quota.perMinute};w=${quota.windowSeconds}`,
      ratelimit: `"${quota.name}";r=0;t=${seconds}`,
    },
  }),
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
