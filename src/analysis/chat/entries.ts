import type { Catalog, FaqEntry, Product } from '../catalog/catalog.ts'

/** One question that the catalog can answer; `productKey` is null for questions about the service itself. */
export interface ChatEntry {
  id: number
  productKey: string | null
  /** The question, as cited by answers. */
  faq: string
  /** All wordings of the question. */
  wordings: readonly string[]
  /** The searched text: those, and related words. */
  asked: string
  answer: string
}

type Unnumbered = Omit<ChatEntry, 'id'>

/** The catalog's FAQ, and for each product entries made of its summary and its limits. */
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
  const wordings = [question, ...alsoAsked]
  return { productKey, faq: question, wordings, asked: wordings.join(' '), answer }
}

function overviewOf({ key, name, tagline, summary }: Product): Unnumbered {
  const faq = `What is ${name}?`
  return {
    productKey: key,
    faq,
    wordings: [faq],
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
      wordings: [faq],
      asked: `${faq} limitations boundaries restrictions cannot never refuse`,
      answer: `What ${name} says of its limits: ${boundaries.join(' ')}`,
    },
  ]
}
