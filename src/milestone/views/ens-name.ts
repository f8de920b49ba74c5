import { Type as t } from '@sinclair/typebox'
import { type Address, zeroAddress } from 'viem'
import { normalize } from 'viem/ens'
import { milestoneError } from '../errors.ts'
import type { ReadModel } from '../indexer/read-model.ts'
import type { BuilderRecord, NameRecord } from '../indexer/state.ts'
import { Count, Ether, Name, Ok } from '../wire/shapes.ts'
import { etherText, labelText } from './amounts.ts'
import { AsOf, type Snapshot } from './snapshot.ts'

export const NameRecordAnswer = t.Object({
  ok: Ok,
  ens: t.String({ description: 'The name in its normal form', examples: ['ada.eth'] }),
  address: t.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: 'Its addr record; the zero address without one',
    examples: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  }),
  svcMilestonesVerified: Count(
    'Verified milestones of that address with stake of other accounts; 0 unless its attestation is a non-negative integer',
  ),
  svcReputationScore: t.Integer({
    minimum: 0,
    maximum: 100,
    description:
      'round(100 x verified / (verified + failed)); 0 without a verdict, and unless its attestation is a non-negative integer',
    examples: [92],
  }),
  avatar: Name('Text record avatar'),
  description: Name('Text record description'),
  url: Name('Text record url'),
  github: Name('Text record com.github'),
  twitter: Name('Text record com.twitter'),
  svcProjects: t.Array(t.String(), {
    description: 'Projects of its milestones, oldest first',
    examples: [['solar-pump']],
  }),
  svcEarnedTotal: Ether(
    'Credited to that address by releases of milestones that others than the builder staked on',
  ),
  svcRecords: t.Object(
    {
      milestonesVerified: Name('Text record svc.milestones.verified, unparsed'),
      reputationScore: Name('Text record svc.reputation.score, unparsed'),
      agree: t.Boolean({ description: 'Whether both match the chain events', examples: [true] }),
    },
    { description: 'What the attestor wrote about that address' },
  ),
  asOf: AsOf,
})
export type NameRecordAnswer = typeof NameRecordAnswer.static

/**
 * A name's records, with the reputation of the address that it resolves to, from chain events. An attestor's `svc.*`
 * record that is not a non-negative integer makes the figure 0. Without a claim by the address a name shows no
 * reputation.
 * @throws invalid_name when ENSIP-15 has no normal form for `raw`
 * @throws name_not_found when it is not registered
 */
export function ensName({ readModel, asOf }: Snapshot, raw: string): NameRecordAnswer {
  const normal = normalName(raw)
  if ('problem' in normal) throw milestoneError('invalid_name', normal.problem)
  const record = readModel.names.byName.get(normal.name)
  if (record === undefined) throw milestoneError('name_not_found')

  const text = (key: string) => record.texts.get(key) || null
  const account = serviceAccount(readModel, record)
  const builder = account && readModel.builders.get(account)
  const shown = { verified: builder?.verified ?? 0, score: reputationScore(builder) }
  const attestations = account && readModel.names.serviceTexts.get(account)
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
    svcEarnedTotal: etherText((account && readModel.earned.get(account)) ?? 0n),
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

/** The primary name of an address, when its forward record points back; null without one. */
export function primaryName(readModel: ReadModel, address: Address): string | null {
  return readModel.names.primaryByAddress.get(address) ?? null
}

/**
 * The address whose reputation a name shows, as `NameResolver.serviceAccountOf` returns it: the one that the name's
 * present owner pointed it at, if that address claimed the name under the same owner.
 */
export function serviceAccount(readModel: ReadModel, record: NameRecord): Address | undefined {
  const { address, addressSetBy, owner, name } = record
  if (address === undefined || addressSetBy !== owner) return undefined
  const claim = readModel.names.claims.get(address)
  return claim?.name === name && claim.owner === owner ? address : undefined
}

const nameLengthMax = 255

/** A name in its ENSIP-15 form, `.eth` added to a bare label; or why it has none. */
export function normalName(raw: string): { name: string } | { problem: string } {
  if (raw.length > nameLengthMax) return { problem: `a name has at most ${nameLengthMax} characters` }
  if (raw.trim() === '') return { problem: 'a name is not empty' }
  try {
    const name = normalize(raw)
    return { name: name.includes('.') ? name : `${name}.eth` }
  } catch {
    return { problem: 'it is not a name that ENSIP-15 allows' }
  }
}
