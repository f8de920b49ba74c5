import { eq } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import type { FormatId } from '../compose/formats.ts'
import { callerPlans } from '../tables.ts'
import { localCaller } from './caller-name.ts'

/** Limits of a caller; a day begins at 00:00 UTC. */
export interface PlanLimits {
  runsPerDay: number
  runsInFlight: number
  brandKits: number
  /** Of the stored logos, whether a kit has them or not. */
  logoBytes: number
  photosPerKit: number
  /** Of the stored photos of all kits. */
  photoBytes: number
  fonts: number
  /** Of the stored fonts. */
  fontBytes: number
  formats: readonly FormatId[]
}

export interface Plan extends PlanLimits {
  name: PlanName
}

const megabyte = 1_000_000

export const plans = {
  trial: {
    runsPerDay: 50,
    runsInFlight: 2,
    brandKits: 3,
    logoBytes: 50 * megabyte,
    photosPerKit: 20,
    photoBytes: 100 * megabyte,
    fonts: 6,
    fontBytes: 20 * megabyte,
    formats: ['square', 'landscape'],
  },
  standard: {
    runsPerDay: 1_000,
    runsInFlight: 10,
    brandKits: 100,
    logoBytes: 500 * megabyte,
    photosPerKit: 200,
    photoBytes: 2_000 * megabyte,
    fonts: 100,
    fontBytes: 200 * megabyte,
    formats: ['square', 'landscape', 'portrait'],
  },
  partner: {
    runsPerDay: 10_000,
    runsInFlight: 30,
    brandKits: 1_000,
    logoBytes: 5_000 * megabyte,
    photosPerKit: 200,
    photoBytes: 20_000 * megabyte,
    fonts: 1_000,
    fontBytes: 2_000 * megabyte,
    formats: ['square', 'landscape', 'portrait'],
  },
  /** Of the local caller while no key exists. */
  local: {
    runsPerDay: 1_000_000,
    runsInFlight: 10,
    brandKits: 100_000,
    logoBytes: 5_000 * megabyte,
    photosPerKit: 200,
    photoBytes: 20_000 * megabyte,
    fonts: 1_000,
    fontBytes: 2_000 * megabyte,
    formats: ['square', 'landscape', 'portrait'],
  },
} as const satisfies Record<string, PlanLimits>

export type PlanName = keyof typeof plans

/** Plans that can be granted. */
export const planNames = ['trial', 'standard', 'partner'] as const satisfies readonly PlanName[]

export function planNamed(name: string): Plan | undefined {
  const known = planNames.find((candidate) => candidate === name)
  return known && { name: known, ...plans[known] }
}

/** The granted plan of a caller, or the default plan. */
export async function planOf(db: Pick<Db, 'select'>, caller: string): Promise<Plan> {
  const [row] = await db
    .select({ plan: callerPlans.plan })
    .from(callerPlans)
    .where(eq(callerPlans.caller, caller))
  return planOrDefault(caller, row?.plan)
}

/** The plan of the stored name: the default plan if it is missing or unknown to this version. */
export function planOrDefault(caller: string, granted: string | null | undefined): Plan {
  const name = caller === localCaller ? 'local' : 'standard'
  return planNamed(granted ?? name) ?? { name, ...plans[name] }
}
