import { readFileSync } from 'node:fs'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Address, parseEther } from 'viem'
import { messageOf, StartupError } from '../../kernel/runtime/errors.ts'
import type { EscrowPolicy } from '../contracts/policy.ts'

/** Immutable terms of a deployment, without its roles. Periods in seconds. */
export interface DeploymentTerms {
  /** Delay of a stake's withdrawal; the windows of a milestone may not sum to more. */
  unbondingPeriod: number
  /** Stake counts in a vote once it has been bonded this long. */
  warmUpPeriod: number
  minBondWei: bigint
  /** Floors and ceilings of milestones' parameters. */
  policy: EscrowPolicy
}

const daySeconds = 86_400

export const defaultPolicy: EscrowPolicy = {
  votingPeriodMin: daySeconds,
  challengePeriodMin: daySeconds,
  arbitrationPeriodMin: 2 * daySeconds,
  deadlineMax: 365 * daySeconds,
  pausePeriod: 7 * daySeconds,
  quorumBpsMin: 3_000,
  feeBpsMax: 1_000,
  slashBpsMin: 500,
  slashBpsMax: 5_000,
  abstentionBps: 10,
  minVotersMin: 3,
  stakeMin: parseEther('0.01'),
}

export const defaultTerms: DeploymentTerms = {
  unbondingPeriod: 21 * daySeconds,
  warmUpPeriod: daySeconds,
  minBondWei: parseEther('1'),
  policy: defaultPolicy,
}

/** Verification cycles of the demo end within seconds, so its windows may be short. */
export const demoPolicy: EscrowPolicy = {
  ...defaultPolicy,
  votingPeriodMin: 3_600,
  challengePeriodMin: 1,
  arbitrationPeriodMin: 60,
}

/** Without a known key: as the receiver of slashed stake it removes any gain from a slash. */
export const burnAddress: Address = '0x000000000000000000000000000000000000dEaD'

const Seconds = Type.Integer({ minimum: 1, maximum: 2 ** 32 - 1 })
const share = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })
const Wei = Type.String({ pattern: '^[1-9][0-9]{0,25}$', description: 'a positive integer as a string' })

/** The content of a policy file; `defaultTerms` has the defaults. */
const PolicyFile = Type.Partial(
  Type.Object({
    unbondingPeriod: Seconds,
    warmUpPeriod: Seconds,
    minBondWei: Wei,
    votingPeriodMin: Seconds,
    challengePeriodMin: Seconds,
    arbitrationPeriodMin: Seconds,
    deadlineMax: Seconds,
    pausePeriod: Seconds,
    quorumBpsMin: share(1, 10_000),
    feeBpsMax: share(0, 1_000),
    slashBpsMin: share(1, 10_000),
    slashBpsMax: share(1, 10_000),
    abstentionBps: share(0, 100),
    minVotersMin: share(1, 255),
    stakeMinWei: Wei,
  }),
  { additionalProperties: false },
)

/** @throws StartupError with every problem of the file */
export function readPolicyFile(path: string): DeploymentTerms {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new StartupError(
      `Cannot read the policy file "${path}" as it must be a JSON file: ${messageOf(cause)}`,
      { cause },
    )
  }
  if (!Value.Check(PolicyFile, content)) {
    throw new StartupError(
      `Cannot use the policy file "${path}":\n${problemsOf(PolicyFile, content).join('\n')}`,
    )
  }
  return termsOf(content)
}

function termsOf({ minBondWei, stakeMinWei, ...given }: Static<typeof PolicyFile>): DeploymentTerms {
  const { unbondingPeriod, warmUpPeriod, ...policy } = given
  return {
    unbondingPeriod: unbondingPeriod ?? defaultTerms.unbondingPeriod,
    warmUpPeriod: warmUpPeriod ?? defaultTerms.warmUpPeriod,
    minBondWei: minBondWei === undefined ? defaultTerms.minBondWei : BigInt(minBondWei),
    policy: {
      ...defaultPolicy,
      ...policy,
      ...(stakeMinWei === undefined ? {} : { stakeMin: BigInt(stakeMinWei) }),
    },
  }
}

function problemsOf(schema: TSchema, content: unknown): string[] {
  return [...Value.Errors(schema, content)].map(({ path, message, value }) => {
    const name = path.slice(1) || 'its content'
    return `Cannot use ${name}: ${message}, current value is ${JSON.stringify(value) ?? 'missing'}`
  })
}

/** Contradictions between valid values, which the contracts would reject. */
export function termsProblem({ policy, unbondingPeriod }: DeploymentTerms): string | undefined {
  const { votingPeriodMin, challengePeriodMin, arbitrationPeriodMin, slashBpsMin, slashBpsMax } = policy
  const windows = votingPeriodMin + challengePeriodMin + arbitrationPeriodMin
  if (windows > unbondingPeriod) {
    return `votingPeriodMin, challengePeriodMin and arbitrationPeriodMin must sum to unbondingPeriod (${unbondingPeriod}) at most: they sum to ${windows}`
  }
  if (slashBpsMin > slashBpsMax) {
    return `slashBpsMin must be slashBpsMax (${slashBpsMax}) at most: it is ${slashBpsMin}`
  }
  return undefined
}
