import type { Evidence } from '../../document/evidence.ts'
import type { Strength } from '../fact.ts'
import type { Tool } from './tool.ts'

/** One place that tells of a tool. */
export interface ToolHit {
  tool: Tool
  strength: Strength
  evidence: Evidence
}

/** None where the place cannot be quoted. */
export function hit(tool: Tool, strength: Strength, evidence: Evidence | undefined): ToolHit[] {
  return evidence === undefined ? [] : [{ tool, strength, evidence }]
}
