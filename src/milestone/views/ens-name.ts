import { zeroAddress } from 'viem'
import { InvalidName, NameNotFound } from '../errors.ts'
import type { BuilderRecord } from '../indexer/state.ts'
import type { NameRecordAnswer } from '../model.ts'
import { etherText, labelText } from './amounts.ts'
import { normalName } from './normal-name.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * A name's records, with the reputation of the address it points to as the chain's events show it. Its own `svc.*`
 * records stand beside it; one that is not a non-negative integer makes the figure 0.
 * @throws InvalidName when ENSIP-15 has no normal form for `raw`
 * @throws NameNotFound when nobody registered it
 */
export function ensName({ model, asOf }: Snapshot, raw: string): NameRecordAnswer {
  const normal = normalName(raw)
  if ('problem' in normal) throw new InvalidName(normal.problem)
  const record = model.names.byName.get(normal.name)
  if (record === undefined) throw new NameNotFound()

  const text = (key: string) => record.texts.get(key) || null
  const builder = record.address === undefined ? undefined : model.builders.get(record.address)
  const shown = { verified: builder?.verified ?? 0, score: reputationScore(builder) }
  const claimed = { verified: text('svc.milestones.verified'), score: text('svc.reputation.score') }
  return {
    ok: true,
    ens: record.name,
    address: record.address ?? zeroAddress,
    svcMilestonesVerified: isCount(claimed.verified) ? shown.verified : 0,
    svcReputationScore: isCount(claimed.score) ? shown.score : 0,
    avatar: text('avatar'),
    description: text('description'),
    url: text('url'),
    github: text('com.github'),
    twitter: text('com.twitter'),
    svcProjects: projectsOf(builder),
    svcEarnedTotal: etherText((record.address && model.earned.get(record.address)) ?? 0n),
    svcRecords: {
      milestonesVerified: claimed.verified,
      reputationScore: claimed.score,
      agree: claimed.verified === String(shown.verified) && claimed.score === String(shown.score),
    },
    asOf,
  }
}

/** round(100 x verified / (verified + failed)), 0 without a verdict. */
function reputationScore(builder: BuilderRecord | undefined): number {
  if (builder === undefined) return 0
  const settled = builder.verified + builder.failed
  return settled === 0 ? 0 : Math.round((100 * builder.verified) / settled)
}

function isCount(text: string | null): boolean {
  return text !== null && /^(0|[1-9][0-9]{0,15})$/.test(text)
}

const projectsMax = 100

function projectsOf(builder: BuilderRecord | undefined): string[] {
  const projects = new Set<string>()
  for (const milestone of builder?.milestones ?? []) {
    projects.add(labelText(milestone.projectId))
    if (projects.size === projectsMax) break
  }
  return [...projects]
}
