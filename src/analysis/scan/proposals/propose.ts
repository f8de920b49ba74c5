import { type Static, Type as t } from '@sinclair/typebox'
import { type ProposeDeps, proposalsOf, spansOf } from '../../../kernel/llm/proposals.ts'
import { looksLikeInstruction } from '../document/instruction.ts'
import { audienceTexts } from '../facts/business/audience-cues.ts'
import { industryOfName } from '../facts/business/industries.ts'
import { amountsIn } from '../facts/offer/amounts.ts'
import { offerName } from '../facts/offer/offer-names.ts'
import { nameBeforePrice } from '../facts/offer/price-names.ts'
import { unitAfter } from '../facts/offer/units.ts'
import { isPersonName } from '../facts/people/person-names.ts'
import type { Candidate } from '../facts/topic.ts'
import { type ExcerptLine, excerptCharsMax } from './excerpt.ts'

const instructions = `The data holds lines of a company's website in "lines". State facts about that company alone, not about its customers, partners or suppliers: topic "product" (a product or service that it sells, by its name), "team" (a person as "Name, Role" or "Name"), "pricing" (one price as written, with its unit), "audience" (one of "audiences") and "industry" (one of "industries"). Answer with one JSON array of objects {"topic", "value", "quote"}, at most 20. The quote is copied from one line, word for word; the value is copied from the quote, or is the option. State nothing that no line says; without facts answer [].`
const outputTokensMax = 1_200
const charsMax = 4 * excerptCharsMax
const perTopicMax = 8

/** Proposals of the model for each page; none without a usable reply in time. Never rejects. */
export async function propose(
  pages: ReadonlyArray<readonly ExcerptLine[]>,
  { caller, ...deps }: ProposeDeps & { caller: string },
): Promise<Candidate[][]> {
  const lines = linesToShow(pages)
  const data = {
    audiences: [...closedLists.audience.keys()],
    industries: [...closedLists.industry.keys()],
    lines,
  }
  const task = { caller, instructions, data, outputTokensMax }
  const proposals = lines.length === 0 ? [] : await proposalsOf(Proposal, task, deps)
  const few = [...Map.groupBy(proposals, ({ topic }) => topic).values()].flatMap((own) =>
    own.slice(0, perTopicMax),
  )
  return pages.map((page) => few.flatMap((proposal) => candidateOf(proposal, page) ?? []))
}

/** The lines of all pages, repeated blocks once. */
function linesToShow(pages: ReadonlyArray<readonly ExcerptLine[]>): string[] {
  const lines: string[] = []
  let chars = 0
  for (const [, [line]] of Map.groupBy(pages.flat(), ({ block }) => block)) {
    chars += line?.text.length ?? 0
    if (line === undefined || chars > charsMax) break
    lines.push(line.text)
  }
  return lines
}

/** Values that a model chooses from a list instead of copying from a quote. */
const closedLists = { audience: audienceTexts, industry: industryOfName }

const Proposal = t.Object({
  topic: t.Union([
    t.Literal('product'),
    t.Literal('team'),
    t.Literal('pricing'),
    t.Literal('audience'),
    t.Literal('industry'),
  ]),
  value: t.String({ minLength: 2, maxLength: 100 }),
  quote: t.String({ minLength: 3, maxLength: 240 }),
})
type Proposal = Static<typeof Proposal>

/** The candidate of a proposal whose quote is in a line and contains the value; else undefined. */
function candidateOf(proposal: Proposal, lines: readonly ExcerptLine[]): Candidate | undefined {
  const { topic, quote } = proposal
  if (looksLikeInstruction(`${proposal.value} ${quote}`)) return undefined
  const line = lines.find(({ text }) => text.includes(quote))
  const [source] = line?.evidence ?? []
  const stated = statedBy(proposal)
  if (line === undefined || source === undefined || stated === undefined) return undefined
  const at = source.quote.indexOf(quote)
  const start = source.start + Math.max(0, at)
  const cited = at === -1 ? source.quote : quote
  const evidence = [{ method: 'model' as const, quote: cited, start, end: start + cited.length }]
  const { text: _, ...where } = line
  return { ...where, topic, ...stated, place: 'model', inferred: true, evidence }
}

type Stated = Pick<Candidate, 'value' | 'details'>

function statedBy({ topic, value, quote }: Proposal): Stated | undefined {
  if (topic === 'audience' || topic === 'industry')
    return closedLists[topic].has(value) ? { value, details: {} } : undefined
  if (topic === 'pricing') return statedPrice(value, quote)
  const [name = '', role = '', ...rest] = topic === 'team' ? value.split(', ') : [value]
  const isContained = [name, role].every(
    (part) => part === '' || (quote.includes(part) && spansOf(part, quote).length > 0),
  )
  if (rest.length > 0 || !isContained) return undefined
  if (topic === 'team')
    return isPersonName(name) ? { value: name, details: { role, use: 'member' } } : undefined
  return offerName(name) === undefined ? undefined : { value: name, details: {} }
}

function statedPrice(value: string, quote: string): Stated | undefined {
  const at = quote.indexOf(value)
  const [amount, ...others] = amountsIn(value)
  if (at === -1 || amount === undefined || others.length > 0 || Number(amount.amount) === 0) return undefined
  const { unit } = unitAfter(quote, at + amount.end) ?? { unit: '' }
  const name = nameBeforePrice(quote.slice(0, at + amount.start))
  if (unit === '' && name === undefined) return undefined
  const { currency, amount: sum } = amount
  const details = { currency, amount: sum, unit, ...(name !== undefined && { name }) }
  return { value: `${currency} ${sum}`, details }
}
