import type { Page } from '../../document/page.ts'
import type { Site } from '../../site/site.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { audienceCues, audienceTexts } from './audience-cues.ts'
import { decideIndustry, rankIndustries, type WeighedIndustry } from './decide-industry.ts'
import { industryOfName } from './industries.ts'
import { industryCues } from './industry-cues.ts'
import modelTexts from './models.json'
import { isShop, shopCues } from './shop.ts'

/** Industry, business model and audience; the industry implies the other two where the site does not state them. */
export const business: Topic = {
  name: 'business',
  topics: ['industry', 'business-model', 'audience'],
  readsLegalPages: false,
  read: (page: Page): Candidate[] => [...audienceCues(page), ...shopCues(page), ...industryCues(page)],
  decide,
}

const texts = new Map<string, string>(Object.entries(modelTexts))
const supportMax = 12
/** Below this score a cart outweighs the words. */
const clearScore = 4
/** A marketplace names the trade of its sellers more often than itself. */
const marketMin = 2.5
/** Brokers and agents name their own trade much more often than a marketplace. */
const marketShare = 0.4

function decide(candidates: readonly SiteCandidate[], site: Site): Decision[] {
  const of = (topic: string) => candidates.filter((candidate) => candidate.topic === topic)
  const proposed = of('industry').filter(({ place }) => place === 'model')
  const ranked = rankIndustries(
    of('industry').filter(({ place }) => place !== 'model'),
    site,
  )
  const decided = decideIndustry(ranked)
  return [
    ...(decided === undefined ? proposedIndustry(proposed) : industryDecision(decided)),
    ...modelDecision(ranked, decided, of('business-model')),
    ...audienceDecisions(decided, of('audience')),
  ]
}

/** A proposal of the model counts where the site's words are inconclusive and the model names one industry. */
function proposedIndustry(proposed: readonly SiteCandidate[]): Decision[] {
  const [name, another] = new Set(proposed.map(({ value }) => value))
  const industry = industryOfName.get(name ?? '')
  return industry === undefined || another !== undefined
    ? []
    : industryDecision({ industry, support: proposed })
}

function industryDecision(decided: Pick<WeighedIndustry, 'industry' | 'support'> | undefined): Decision[] {
  if (decided === undefined) return []
  const { industry, support } = decided
  const { name } = industry
  const isStructured = support.some(({ place }) => place === 'json-ld')
  return [
    {
      topic: 'industry',
      key: name.toLowerCase(),
      value: name,
      text: `Industry: ${name}`,
      support: support.slice(0, supportMax),
      ...(!isStructured && { confidenceMax: 'medium' as const }),
    },
  ]
}

/** Goods with a cart are sold online; otherwise the industry implies the model; without one, the label of services does. */
function modelDecision(
  ranked: readonly WeighedIndustry[],
  decided: WeighedIndustry | undefined,
  cues: readonly SiteCandidate[],
): Decision[] {
  const shop = cues.filter(({ value }) => value === 'e-commerce')
  const services = cues.filter(({ value }) => value === 'professional-services')
  const market = ranked.find(
    ({ industry, score, isFirm }) =>
      industry.model === 'marketplace' &&
      isFirm &&
      score >= Math.max(marketMin, (ranked[0]?.score ?? 0) * marketShare),
  )
  if (market !== undefined) return [model('marketplace', market.support.slice(0, supportMax))]
  const [first] = ranked
  const isGoods = first === undefined || first.score < clearScore || first.industry.goods === true
  if (isShop(shop) && isGoods) return [model('e-commerce', shop)]
  const name = decided?.industry.model
  if (name !== undefined) return [model(name, decided?.support.slice(0, supportMax) ?? [])]
  return services.length === 0 ? [] : [model('professional-services', services.slice(0, supportMax))]
}

function model(value: string, support: readonly SiteCandidate[]): Decision {
  const text = texts.get(value) ?? value
  return { topic: 'business-model', key: value, value, text, support, confidenceMax: 'medium' }
}

/** The stated audience; without one, the usual audience of the industry. */
function audienceDecisions(
  decided: WeighedIndustry | undefined,
  named: readonly SiteCandidate[],
): Decision[] {
  const byValue = [...Map.groupBy(named, ({ value }) => value)]
  const implied = decided?.industry.audience
  const isNamed = named.some(({ place }) => place !== 'model') || byValue.some(([value]) => value === implied)
  if (!isNamed && decided !== undefined && implied !== undefined)
    byValue.push([implied, decided.support.slice(0, supportMax).map((cue) => ({ ...cue, inferred: true }))])
  return byValue.map(([value, support]) => ({
    topic: 'audience',
    key: value,
    value,
    text: audienceTexts.get(value) ?? value,
    support,
    confidenceMax: 'medium',
  }))
}
