import { analysisError } from '../errors.ts'
import { factsMax, type ReportContent, reportBytesMax } from './schema.ts'

/** Deepest nesting; the service's own reports have six levels. */
const depthMax = 16

/**
 * Serialises a report for storage.
 * @throws report_too_large for more than 64 KiB; invalid_report for too deep nesting, too many
 * facts, or statuses of facts that are not in the report
 */
export function contentText(content: ReportContent): string {
  if (isDeeperThan(content, depthMax))
    throw analysisError('invalid_report', '/', `must be at most ${depthMax} levels deep`)
  const given = content.scan?.facts.length ?? 0
  if (given > factsMax) {
    const message = `must hold at most ${factsMax} facts: send the ${factsMax} that matter most of these ${given}`
    throw analysisError('invalid_report', '/scan/facts', message)
  }
  const ids = new Set(content.scan?.facts.map(({ id }) => id))
  const unknownId = Object.keys(content.scan?.factStatuses ?? {}).find((id) => !ids.has(id))
  if (unknownId !== undefined)
    throw analysisError(
      'invalid_report',
      `/scan/factStatuses/${unknownId}`,
      'must name a fact of this report',
    )
  const text = JSON.stringify(content)
  const bytes = Buffer.byteLength(text)
  if (bytes > reportBytesMax) throw analysisError('report_too_large', bytes, reportBytesMax)
  return text
}

/** Level by level, as untrusted values may be nested deeper than the call stack. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value]
  for (let deep = 0; level.length > 0; deep += 1) {
    if (deep > depth) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}
