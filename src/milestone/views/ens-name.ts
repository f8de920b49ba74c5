import { zeroAddress } from 'viem'
import { InvalidName, NameNotFound } from '../errors.ts'
import type { BuilderRecord } from '../indexer/state.ts'
import type { NameRecordAnswer } from '../model.ts'
import { etherText, labelText } from './amounts.ts'
import { serviceAccount } from './names.ts'
import { normalName } from './normal-name.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * A name's records, with the reputation that the chain's events show of the address it stands for. The attestor's
 * `svc.*` records stand beside it; one that is not a non-negative integer makes the figure 0. A name that merely points
 * at an address shows none of it.
 * @throws InvalidName when ENSIP-15 has no normal form for `raw`
 * @throws NameNotFound when nobody registered it
 */
export function ensName({ model, asOf }: Snapshot, raw: string): NameRecordAnswer {
  const normal = normalName(raw)
  if ('problem' in normal) throw new InvalidName(normal.problem)
  const record = model.names.byName.get(normal.name)
  if (record === undefined) throw new NameNotFound()

  const text = (key: string) => record.texts.get(key) || null
  const account = serviceAccount(model, record)
  const builder = account && model.builders.get(account)
  const shown = { verified: builder?.verified ?? 0, score: reputationScore(builder) }
  const attestations = account && model.names.serviceTexts.get(account)
  const attested = {
    verified: attestations?.get('svc.milestones.verified') || null,
    score: attestations?.get('svc.reputation.score') || null,
  }
  return {
    ok: true,
    ens: record.name,
    address: record.address ?? zeroAddress,
    svcMilestonesVerified: isCount(attested.verified) ? shown.verified : 0,
    svcReputationScore: isCount(attested.score) ? shown.score : 0,
    avatar: text('avatar'),
    description: text('description'),
    url: text('url'),
    github: text('com.github'),
    twitter: text('com.twitter'),
    svcProjects: projectsOf(builder),
    svcEarnedTotal: etherText((account && model.earned.get(account)) ?? 0n),
    svcRecords: {
      milestonesVerified: attested.verified,
      reputationScore: attested.score,
      agree: attested.verified === String(shown.verified) && attested.score === String(shown.score),
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
