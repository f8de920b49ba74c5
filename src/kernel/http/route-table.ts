/** What the kernel knows about a path before any handler runs. */
export interface RouteEntry {
  /** The pattern as it was registered, such as `/api/ens/:name`; safe as a metrics label. */
  pattern: string
  methods: readonly string[]
  /** Readable from pages of any origin. */
  anyOrigin: boolean
  /** Parameters of its query; undefined where none of its methods declares them. */
  queryKeys?: readonly string[] | undefined
}

export interface RouteTable {
  find(path: string): RouteEntry | undefined
}

interface Registered {
  method: string
  path: string
  anyOrigin: boolean
  queryKeys?: readonly string[] | undefined
}

/**
 * Answers 404 or 405, lists `Allow`, and names a path by its pattern. A literal segment wins over a parameter, as in
 * the router; `*` takes the rest of a path.
 */
export function createRouteTable(registered: readonly Registered[]): RouteTable {
  const entries = new Map<string, RouteEntry>()
  for (const { method, path, anyOrigin, queryKeys } of registered) {
    const known = entries.get(path)
    const added = method === 'GET' ? ['GET', 'HEAD'] : [method]
    entries.set(path, {
      pattern: path,
      methods: [...new Set([...(known?.methods ?? []), ...added])],
      anyOrigin: anyOrigin || known?.anyOrigin === true,
      queryKeys: queryKeys ?? known?.queryKeys,
    })
  }
  const literals = new Map<string, RouteEntry>()
  const patterns: { segments: string[]; entry: RouteEntry }[] = []
  for (const entry of entries.values()) {
    const complete = { ...entry, methods: [...entry.methods, 'OPTIONS'] }
    if (/[:*]/.test(entry.pattern)) patterns.push({ segments: entry.pattern.split('/'), entry: complete })
    else literals.set(entry.pattern, complete)
  }
  patterns.sort((a, b) => Number(a.segments.includes('*')) - Number(b.segments.includes('*')))

  return {
    find(path) {
      const literal = literals.get(path)
      if (literal !== undefined) return literal
      const segments = path.split('/', 32)
      return patterns.find(({ segments: wanted }) => matches(wanted, segments))?.entry
    },
  }
}

function matches(wanted: readonly string[], given: readonly string[]): boolean {
  for (const [index, segment] of wanted.entries()) {
    if (segment === '*') return given.length > index
    const value = given[index]
    if (value === undefined) return false
    if (segment.startsWith(':') ? value === '' : segment !== value) return false
  }
  return wanted.length === given.length
}
