import { Type as t } from '@sinclair/typebox'
import { Count, TextLike, Texts, words } from '../../kernel/http/schema-parts.ts'
import { Text } from '../../kernel/http/text-schemas.ts'

const answersSource = t.Optional(
  t.Literal('scan', {
    description:
      'All of these answers are suggestions of a scan: the confidence is then at most medium. Omit it once a person has confirmed them',
  }),
)

/** Answers that a person gave, and those that are only suggested. */
export type GivenAnswers = DiagnosticAnswers & { suggested?: DiagnosticAnswers }

export const DiagnosticAnswers = t.Object(
  {
    role: t.Optional(t.String({ examples: ['Founder or CEO'] })),
    painPoints: t.Optional(Texts('Problems', ['Customers pay their invoices late'])),
    tools: t.Optional(Texts('Tools in use', ['Stripe'])),
    timeline: t.Optional(t.String({ examples: ['Within three months'] })),
    source: answersSource,
  },
  { title: 'DiagnosticAnswers', description: 'Answers for POST /api/diagnose' },
)
export type DiagnosticAnswers = typeof DiagnosticAnswers.static

const answerText = { maxLength: 500 }
const answersMax = 100

/** Every member is optional, and bounded. */
const boundedAnswers = {
  role: t.Optional(Text({ ...answerText, examples: ['Finance or accounting'] })),
  painPoints: t.Optional(
    t.Array(Text(answerText), {
      maxItems: answersMax,
      examples: [['Customers pay their invoices late']],
    }),
  ),
  tools: t.Optional(t.Array(Text(answerText), { maxItems: answersMax, examples: [['Stripe']] })),
  timeline: t.Optional(Text({ ...answerText, examples: ['Within a month'] })),
  source: answersSource,
}

export const DiagnoseRequest = t.Object(
  {
    ...boundedAnswers,
    suggested: t.Optional(
      t.Object(boundedAnswers, {
        additionalProperties: true,
        description:
          'Unconfirmed `suggestedAnswers` of a scan, beside answers of a person. They never replace the product of those, nor give high confidence',
      }),
    ),
  },
  {
    title: 'DiagnoseRequest',
    additionalProperties: true,
    description: 'Options of the catalog or free text; at least one must not be blank',
  },
)

export const DiagnoseResult = t.Object(
  {
    product: t.Union(
      [
        t.Object({
          key: t.String({ examples: ['receivables'] }),
          name: TextLike('Receivables'),
          tagline: TextLike('gets invoices paid without spoiling the relationship'),
          url: TextLike('https://cairn.example/products/receivables'),
        }),
        t.Null(),
      ],
      { description: 'Null if no product reaches the catalog’s minimum score' },
    ),
    reasoning: TextLike('Receivables fits best: you named late payments.', {
      description: 'Explanation of the scores',
    }),
    agentSays: TextLike('I would start with Receivables.', {
      description: 'The same as a message of the agent',
    }),
    confidence: words(
      ['high', 'medium', 'low'],
      'By the margin over the second product; thresholds are in the catalog. At most medium for unconfirmed suggestions of a scan',
    ),
    scores: t.Array(
      t.Object({
        key: t.String({ examples: ['receivables'] }),
        name: TextLike('Receivables'),
        score: Count('Sum of the matched weights'),
        maxPossible: Count('Highest reachable score'),
        percentage: t.Integer({ minimum: 0, maximum: 100, examples: [72] }),
        matched: t.Array(
          t.Object({
            field: words(['role', 'painPoints', 'tools', 'timeline'], 'Field of the question'),
            answer: TextLike('Customers pay their invoices late', { description: 'As given' }),
            signal: TextLike('Customers pay their invoices late', { description: 'The matching option' }),
            weight: Count('Points'),
          }),
        ),
      }),
      { description: 'All products by score, then key' },
    ),
    reasoningBy: words(
      ['rules', 'model'],
      'Source of the choice of sentences in `reasoning`; the scores are always by rules',
    ),
  },
  { title: 'DiagnoseResult', description: 'A recommendation by deterministic scoring' },
)
export type DiagnoseResult = typeof DiagnoseResult.static
export type Confidence = DiagnoseResult['confidence']
export type ProductScore = DiagnoseResult['scores'][number]
export type MatchedSignal = ProductScore['matched'][number]
