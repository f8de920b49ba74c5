import { type TSchema, Type as t } from '@sinclair/typebox'
import { Rfc3339, words } from '../../kernel/http/schema-parts.ts'
import { Text } from '../../kernel/http/text-schemas.ts'
import { topics } from '../scan/schema.ts'

/**
 * The shapes of saved reports. Unlisted members are stored unchanged; `contentText` limits the whole. Reports are returned
 * as saved: only the page escapes and shortens text.
 */

/** Largest report, in bytes of its JSON. */
export const reportBytesMax = 65_536
/** Largest request that saves one, in bytes: allowance for white space and escapes. */
export const reportRequestBytesMax = 2 * reportBytesMax
export const factsMax = 60

const Bounded = (maxLength: number, description: string, example?: string) =>
  Text({ maxLength, description, ...(example === undefined ? {} : { examples: [example] }) })
const Texts = (maxItems: number, description: string, examples: string[]) =>
  t.Array(Text({ maxLength: 500 }), { maxItems, description, examples: [examples] })
const Maybe = <Schema extends TSchema>(schema: Schema) => t.Optional(schema)
const Id = t.String({ format: 'uuid', examples: ['0b7e7dbe-6f53-4b57-9d5e-6f1f3d0e2a11'] })
const Confidence = words(['high', 'medium', 'low'], 'How sure it is')

const answers = {
  role: Maybe(Bounded(500, 'Role of the person', 'Founder or CEO')),
  painPoints: Maybe(Texts(120, 'Problems', ['Customers pay their invoices late'])),
  tools: Maybe(Texts(120, 'Tools in use', ['Stripe'])),
  timeline: Maybe(Bounded(500, 'Desired time of the solution', 'Within three months')),
}

export const SavedAnswers = t.Object(
  {
    ...answers,
    suggested: Maybe(t.Object(answers, { description: 'Unconfirmed suggestions of a scan' })),
  },
  { description: 'Answers that the recommendation is based on' },
)
export type SavedAnswers = typeof SavedAnswers.static

const SavedScore = t.Object({
  key: Maybe(Bounded(100, 'Key of the product', 'receivables')),
  name: Maybe(Bounded(200, 'Name of the product', 'Receivables')),
  score: Maybe(t.Number({ minimum: 0, maximum: 1_000_000, examples: [14] })),
  maxPossible: Maybe(t.Number({ minimum: 0, maximum: 1_000_000, examples: [30] })),
  percentage: Maybe(t.Number({ minimum: 0, maximum: 100, examples: [47] })),
  matched: Maybe(
    t.Array(
      t.Object({
        field: Maybe(Bounded(100, 'Which question', 'painPoints')),
        answer: Maybe(Bounded(500, 'As given', 'late payers')),
        signal: Maybe(Bounded(500, 'The matching option', 'Customers pay their invoices late')),
        weight: Maybe(t.Number({ minimum: 0, maximum: 1_000_000, examples: [5] })),
      }),
      { maxItems: 100, description: 'Answers that spoke for the product' },
    ),
  ),
})
export type SavedScore = typeof SavedScore.static

export const SavedRecommendation = t.Object(
  {
    product: Maybe(
      t.Union([
        t.Object({
          key: Maybe(Bounded(100, 'Key of the product', 'receivables')),
          name: Maybe(Bounded(200, 'Name for people', 'Receivables')),
          tagline: Maybe(
            Bounded(500, 'What it does', 'gets invoices paid without spoiling the relationship'),
          ),
          url: Maybe(Bounded(2048, 'Where to read on', 'https://cairn.example/products/receivables')),
        }),
        t.Null(),
      ]),
    ),
    reasoning: Maybe(Bounded(12_000, 'Why', 'You named late payments.')),
    agentSays: Maybe(Bounded(12_000, 'What the agent says', 'I would start with Receivables.')),
    confidence: Maybe(Confidence),
    scores: Maybe(t.Array(SavedScore, { maxItems: 50, description: 'All products, the best first' })),
    reasoningBy: Maybe(Bounded(20, 'Who worded the reasoning', 'rules')),
  },
  { description: 'Response of POST /api/diagnose; members may be missing' },
)
export type SavedRecommendation = typeof SavedRecommendation.static

/** Form of a fact's id. */
const factIdPattern = '^[A-Za-z0-9_.:-]{1,64}$'

export const SavedFact = t.Object(
  {
    id: t.String({ pattern: factIdPattern, examples: ['f_3f8a12c97b01'] }),
    kind: words(['found', 'inferred', 'unknown'], 'Stated, concluded, or not found'),
    topic: words(topics, 'What it is about'),
    text: Bounded(1_000, 'For people', 'Contact e-mail: hello@example.com'),
    value: Maybe(Bounded(1_000, 'For machines', 'hello@example.com')),
    confidence: Confidence,
    sources: t.Array(
      t.Object({
        url: Bounded(4_096, 'Page of the quote', 'https://www.example.com/contact'),
        label: Maybe(Bounded(300, 'The page in words', 'Contact')),
        method: Maybe(Bounded(40, 'Kind of source on the page', 'text')),
        quote: Bounded(1_000, 'Verbatim', 'hello@example.com'),
        start: Maybe(t.Integer({ minimum: 0 })),
        end: Maybe(t.Integer({ minimum: 0 })),
        bodySha256: Maybe(Bounded(64, 'SHA-256 of what was fetched', '9f'.repeat(32))),
        fetchedAt: Maybe(Bounded(40, 'When it was fetched', '2026-05-04T09:30:00.000Z')),
      }),
      { maxItems: 20 },
    ),
  },
  { description: 'A fact of POST /api/scan' },
)
export type SavedFact = typeof SavedFact.static

export const FactStatus = words(
  ['confirmed', 'incorrect', 'unsure'],
  'Judgement of the person who saves the report',
)
export type FactStatus = typeof FactStatus.static

const scanOf = (facts: { maxItems?: number }) =>
  t.Object(
    {
      url: Bounded(2_048, 'The website', 'https://www.example.com/'),
      domain: Bounded(255, 'Registrable domain', 'example.com'),
      facts: t.Array(SavedFact, facts),
      factStatuses: Maybe(
        t.Record(t.String({ pattern: factIdPattern }), FactStatus, {
          additionalProperties: false,
          description: 'By id of the fact',
          examples: [{ f_3f8a12c97b01: 'confirmed' }],
        }),
      ),
    },
    { description: 'Result of a scan of the website' },
  )
export const SavedScan = scanOf({ maxItems: factsMax })
export type SavedScan = typeof SavedScan.static

const content = {
  path: words(['url', 'manual'], 'Whether it began with a website or with answers only'),
  answers: SavedAnswers,
  recommendation: SavedRecommendation,
  scan: Maybe(SavedScan),
}
const email = {
  format: 'email',
  maxLength: 254,
  description: 'Recipient of the links',
  examples: ['ada@example.com'],
}
const consent = t.Literal(true, { description: 'Nothing is stored without it', examples: [true] })

/**
 * Body of a request that saves a report. The saving itself validates `email` and the number of facts, with errors of its
 * own.
 */
export const SaveReportRequest = t.Object(
  { consent, email: Maybe(Text(email)), ...content, scan: Maybe(scanOf({})) },
  {
    title: 'SaveReportRequest',
    additionalProperties: true,
    description: `A report to save: ${reportBytesMax} bytes, ${factsMax} facts at most`,
  },
)
export type SaveReportRequest = typeof SaveReportRequest.static

/** The public content of a report. */
export const ReportContent = t.Object(content)
export type ReportContent = typeof ReportContent.static

export const SavedReport = t.Object(
  {
    id: Id,
    shareUrl: t.String({
      description: 'A page for people',
      examples: ['https://cairn.example/r/0b7e7dbe-6f53-4b57-9d5e-6f1f3d0e2a11'],
    }),
    deletionToken: t.String({
      description: 'Deletes the report; returned here only, and stored as a digest',
      examples: ['Zk3v8mN0q1sXJ5yH7uT2wB4cD6eF8gA0iK1lM3nO5pQ'],
    }),
    expiresAt: Rfc3339('Time of expiry'),
    mailed: Maybe(
      t.Boolean({
        description:
          'Present if an e-mail address was given: whether this server mails the links. Delivery is not reported, nor the daily limit of a recipient',
        examples: [true],
      }),
    ),
  },
  { description: 'Address of the report, and its deletion token' },
)
export type SavedReport = typeof SavedReport.static

export const PublicReport = t.Object(
  { id: Id, createdAt: Rfc3339('When it was saved'), expiresAt: Rfc3339('Time of expiry'), ...content },
  {
    title: 'Report',
    additionalProperties: true,
    description: 'A saved report, readable by everybody with its link',
  },
)
export type PublicReport = typeof PublicReport.static

export const DeletedReport = t.Object(
  { deleted: t.Literal(true) },
  { description: 'The report was deleted permanently' },
)
