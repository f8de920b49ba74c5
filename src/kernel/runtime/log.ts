export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Readonly<Record<string, unknown>>

/** One answered request. */
export interface RequestLine {
  requestId: string
  method: string
  path: string
  status: number
  ms: number
}

/** Writes one JSON object per line; strings are escaped by JSON, so no input can forge a line. */
export type Log = ReturnType<typeof createLog>

const levels: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40 }
const flushBytes = 32_768
const flushAfterMs = 100

/**
 * Lines go to `write` in batches (32 KiB or 100 ms), because one system call per request costs more than the request.
 * Warnings and errors are written at once.
 */
export function createLog(options: {
  level: LogLevel
  write: (text: string) => void
  /** Milliseconds since the epoch. */
  now?: () => number
}) {
  const now = options.now ?? Date.now
  const threshold = levels[options.level]
  let buffer = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let stampedAt = -1
  let stamp = ''

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (buffer === '') return
    const text = buffer
    buffer = ''
    try {
      options.write(text)
    } catch {
      // A full disk, say: these lines are lost, and the service goes on.
    }
  }
  const append = (level: LogLevel, rest: string) => {
    const time = now()
    if (time !== stampedAt) {
      stampedAt = time
      stamp = new Date(time).toISOString()
    }
    buffer += `{"time":"${stamp}","level":"${level}","message":${rest}\n`
    if (levels[level] >= levels.warn || buffer.length >= flushBytes) flush()
    else if (timer === undefined) {
      timer = setTimeout(flush, flushAfterMs)
      timer.unref()
    }
  }
  const line = (level: LogLevel, message: string, fields: LogFields | undefined) => {
    if (levels[level] < threshold) return
    const text = fields === undefined ? '{}' : escapeInvisible(textOf(fields))
    append(level, text === '{}' ? `${quoted(message)}}` : `${quoted(message)},${text.slice(1)}`)
  }
  return {
    debug: (message: string, fields?: LogFields) => line('debug', message, fields),
    info: (message: string, fields?: LogFields) => line('info', message, fields),
    warn: (message: string, fields?: LogFields) => line('warn', message, fields),
    error: (message: string, fields?: LogFields) => line('error', message, fields),
    /** The info line of an answered request: there is one per request, and JSON.stringify costs twice as much. */
    request({ requestId, method, path, status, ms }: RequestLine) {
      if (levels.info < threshold) return
      const who = `"requestId":${quoted(requestId)},"method":${quoted(method)},"path":${quoted(path)}`
      append('info', `"request",${who},"status":${status},"ms":${ms}}`)
    },
    /** Writes what is still buffered. */
    flush,
  }
}

/** A line must come out for every value: bigints as text, and nothing of what JSON cannot hold. */
function textOf(fields: LogFields): string {
  try {
    return JSON.stringify(fields)
  } catch {
    try {
      return JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
    } catch {
      return '{"fields":"cannot be written as JSON"}'
    }
  }
}

/** What JSON leaves as it is, but a terminal or a log viewer may take for a new line or another order of letters. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Tested first, as most texts hold nothing else and the test is fast. */
const onlyPrintableAscii = /^[ -~]*$/
const onlyPlainAscii = /^[ !#-[\]-~]*$/

function quoted(text: string): string {
  return onlyPlainAscii.test(text) ? `"${text}"` : escapeInvisible(JSON.stringify(text))
}

function escapeInvisible(text: string): string {
  if (onlyPrintableAscii.test(text)) return text
  return text.replace(invisible, (character) => {
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
  })
}

/** A log that keeps nothing, for tests and short commands. */
export const silentLog: Log = createLog({ level: 'error', write: () => {} })
