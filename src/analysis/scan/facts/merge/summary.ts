import { cleanText, cutText } from '../../../text/clean-text.ts'
import { decodePercents } from '../../decode-percents.ts'
import { looksLikeInstruction } from '../../document/instruction.ts'
import type { Fact } from '../../schema.ts'
import { confidenceRank } from './confidence-rule.ts'
import { byText } from './order-facts.ts'

const titleMax = 200
const labelMax = 80

/** The page's title; the company's name or the domain if it is empty or addresses a model. */
export function titleOf(page: { title: string }, facts: readonly Fact[], domain: string): string {
  return (
    cutText(displayable(page.title) || displayable(best(facts, 'company-name') ?? ''), titleMax) || domain
  )
}

/** The description by facts, else by the page; may be empty. */
export function descriptionOf(page: { description: string }, facts: readonly Fact[]): string {
  return displayable(best(facts, 'description') ?? '') || displayable(page.description)
}

/** Label of a cited page: its title, or the words of its path. */
export function labelOf(page: { url: string; title: string; label: string }): string {
  const label = displayable(page.title) === '' && page.title !== '' ? '' : displayable(page.label)
  return cutText(label || pathWords(page.url), labelMax)
}

/** Empty for a text that addresses a language model: such texts are only quoted. */
function displayable(text: string): string {
  const clean = cleanText(text)
  return looksLikeInstruction(clean) ? '' : clean
}

/** `about us` of `https://acme.example/company/about-us.html`; the host where the path has no usable words. */
function pathWords(address: string): string {
  const url = new URL(address)
  const last = url.pathname.split('/').findLast((name) => name !== '') ?? ''
  const words = decodePercents(last)
    .slice(0, 2 * labelMax)
    .replace(extension, '')
    .replace(notWords, ' ')
  return displayable(words) || url.host
}

const extension = /\.[a-z]{2,5}$/i
const notWords = /[^\p{L}\p{N}]+/gu

/** The values of facts of some topics, in text order. */
export function valuesOf(facts: readonly Fact[], ...topics: readonly Fact['topic'][]): string[] {
  const values = facts.flatMap((fact) =>
    topics.includes(fact.topic) && fact.value !== undefined ? [fact.value] : [],
  )
  return [...new Set(values)].sort(byText)
}

function best(facts: readonly Fact[], topic: Fact['topic']): string | undefined {
  const [first] = surestFirst(facts, topic)
  return first?.value ?? first?.text
}

/** The facts of a topic by confidence, then by number of sources. */
export function surestFirst(facts: readonly Fact[], topic: Fact['topic']): Fact[] {
  return facts
    .filter((fact) => fact.topic === topic)
    .sort(
      (a, b) =>
        confidenceRank[b.confidence] - confidenceRank[a.confidence] || b.sources.length - a.sources.length,
    )
}
