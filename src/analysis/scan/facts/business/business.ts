import type { Page } from '../../document/page.ts'
import type { Site } from '../../site/site.ts'
import type { Candidate, Decision, SiteCandidate, Topic } from '../topic.ts'
import { audienceCues, audienceTexts } from './audience-cues.ts'
import { type Industry, industryOfName } from './industries.ts'
import { industryCues, type Spot } from './industry-cues.ts'
import modelTexts from './models.json'
import { isShop, shopCues } from './shop.ts'

/** Industry, business model and audience; the industry implies the other two where the site does not state them. */
export const business: Topic = {
  topics: ['industry', 'business-model', 'audience'],
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

/** Different signs of one audience. */
const signsMin = 2

/** The stated audience; without one, the usual audience of the industry, or that of what is offered. */
function audienceDecisions(decided: WeighedIndustry | undefined, cues: readonly SiteCandidate[]): Decision[] {
  const { said = [], sign = [] } = Object.groupBy(cues, ({ details }) => (details['sign'] ? 'sign' : 'said'))
  const byValue = [...Map.groupBy(said, ({ value }) => value)]
  const implied = decided?.industry.audience
  const isNamed = said.some(({ place }) => place !== 'model') || byValue.some(([value]) => value === implied)
  if (!isNamed && decided !== undefined && implied !== undefined)
    byValue.push([implied, decided.support.slice(0, supportMax).map((cue) => ({ ...cue, inferred: true }))])
  if (byValue.length === 0)
    for (const [value, support] of Map.groupBy(sign, (cue) => cue.value))
      if (new Set(support.map(({ details }) => details['sign'])).size >= signsMin)
        byValue.push([value, support.slice(0, supportMax)])
  return byValue.map(([value, support]) => ({
    topic: 'audience',
    key: value,
    value,
    text: audienceTexts.get(value) ?? value,
    support,
    confidenceMax: 'medium',
  }))
}

/** Weight of a cue by place; half of it on pages other than the start page and the about page. */
const spotWeights = new Map<string, number>(
  Object.entries({
    type: 4,
    title: 3,
    description: 2.5,
    stated: 2.5,
    heading: 1.2,
    menu: 1,
    text: 0.5,
  } satisfies Record<Spot, number>),
)
const wordShare = 0.4
/** A name of the industry in the company's own name. */
const brandWeight = 2.5
const scoreMin = 2
const generalScoreMin = 3
/** Lead over the second industry; less where both share a business model. */
const leadMin = 1.3
const kinLeadMin = 1.05
/** Factor for a second industry that no title names, when a title names the first. */
const untitledShare = 0.75
/** Share of the score of a general industry, such as manufacturing, at which a narrower one replaces it. */
const specificShare = 0.5
/** Share of the best score from which an industry that works for others makes the rest the trades of its customers. */
const servingShare = 0.25
const cuesMin = 2
/** Phrases that share this prefix are forms of one word. */
const stemLength = 5
/** Factor for an industry that the company does not name as its own. */
const proseShare = 0.6

interface WeighedIndustry {
  industry: Industry
  score: number
  support: readonly SiteCandidate[]
  /** Named in a title or a structured type. */
  isTitled: boolean
  /** Named by the company, and by more than one word or in a statement, a title, a structured type or its own name. */
  isFirm: boolean
}

/** The best supported industry of all pages; undefined where cues are few or contradictory. */
function decideIndustry(ranked: readonly WeighedIndustry[]): WeighedIndustry | undefined {
  const [first] = ranked
  const specific = ranked.find(({ industry }) => industry.general !== true)
  const isCloser =
    specific !== undefined && first !== undefined && specific.score >= specificShare * first.score
  const best = isCloser ? specific : first
  if (best === undefined || best.score < (best.industry.general === true ? generalScoreMin : scoreMin))
    return undefined
  if (!best.isFirm) return undefined
  const second = ranked.find((other) => other !== best && !(isCloser && other.industry.general === true))
  if (second === undefined) return best
  const isKin = second.industry.model !== undefined && second.industry.model === best.industry.model
  const secondScore = second.score * (best.isTitled && !second.isTitled ? untitledShare : 1)
  return best.score >= (isKin ? kinLeadMin : leadMin) * secondScore ? best : undefined
}

function rankIndustries(candidates: readonly SiteCandidate[], site: Site): WeighedIndustry[] {
  const own = `${site.label} ${site.brand ?? ''} ${site.legalName ?? ''}`
  const ranked = [...Map.groupBy(candidates, ({ value }) => value)]
    .flatMap(([name, cues]) => {
      const industry = industryOfName.get(name)
      return industry === undefined ? [] : [weigh(industry, cues, own)]
    })
    .filter(({ cues }) => cues >= cuesMin)
    .sort((a, b) => b.score - a.score)
  const isServing = ranked.some(
    ({ industry, isFirm, score }) =>
      industry.serves === true &&
      isFirm &&
      score >= Math.max(scoreMin, servingShare * (ranked[0]?.score ?? 0)),
  )
  const isLed = ranked[0]?.industry.serves === true
  return ranked.filter(
    ({ industry, isTitled }) => !isServing || industry.serves === true || (isTitled && !isLed),
  )
}

function weigh(industry: Industry, cues: readonly SiteCandidate[], own: string) {
  const weights = new Map<string, number>()
  for (const cue of cues) {
    const { spot = 'text', phrase = '' } = cue.details
    const key = `${spot} ${phrase}`
    weights.set(key, Math.max(weights.get(key) ?? 0, weightOf(cue)))
  }
  const names = new Set(cues.filter(isName).map(({ details }) => details['phrase'] ?? ''))
  const inOwnName = [...names].some((name) => holds(own, name))
  const isDeclared = inOwnName || cues.some((cue) => isName(cue) && isDeclaration(cue))
  const score = [...weights.values()].reduce((sum, weight) => sum + weight, inOwnName ? brandWeight : 0)
  const titles = cues.filter(({ details }) => details['spot'] === 'title' || details['spot'] === 'type')
  // Titles of other pages name one subject, or customers.
  const isTitledAtHome = titles.some(
    ({ details, page }) => details['spot'] === 'type' || page.kind === 'home',
  )
  const isStated = cues.some((cue) => isName(cue) && isDeclaration(cue) && cue.details['spot'] === 'stated')
  const stems = new Set(cues.map(({ details }) => (details['phrase'] ?? '').slice(0, stemLength)))
  const support = cues.toSorted((a, b) => weightOf(b) - weightOf(a))
  return {
    industry,
    score: isDeclared ? score : score * proseShare,
    support,
    cues: weights.size + Number(inOwnName || isStated),
    isTitled: titles.length > 0,
    isFirm: isDeclared && (inOwnName || isTitledAtHome || isStated || stems.size > 1),
  }
}

/** Names in running text or on other pages may be those of customers or of one service among others. */
const isDeclaration = ({ details, page }: SiteCandidate) =>
  details['spot'] === 'type' ||
  details['spot'] === 'title' ||
  (details['spot'] !== 'text' && isMainPage(page.kind))
const isMainPage = (kind: string) => kind === 'home' || kind === 'about'
const isName = ({ details }: SiteCandidate) => details['isName'] === 'true'

function weightOf(cue: SiteCandidate): number {
  const { details, page } = cue
  const { spot = 'text' } = details
  const share = isName(cue) ? 1 : wordShare
  const near = spot === 'type' || isMainPage(page.kind) ? 1 : 0.5
  const often = spot === 'text' ? 1 + Math.min(4, 0.6 * Math.log2(Number(details['count']) || 1)) : 1
  return (spotWeights.get(spot) ?? 0) * share * near * often
}

/** Whether a name contains a phrase; it may be a domain label without spaces. */
function holds(name: string, phrase: string): boolean {
  const bare = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '')
  return bare(phrase).length >= 4 && bare(name).includes(bare(phrase))
}
