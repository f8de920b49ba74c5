import { looksLikeInstruction } from './document/instruction.ts'
import { surestFirst } from './facts/merge/summary.ts'
import { type Fact, type KnownValue, type Profile, profileListMax } from './schema.ts'

/** In display order. `byText`: facts are compared by text, as the value lacks the kind or the unit. */
const members = [
  { one: 'name', topic: 'company-name' },
  { one: 'legalName', topic: 'legal-name' },
  { many: 'registrations', topic: 'registration', byText: true },
  { one: 'description', topic: 'description' },
  { one: 'industry', topic: 'industry' },
  { one: 'businessModel', topic: 'business-model' },
  { many: 'audience', topic: 'audience' },
  { many: 'offers', topic: 'product' },
  { many: 'prices', topic: 'pricing', byText: true },
  { many: 'regions', topic: 'region' },
  { many: 'languages', topic: 'language' },
  { one: 'address', topic: 'address' },
  { many: 'emails', topic: 'contact-email' },
  { many: 'phones', topic: 'contact-phone' },
  { many: 'people', topic: 'team' },
  { many: 'socials', topic: 'social' },
  { many: 'tools', topic: 'tool' },
  { one: 'founded', topic: 'founded' },
  { many: 'openingHours', topic: 'opening-hours' },
  { one: 'logo', topic: 'logo' },
  { one: 'icon', topic: 'icon' },
  { many: 'colors', topic: 'color' },
] as const

/** A summary of the company from its facts. Pure. */
export function profileOf(facts: readonly Fact[]): Profile {
  const profile: Profile = {}
  for (const member of members) {
    const known = knownValues(surestFirst(facts, member.topic), 'byText' in member)
    const [surest] = known
    if (surest === undefined) continue
    if ('one' in member) profile[member.one] = surest
    else profile[member.many] = known.slice(0, profileListMax[member.many])
  }
  return profile
}

/** Facts with the same text are one value. Texts that address a language model are left out. */
function knownValues(facts: readonly Fact[], byText: boolean): KnownValue[] {
  const byValue = Map.groupBy(facts, ({ text, value = text }) => (byText ? text : value))
  return [...byValue]
    .filter(([value]) => !looksLikeInstruction(value))
    .map(([value, stating]) => ({ value, facts: stating.map(({ id }) => id) }))
}
