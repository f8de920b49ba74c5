/** One problem with one part of a request or document. `path` is a JSON pointer, such as `/limit` or `/facts/3/id`. */
export interface FieldProblem {
  path: string
  message: string
}

/** What a response says about an error. */
export interface ErrorFacts {
  status: number
  /** The stable name that responses carry as `error`; unless given, the key in the table. */
  slug?: string
  /** One sentence with action, need and state. */
  text: string
  fields?: readonly FieldProblem[]
  /** Further members of the problem body, such as `available` or `reason`. */
  extra?: Readonly<Record<string, unknown>>
  /** Further headers of the response, such as `www-authenticate`. */
  headers?: Readonly<Record<string, string>>
  /** Seconds to wait before another try, sent as `Retry-After`. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** An error whose message a caller may read. Every other error is a bug, and responses hold nothing of it. */
export class AppError extends Error {
  readonly status: number
  readonly slug: string
  readonly fields: readonly FieldProblem[]
  readonly extra: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly retryAfterSeconds: number | undefined

  constructor(key: string, facts: ErrorFacts) {
    const {
      status,
      slug = key,
      text,
      fields = [],
      extra = {},
      headers = {},
      retryAfterSeconds,
      cause,
    } = facts
    super(text, cause === undefined ? undefined : { cause })
    this.name = 'AppError'
    this.status = status
    this.slug = slug
    this.fields = fields
    this.extra = extra
    this.headers = headers
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A function where the facts depend on values. */
type Entry = ErrorFacts | ((...values: never[]) => ErrorFacts)
type ValuesOf<Any> = Any extends (...values: infer Values) => ErrorFacts ? Values : []

/** The function that makes the errors of a table, `make(key, ...values)`; `make.is(error, key)` recognises them. */
export function errorsOf<const Table extends { readonly [Key in keyof Table]: Entry }>(table: Table) {
  class TableError<Key extends keyof Table & string> extends AppError {
    readonly key: Key
    readonly values: ValuesOf<Table[Key]>
    constructor(key: Key, values: ValuesOf<Table[Key]>) {
      const entry: Entry = table[key]
      super(key, typeof entry === 'function' ? Reflect.apply(entry, undefined, values) : entry)
      this.key = key
      this.values = values
    }
  }
  const make = <Key extends keyof Table & string>(key: Key, ...values: ValuesOf<Table[Key]>) =>
    new TableError(key, values)
  const is = <Key extends keyof Table & string>(error: unknown, key: Key): error is TableError<Key> =>
    error instanceof TableError && error.key === key
  return Object.assign(make, { is })
}
