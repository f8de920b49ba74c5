import { type TSchema, Type as t } from '@sinclair/typebox'
import { Rfc3339, words } from '../../kernel/http/schema-parts.ts'
import { topics } from '../model.ts'

/**
 * The shapes of saved reports. Members that are not listed are kept as they are; `contentText` limits how many they
 * may be. What is read back is what was given: only the page changes text, when it shows it.
 */

/** Largest report, in bytes of its JSON. */
export const reportBytesMax = 65_536
/** Largest request that saves one, in bytes: room for blanks and escapes. */
export const reportRequestBytesMax = 2 * reportBytesMax
export const factsMax = 60

const Text = (maxLength: number, description: string, example?: string) =>
  t.String({ maxLength, description, ...(example === undefined ? {} : { examples: [example] }) })
const Texts = (maxItems: number, description: string, examples: string[]) =>
  t.Array(t.String({ maxLength: 500 }), { maxItems, description, examples: [examples] })
const Maybe = <Schema extends TSchema>(schema: Schema) => t.Optional(schema)
const Id = t.String({ format: 'uuid', examples: ['0b7e7dbe-6f53-4b57-9d5e-6f1f3d0e2a11'] })
const Confidence = words(['high', 'medium', 'low'], 'How sure it is')

export const SavedAnswers = t.Object(
  {
    role: Maybe(Text(500, 'Who answers', 'Founder or CEO')),
    painPoints: Maybe(Texts(120, 'What hurts', ['Customers pay their invoices late'])),
    tools: Maybe(Texts(120, 'What is in use', ['Stripe'])),
    timeline: Maybe(Text(500, 'When it should be solved', 'Within three months')),
  },
  { description: 'The answers that the recommendation was made from' },
)
export type SavedAnswers = typeof SavedAnswers.static

const SavedScore = t.Object({
  key: Maybe(Text(100, 'Key of the product', 'receivables')),
  name: Maybe(Text(200, 'Name of the product', 'Receivables')),
  score: Maybe(t.Number({ minimum: 0, maximum: 1_000_000, examples: [14] })),
  maxPossible: Maybe(t.Number({ minimum: 0, maximum: 1_000_000, examples: [30] })),
  percentage: Maybe(t.Number({ minimum: 0, maximum: 100, examples: [47] })),
  matched: Maybe(
    t.Array(
      t.Object({
        field: Maybe(Text(100, 'Which question', 'painPoints')),
        answer: Maybe(Text(500, 'As it was given', 'late payers')),
        signal: Maybe(Text(500, 'As it was understood', 'Customers pay their invoices late')),
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
        t.Null(),
        t.Object({
          key: Maybe(Text(100, 'Key of the product', 'receivables')),
          name: Maybe(Text(200, 'Name for people', 'Receivables')),
          tagline: Maybe(Text(500, 'What it does')),
          url: Maybe(Text(2048, 'Where to read on')),
        }),
      ]),
    ),
    reasoning: Maybe(Text(12_000, 'Why')),
    agentSays: Maybe(Text(12_000, 'What the agent says')),
    confidence: Maybe(Confidence),
    scores: Maybe(t.Array(SavedScore, { maxItems: 50, description: 'All products, the best first' })),
    reasoningBy: Maybe(Text(20, 'Who worded the reasoning', 'rules')),
  },
  { description: 'What POST /api/diagnose answered; members may be missing' },
)
export type SavedRecommendation = typeof SavedRecommendation.static

/** What a scan answers as a fact's id. */
const factIdPattern = '^[A-Za-z0-9_.:-]{1,64}$'

export const SavedFact = t.Object(
  {
    id: t.String({ pattern: factIdPattern, examples: ['f_3f8a12c97b01'] }),
    kind: words(['found', 'inferred', 'unknown'], 'Said, concluded, or looked for in vain'),
    topic: words(topics, 'What it is about'),
    text: Text(1_000, 'For people', 'Contact e-mail: hello@example.com'),
    value: Maybe(Text(1_000, 'For machines', 'hello@example.com')),
    confidence: Confidence,
    sources: t.Array(
      t.Object({
        url: Text(4_096, 'Where the quote stands', 'https://www.example.com/contact'),
        label: Maybe(Text(300, 'The page in words', 'Contact')),
        method: Maybe(Text(40, 'What of the page it was read from', 'text')),
        quote: Text(1_000, 'As it stands there', 'hello@example.com'),
        start: Maybe(t.Integer({ minimum: 0 })),
        end: Maybe(t.Integer({ minimum: 0 })),
        bodySha256: Maybe(Text(64, 'SHA-256 of what was fetched', '9f'.repeat(32))),
        fetchedAt: Maybe(Text(40, 'When it was fetched', '2026-05-04T09:30:00.000Z')),
      }),
      { maxItems: 20 },
    ),
  },
  { description: 'A fact of POST /api/scan' },
)
export type SavedFact = typeof SavedFact.static

export const FactStatus = words(
  ['confirmed', 'incorrect', 'unsure'],
  'What the person who saves says of a fact',
)
export type FactStatus = typeof FactStatus.static

const scanOf = (facts: { maxItems?: number }) =>
  t.Object(
    {
      url: Text(2_048, 'The website', 'https://www.example.com/'),
      domain: Text(255, 'Registrable domain', 'example.com'),
      facts: t.Array(SavedFact, facts),
      factStatuses: Maybe(
        t.Record(t.String({ pattern: factIdPattern }), FactStatus, {
          additionalProperties: false,
          description: 'By id of the fact',
          examples: [{ f_3f8a12c97b01: 'confirmed' }],
        }),
      ),
    },
    { description: 'What a scan of the website found' },
  )
export const SavedScan = scanOf({ maxItems: factsMax })
export type SavedScan = typeof SavedScan.static

const content = {
  path: words(['url', 'manual'], 'Whether it began with a website or with answers alone'),
  answers: SavedAnswers,
  recommendation: SavedRecommendation,
  scan: Maybe(SavedScan),
}
const email = { maxLength: 254, description: 'Where the links are sent to', examples: ['ada@example.com'] }
const consent = t.Literal(true, { description: 'Nothing is kept without it', examples: [true] })
const request = { description: `A report to keep: ${reportBytesMax} bytes, ${factsMax} facts at most` }

/**
 * What a report is saved with. Whether `email` is an address and the facts are too many is judged by the saving, which
 * says what to do.
 */
export const SaveReportRequest = t.Object(
  { consent, email: Maybe(t.String(email)), ...content, scan: Maybe(scanOf({})) },
  request,
)
export type SaveReportRequest = typeof SaveReportRequest.static

/** The same as the API description has it. */
export const DescribedSaveReportRequest = t.Object(
  { consent, email: Maybe(t.String({ ...email, format: 'email' })), ...content },
  request,
)

/** What a report holds for everybody who has its link. */
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
      description: 'Deletes the report; told here and nowhere else, and kept as a digest only',
      examples: ['Zk3v8mN0q1sXJ5yH7uT2wB4cD6eF8gA0iK1lM3nO5pQ'],
    }),
    expiresAt: Rfc3339('When it is gone'),
    mailed: Maybe(
      t.Boolean({
        description:
          'Where an e-mail address was given: whether this server mails the links. Whether the letter arrives is not told, nor that its recipient has had enough of them today',
        examples: [true],
      }),
    ),
  },
  { description: 'Where the report is, and how it is deleted' },
)
export type SavedReport = typeof SavedReport.static

export const PublicReport = t.Object(
  { id: Id, createdAt: Rfc3339('When it was saved'), expiresAt: Rfc3339('When it is gone'), ...content },
  { title: 'Report', description: 'A saved report as everybody who has its link reads it' },
)
export type PublicReport = typeof PublicReport.static

export const DeletedReport = t.Object(
  { deleted: t.Literal(true) },
  { description: 'The report is gone for good' },
)
