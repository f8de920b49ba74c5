import { hasLegalForm } from '../../site/company-names.ts'
import { mayBeOneCompany } from '../../site/spellings.ts'
import { chooseWording } from './choose-wording.ts'
import { byText, type Confidence, type FactGroup } from './cited-fact.ts'
import { lowerOf } from './confidence.ts'
import { bySupport, weightOf } from './group-facts.ts'
import { postcodeIn } from './postcode.ts'

/** Two values of one thing that cannot both be true. */
export interface Contradiction {
  aspect: string
  kept: FactGroup
  against: FactGroup
  confidence: Confidence
}

export interface Weighed {
  confidences: ReadonlyMap<FactGroup, Confidence>
  contradictions: readonly Contradiction[]
}

/** Settles which of several values of one thing stands, by the published rule. */
export function weighContradictions(groups: readonly FactGroup[]): Weighed {
  const confidences = new Map(groups.map((group) => [group, group.support]))
  const contradictions: Contradiction[] = []
  for (const [aspect, rivals] of byAspect(groups)) {
    const [kept, ...others] = rivals.sort(bySupport)
    if (kept === undefined) continue
    const against = others.filter((other) => disagree(kept, other))
    for (const other of against) confidences.set(other, 'low')
    const strongest = against.find((group) => group.support !== 'low' && isOfSubstance(group))
    if (strongest === undefined) continue
    if (strongest.support === kept.support && weightOf(strongest) === weightOf(kept)) {
      confidences.set(kept, lowerOf(kept.support, 'medium'))
    }
    const confidence = lowerOf(kept.support, strongest.support)
    contradictions.push({ aspect, kept, against: strongest, confidence })
  }
  return { confidences, contradictions }
}

/** The groups that speak about the same single-valued thing. */
function byAspect(groups: readonly FactGroup[]): [string, FactGroup[]][] {
  const byName = new Map<string, FactGroup[]>()
  for (const group of groups) {
    const aspect = aspectOf(group)
    if (aspect === undefined) continue
    const rivals = byName.get(aspect)
    if (rivals === undefined) byName.set(aspect, [group])
    else rivals.push(group)
  }
  return [...byName].filter(([, rivals]) => rivals.length > 1).sort(([a], [b]) => byText(a, b))
}

/** A company has one name, one founding year and one size; a street number has one postcode. */
function aspectOf(group: FactGroup): string | undefined {
  const { value = '' } = chooseWording(group)
  if (group.topic === 'company-name') return 'name'
  if (group.topic === 'team') return /^(founded|headcount):\d/.exec(value)?.[1]
  if (group.topic === 'address') return streetOf(value)
  return undefined
}

function disagree(a: FactGroup, b: FactGroup): boolean {
  const [one = '', other = ''] = [chooseWording(a).value, chooseWording(b).value]
  if (a.topic === 'company-name') return !mayBeOneCompany(a.key, b.key)
  if (a.topic === 'address') return !samePostcode(one, other)
  const [first, second] = [numberIn(one), numberIn(other)]
  if (one.startsWith('founded:')) return first !== second
  // "More than 40 people" and "42 people" agree.
  return Math.max(first, second) > 1.25 * Math.min(first, second)
}

/** A firm that is named in running text only, as in a copyright line, stands behind the brand and contradicts nothing. */
function isOfSubstance({ topic, statements }: FactGroup): boolean {
  return (
    topic !== 'company-name' ||
    !statements.some(({ fact }) => hasLegalForm(fact.value ?? '')) ||
    statements.some(({ fact }) => fact.evidence.some(({ method }) => method !== 'text'))
  )
}

function numberIn(value: string): number {
  return Number(/\d{1,9}/.exec(value)?.[0] ?? 0)
}

/** Street and number of an address; undefined where its first part holds no number. */
function streetOf(address: string): string | undefined {
  const street = address.split(',')[0]?.trim().toLowerCase() ?? ''
  return /\d/.test(street) && /\p{L}/u.test(street) ? `street ${street}` : undefined
}

function samePostcode(a: string, b: string): boolean {
  const [one, other] = [postcodeIn(a), postcodeIn(b)]
  return one === undefined || other === undefined || one === other
}
