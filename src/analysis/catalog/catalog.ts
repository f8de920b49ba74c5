import { Type as t } from '@sinclair/typebox'
import { TextLike, Texts } from '../../kernel/http/schema-parts.ts'

/**
 * The catalog: questions, products, and the weights of answers. It is one checked JSON document; the built-in
 * one is `catalog/default-catalog.json`, and `CATALOG_FILE` replaces it (`catalog/read-catalog.ts`).
 */

/** Fields of the questionnaire, in their order everywhere. */
export const answerFields = ['role', 'painPoints', 'tools', 'timeline'] as const
export type AnswerField = (typeof answerFields)[number]

const text = (description: string, maxLength: number) =>
  t.String({ minLength: 1, maxLength, pattern: '\\S', description })
const Key = t.String({
  pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
  maxLength: 40,
  description: 'Stable name: lower case letters, digits and single hyphens',
  examples: ['receivables'],
})
const Option = text('One of the options of its question, to the letter', 120)
const closed = { additionalProperties: false }

export const Question = t.Object(
  {
    label: text('Text of the question', 200),
    options: t.Array(Option, { minItems: 1, maxItems: 120, description: 'Answers to pick from' }),
  },
  closed,
)
export type Question = typeof Question.static

export const SignalWeight = t.Object(
  {
    signal: Option,
    weight: t.Integer({ minimum: 1, maximum: 10, description: 'Points of this answer for the product' }),
  },
  closed,
)
export type SignalWeight = typeof SignalWeight.static

export const FaqEntry = t.Object(
  {
    question: text('As people would ask it', 300),
    alsoAsked: t.Optional(
      t.Array(text('Alternative wordings; for lookup only, never shown', 200), { minItems: 1, maxItems: 20 }),
    ),
    answer: text('Plain words', 1200),
  },
  closed,
)
export type FaqEntry = typeof FaqEntry.static

const Weights = t.Array(SignalWeight, { maxItems: 120 })
const Faq = t.Array(FaqEntry, { maxItems: 60 })
const Boundaries = t.Array(text('What it does not do', 300), { maxItems: 20 })

export const Product = t.Object(
  {
    key: Key,
    name: text('Name for people', 60),
    tagline: text('What it does in a few words; goes on from “the agent that …”', 120),
    summary: text('What it does, in the words it would say itself', 600),
    url: t.String({
      maxLength: 500,
      description:
        'Where to read on: http, https, or a path behind {BASE_URL}, {AGENT_URL}, {STUDIO_URL} or {STATUS_URL}',
      examples: ['https://example.com/receivables', '{STATUS_URL}/api/status/demo'],
    }),
    signals: t.Object(
      { roles: Weights, painPoints: Weights, tools: Weights, timelines: t.Optional(Weights) },
      closed,
    ),
    faq: Faq,
    boundaries: Boundaries,
  },
  closed,
)
export type Product = typeof Product.static

const Counted = (what: string, maximum: number) =>
  t.Integer({ minimum: 1, maximum, description: `How many ${what} count for one product: its heaviest` })
const Margin = t.Integer({ minimum: 0, maximum: 1000, description: 'Points ahead of the second product' })

export const Scoring = t.Object(
  {
    scoreMin: t.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'A best score below this recommends nothing',
    }),
    answersCounted: t.Object(
      { painPoints: Counted('problems', 20), tools: Counted('tools', 20) },
      {
        ...closed,
        description: 'Limits the effect of selecting every answer; role and timeline count once',
      },
    ),
    confidence: t.Object(
      { highMarginMin: Margin, mediumMarginMin: Margin },
      {
        ...closed,
        description: 'Confidence by the margin of the best product over the second; low under both',
      },
    ),
  },
  closed,
)
export type Scoring = typeof Scoring.static

const Field = t.Union([t.Literal('role'), t.Literal('painPoints'), t.Literal('tools'), t.Literal('timeline')])
export const Synonym = t.Object(
  {
    field: Field,
    option: Option,
    words: t.Array(text('A word or phrase that means the option', 80), { minItems: 1, maxItems: 60 }),
  },
  closed,
)
export type Synonym = typeof Synonym.static

const cueList = (description: string) =>
  t.Optional(t.Array(text('A word, name or phrase', 80), { minItems: 1, maxItems: 100, description }))
export const Cue = t.Object(
  {
    field: Field,
    option: Option,
    suggest: t.Optional(
      t.Boolean({
        description:
          'Whether a matching fact also fills `suggestedAnswers`; otherwise it only moves the option up in the follow-up question',
      }),
    ),
    kinds: cueList('Kinds of company: values of `business-model` facts, such as `agency` or `nonprofit`'),
    industries: cueList('Phrases of `industry` facts'),
    roles: cueList('Phrases of the roles that the site gives its people'),
    words: cueList('Phrases of the facts on description, industry, products and audience, in any language'),
    tools: cueList('Names of tools that the company uses'),
  },
  {
    ...closed,
    description:
      'What a scan may find at companies whose people would select the option. One of the lists is enough to match, and an option may have several cues',
  },
)
export type Cue = typeof Cue.static

const Label = t.Object(
  {
    field: Field,
    kinds: t.Array(text('A kind of company', 80), { minItems: 1, maxItems: 100 }),
    label: text('Text of the question', 200),
  },
  { ...closed, description: 'What a scan’s follow-up question says to companies of these kinds' },
)

export const Catalog = t.Object(
  {
    questions: t.Object(
      { role: Question, painPoints: Question, tools: Question, timeline: Question },
      closed,
    ),
    products: t.Array(Product, { minItems: 1, maxItems: 50 }),
    scoring: Scoring,
    synonyms: t.Array(Synonym, { maxItems: 500 }),
    cues: t.Optional(t.Array(Cue, { maxItems: 500 })),
    labels: t.Optional(t.Array(Label, { maxItems: 100 })),
    timelineReplies: t.Array(
      t.Object({ option: Option, reply: text('What an agent answers to this timeline', 200) }, closed),
      { maxItems: 120 },
    ),
    faq: Faq,
    boundaries: Boundaries,
    contact: t.Object(
      {
        text: text('How to request a demonstration, and what happens then', 400),
        askedBy: t.Array(text('Phrase that requests a person or a demonstration', 80), {
          minItems: 1,
          maxItems: 60,
        }),
        email: t.Optional(t.String({ maxLength: 254, description: 'Address for demo requests' })),
        url: t.Optional(
          t.String({ maxLength: 500, description: 'Page for demo requests; as a product’s url' }),
        ),
      },
      closed,
    ),
    privacy: t.Object(
      {
        consent: text(
          'Consent text for saving a report; {REPORT_DAYS} is replaced by its retention in days',
          1000,
        ),
        note: text(
          'What is stored, for how long ({REPORT_DAYS}), and how it is deleted; a sentence on e-mail addresses is appended',
          1000,
        ),
        emailStored: t.Optional(
          text(
            'The sentence of the note that states that a server without mail stores the e-mail address, and why; without it no address is stored',
            300,
          ),
        ),
      },
      closed,
    ),
  },
  { ...closed, description: 'Questions, products, and the weights of answers' },
)
export type Catalog = typeof Catalog.static

/** The catalog as `GET /api/catalog` describes it. */
export const PublishedCatalog = t.Object(
  {
    questions: t.Record(t.String(), t.Object({ label: t.String(), options: t.Array(t.String()) }), {
      description: 'Questions by field',
    }),
    products: t.Array(
      t.Object({
        key: TextLike('receivables'),
        name: TextLike('Receivables'),
        tagline: TextLike('gets invoices paid without spoiling the relationship'),
        summary: TextLike('I read your open invoices and payments, and draft each reminder in your tone.'),
        url: TextLike('https://cairn.example/products/receivables'),
        boundaries: Texts('What it does not do', ['It sends nothing by itself.']),
      }),
    ),
  },
  { description: 'Questions, options and products, with everything that a diagnosis is computed from' },
)
