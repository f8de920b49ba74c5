import { nameKey } from '../../site/company-names.ts'
import { legalNameMentions } from '../../site/legal-name-mentions.ts'
import { nameMentions } from '../../site/name-mentions.ts'
import type { Site } from '../../site/site.ts'
import { resembles } from '../../site/site-name.ts'
import { areSpellings } from '../../site/spellings.ts'
import type { Decision, SiteCandidate, Topic } from '../topic.ts'

/** The company's name: the brand with the best support on the whole site. */
export const companyName: Topic = {
  topics: ['company-name'],
  readsLegalPages: true,
  read: nameMentions,
  decide: decideCompanyName,
}

/** The name with its legal form. */
export const legalName: Topic = {
  topics: ['legal-name'],
  readsLegalPages: true,
  read: legalNameMentions,
  decide: decideLegalName,
}

/** Without a brand the legal name is how the company calls itself. */
function decideCompanyName(
  candidates: readonly SiteCandidate[],
  { brand, legalName, label }: Site,
): Decision[] {
  const name = brand ?? legalName
  if (name === undefined) return []
  const key = nameKey(name)
  const support = candidates.filter(({ value }) => areSpellings(nameKey(value), key))
  const sources = new Set(support.map(({ details }) => details['source']))
  // One kind of place, and not the domain: a template's name looks the same.
  const isBacked = brand !== undefined && (resembles(brand, label) || sources.size > 1)
  if (support.length === 0) return []
  return [
    {
      topic: 'company-name',
      key,
      value: name,
      text: `Company name: ${name}`,
      support,
      ...(!isBacked && { confidenceMax: 'medium' as const }),
    },
  ]
}

function decideLegalName(candidates: readonly SiteCandidate[], { legalName: name }: Site): Decision[] {
  if (name === undefined) return []
  const key = nameKey(name)
  const support = candidates.filter(({ value }) => nameKey(value) === key)
  return [{ topic: 'legal-name', key, value: name, text: `Legal name: ${name}`, support }]
}
