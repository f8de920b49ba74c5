import type { Catalog, FaqEntry, Product } from '../catalog/catalog.ts'

/** One question that the catalog can answer; `productKey` is null for questions about the service itself. */
export interface ChatEntry {
  id: number
  productKey: string | null
  /** The question, by which an answer cites it. */
  faq: string
  /** The question and other ways to ask it. */
  ways: readonly string[]
  /** Those, and words that hint at them: what is searched. */
  asked: string
  answer: string
}

type Unnumbered = Omit<ChatEntry, 'id'>

/** The written questions of the catalog, and for each product what follows from its summary and its limits. */
export function chatEntries(catalog: Catalog): ChatEntry[] {
  const about = catalog.products.flatMap((product) => [
    overviewOf(product),
    ...product.faq.map((entry) => writtenEntry(product.key, entry)),
    ...limitsOf(product.key, product.name, product.boundaries),
  ])
  const general = catalog.faq.map((entry) => writtenEntry(null, entry))
  return [...about, ...general].map((entry, id) => ({ id, ...entry }))
}

function writtenEntry(productKey: string | null, { question, alsoAsked = [], answer }: FaqEntry): Unnumbered {
  const ways = [question, ...alsoAsked]
  return { productKey, faq: question, ways, asked: ways.join(' '), answer }
}

function overviewOf({ key, name, tagline, summary }: Product): Unnumbered {
  const faq = `What is ${name}?`
  return {
    productKey: key,
    faq,
    ways: [faq],
    asked: `${faq} overview summary purpose introduction`,
    answer: `${name} is the agent that ${tagline}. In its own words: ${summary}`,
  }
}

function limitsOf(productKey: string, name: string, boundaries: readonly string[]): Unnumbered[] {
  if (boundaries.length === 0) return []
  const faq = `What are the limits of ${name}?`
  return [
    {
      productKey,
      faq,
      ways: [faq],
      asked: `${faq} limitations boundaries restrictions cannot never refuse`,
      answer: `What ${name} says of its limits: ${boundaries.join(' ')}`,
    },
  ]
}
