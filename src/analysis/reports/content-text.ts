import { invalidReport, ReportTooLarge } from './errors.ts'
import { factsMax, type ReportContent, reportBytesMax } from './schema.ts'

/** Deepest nesting; what the service itself makes is six deep. */
const depthMax = 16

/**
 * The text that is kept of a report.
 * @throws ReportTooLarge for more than 64 KiB; RequestRefused (400) for what is nested too deeply to write down, too
 * many facts, or statuses of facts that the report does not hold
 */
export function contentText(content: ReportContent): string {
  if (isDeeperThan(content, depthMax)) throw invalidReport('/', `must be at most ${depthMax} levels deep`)
  const given = content.scan?.facts.length ?? 0
  if (given > factsMax) {
    const message = `must hold at most ${factsMax} facts: send the ${factsMax} that matter most of these ${given}`
    throw invalidReport('/scan/facts', message)
  }
  const ids = new Set(content.scan?.facts.map(({ id }) => id))
  const stranger = Object.keys(content.scan?.factStatuses ?? {}).find((id) => !ids.has(id))
  if (stranger !== undefined)
    throw invalidReport(`/scan/factStatuses/${stranger}`, 'must name a fact of this report')
  const text = JSON.stringify(content)
  const bytes = Buffer.byteLength(text)
  if (bytes > reportBytesMax) throw new ReportTooLarge(bytes)
  return text
}

/** Level by level, as a value from outside may be nested deeper than functions can call themselves. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value]
  for (let deep = 0; level.length > 0; deep += 1) {
    if (deep > depth) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}
