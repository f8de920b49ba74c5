import { createLog, type LogLevel } from '../../src/kernel/runtime/log.ts'

/** A log that keeps what is written to it. */
export function captureLog(level: LogLevel = 'info') {
  let written = ''
  const log = createLog({
    level,
    write: (text) => {
      written += text
    },
  })
  const text = () => {
    log.flush()
    return written
  }
  return {
    log,
    text,
    /** One JSON object a line. */
    lines: () => text().split('\n').slice(0, -1),
  }
}
