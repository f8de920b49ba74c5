import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import type { FormatId } from '../formats.ts'
import { callerPlans } from '../tables.ts'
import { localCaller } from './caller-name.ts'

/** What a caller may have; a day begins at 00:00 UTC. */
export interface PlanLimits {
  runsPerDay: number
  runsInFlight: number
  brandKits: number
  formats: readonly FormatId[]
}

export interface Plan extends PlanLimits {
  name: PlanName
}

export const plans = {
  trial: { runsPerDay: 50, runsInFlight: 2, brandKits: 3, formats: ['square', 'landscape'] },
  standard: {
    runsPerDay: 1_000,
    runsInFlight: 10,
    brandKits: 100,
    formats: ['square', 'landscape', 'portrait'],
  },
  partner: {
    runsPerDay: 10_000,
    runsInFlight: 30,
    brandKits: 1_000,
    formats: ['square', 'landscape', 'portrait'],
  },
  /** Of the caller on a machine without keys. */
  local: {
    runsPerDay: 1_000_000,
    runsInFlight: 10,
    brandKits: 100_000,
    formats: ['square', 'landscape', 'portrait'],
  },
} as const satisfies Record<string, PlanLimits>

export type PlanName = keyof typeof plans

/** What a caller can be granted. */
export const planNames = ['trial', 'standard', 'partner'] as const satisfies readonly PlanName[]

export function planNamed(name: string): Plan | undefined {
  const known = planNames.find((candidate) => candidate === name)
  return known && { name: known, ...plans[known] }
}

/** The plan that a caller was granted, or its default plan. */
export async function planOf(db: Pick<Db, 'select'>, caller: string): Promise<Plan> {
  const [row] = await db
    .select({ plan: callerPlans.plan })
    .from(callerPlans)
    .where(eq(callerPlans.caller, caller))
  return planOrDefault(caller, row?.plan)
}

/** `granted` as it is stored: the default plan where there is none, or one that this version does not know. */
export function planOrDefault(caller: string, granted: string | null | undefined): Plan {
  const name = caller === localCaller ? 'local' : 'standard'
  return planNamed(granted ?? name) ?? { name, ...plans[name] }
}
