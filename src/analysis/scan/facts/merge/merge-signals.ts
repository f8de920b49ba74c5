import type { FactSignals } from '../fact.ts'
import type { Statement } from './cited-fact.ts'

/** All answers that the statements suggest; of several roles that of the strongest statement. */
export function mergeSignals(statements: readonly Statement[]): { signals?: FactSignals } {
  const all = statements.flatMap(({ fact }) => fact.signals ?? [])
  const role = all.find((signals) => signals.role !== undefined)?.role
  const painPoints = union(all.map((signals) => signals.painPoints ?? []))
  const tools = union(all.map((signals) => signals.tools ?? []))
  const signals: FactSignals = {
    ...(role === undefined ? {} : { role }),
    ...(painPoints.length === 0 ? {} : { painPoints }),
    ...(tools.length === 0 ? {} : { tools }),
  }
  return Object.keys(signals).length === 0 ? {} : { signals }
}

function union(lists: ReadonlyArray<readonly string[]>): string[] {
  return [...new Set(lists.flat())].sort()
}
