import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Llm } from '../../../kernel/llm/llm.ts'
import { LlmFault } from '../../../kernel/llm/llm-fault.ts'
import { within } from '../../../kernel/runtime/async.ts'
import type { Log } from '../../../kernel/runtime/log.ts'
import { hasPhrase, phraseLine } from '../../text/phrases.ts'
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

export interface ProposeOptions {
  llm: Pick<Llm, 'write'>
  caller: string
  log: Log
  /** Aborts the request to the model. */
  signal: AbortSignal
}

/** Proposals of the model for each page; none without a usable reply in time. Never rejects. */
export async function propose(
  pages: ReadonlyArray<readonly ExcerptLine[]>,
  { llm, caller, log, signal }: ProposeOptions,
): Promise<Candidate[][]> {
  const lines = linesToShow(pages)
  const data = {
    audiences: [...closedLists.audience.keys()],
    industries: [...closedLists.industry.keys()],
    lines,
  }
  try {
    const answer = lines.length === 0 ? '[]' : llm.write({ caller, instructions, data, outputTokensMax })
    const proposals = readProposals(await within(answer, signal))
    const few = [...Map.groupBy(proposals, ({ topic }) => topic).values()].flatMap((own) =>
      own.slice(0, perTopicMax),
    )
    return pages.map((page) => few.flatMap((proposal) => candidateOf(proposal, page) ?? []))
  } catch (error) {
    log.info('LLM proposed no facts', { kind: error instanceof LlmFault ? error.kind : 'late' })
    return pages.map(() => [])
  }
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

const replyCharsMax = 8_192
const proposalsMax = 24

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

/** The proposals in a model's reply; [] unless it is one JSON array. Other members are left out. */
function readProposals(reply: string): Proposal[] {
  const json = reply.slice(0, replyCharsMax).replace(/^\s{0,10}```(?:json)?|```\s{0,10}$/g, '')
  try {
    const list: unknown = JSON.parse(json)
    return Array.isArray(list)
      ? list
          .slice(0, proposalsMax)
          .filter((proposal): proposal is Proposal => Value.Check(Proposal, proposal))
      : []
  } catch {
    return []
  }
}

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
  if (rest.length > 0 || ![name, role].every((part) => isContained(part, quote))) return undefined
  if (topic === 'team')
    return isPersonName(name) ? { value: name, details: { role, use: 'member' } } : undefined
  return offerName(name) === undefined ? undefined : { value: name, details: {} }
}

/** As whole words, or as a substring in scripts without white space. */
function isContained(value: string, quote: string): boolean {
  const phrase = phraseLine(value).trim()
  return (
    value === '' ||
    (quote.includes(value) && (hasPhrase(phraseLine(quote), [phrase]) || !/\p{sc=Latn}/u.test(value)))
  )
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
