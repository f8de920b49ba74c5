import { Type as t } from '@sinclair/typebox'
import { Rfc3339, words } from '../kernel/http/schema-parts.ts'
import { confidenceRule } from './scan/facts/merge/confidence-rule.ts'

/** The shapes of Area A's bodies. Every object may carry further members; those listed here are always there. */

const Sha256 = (description: string) =>
  t.String({ pattern: '^[0-9a-f]{64}$', description, examples: ['9f'.repeat(32)] })
const Count = (description: string) => t.Integer({ minimum: 0, description, examples: [6] })
const Texts = (description: string, examples: string[]) =>
  t.Array(t.String(), { description, examples: [examples] })
export const topics = [
  'company-name',
  'description',
  'business-model',
  'audience',
  'region',
  'language',
  'contact-email',
  'contact-phone',
  'address',
  'social',
  'tool',
  'pricing',
  'product',
  'team',
  'hiring',
  'security',
  'pain',
  'conflict',
  'absence',
] as const

export const factMethods = [
  'json-ld',
  'open-graph',
  'meta',
  'heading',
  'link',
  'text',
  'script',
  'header',
  'dns',
] as const

const scannedUrl = {
  description: 'Address of a public website, http or https',
  examples: ['https://www.example.com/'],
}

/** What a scan is asked with. Whether the text is a URL is judged by the scan, which says what is wrong with it. */
export const ScanRequest = t.Object({ url: t.String(scannedUrl) }, { description: 'Which website to read' })

/** The same as the API description has it. */
export const DescribedScanRequest = t.Object(
  { url: t.String({ ...scannedUrl, maxLength: 2048, format: 'uri' }) },
  { description: 'Which website to read' },
)

const answersSource = t.Optional(
  t.Literal('scan', {
    description:
      'A scan suggested all of these answers: a diagnosis from them is at most of medium confidence. Leave it out once a person has confirmed them',
  }),
)

export const DiagnosticAnswers = t.Object(
  {
    role: t.Optional(t.String({ examples: ['Founder or CEO'] })),
    painPoints: t.Optional(Texts('What hurts', ['Customers pay their invoices late'])),
    tools: t.Optional(Texts('What is in use', ['Stripe'])),
    timeline: t.Optional(t.String({ examples: ['Within three months'] })),
    source: answersSource,
  },
  { title: 'DiagnosticAnswers', description: 'Answers that POST /api/diagnose takes' },
)

const FactSource = t.Object({
  url: t.String({ description: 'Where the quote stands', examples: ['https://www.example.com/contact'] }),
  label: t.String({ description: 'The page in words', examples: ['Contact'] }),
  method: words(factMethods, 'What of the page it was read from'),
  quote: t.String({
    description: 'Text of the fetched body at [start, end), as it stands there',
    examples: ['<a href="mailto:hello@example.com">'],
  }),
  start: t.Integer({
    minimum: 0,
    description: 'In UTF-16 code units of the decoded body',
    examples: [5120],
  }),
  end: t.Integer({ minimum: 0, description: 'In UTF-16 code units, exclusive', examples: [5137] }),
  bodySha256: Sha256(
    'SHA-256 of the fetched body; of the header lines for `header`, of the record lines for `dns`',
  ),
  fetchedAt: Rfc3339('When the body was fetched'),
})

export const Fact = t.Object(
  {
    id: t.String({ description: 'The same for the same topic and value', examples: ['f_3f8a12c97b01'] }),
    kind: words(
      ['found', 'inferred', 'unknown'],
      'found is said, inferred is concluded, unknown was looked for',
    ),
    topic: words(topics, 'What it is about'),
    text: t.String({ description: 'For people', examples: ['Contact e-mail: hello@example.com'] }),
    value: t.Optional(t.String({ description: 'For machines', examples: ['hello@example.com'] })),
    confidence: words(['high', 'medium', 'low'], confidenceRule),
    sources: t.Array(FactSource, { description: 'At least one for what is found or inferred' }),
    signals: t.Optional(
      t.Object(
        {
          role: t.Optional(t.String()),
          painPoints: t.Optional(t.Array(t.String())),
          tools: t.Optional(t.Array(t.String())),
        },
        { description: 'Answers of the catalog that this fact speaks for' },
      ),
    ),
  },
  { description: 'A cited fact' },
)

const ScannedPage = t.Object({
  url: t.String({ examples: ['https://www.example.com/contact'] }),
  status: t.Union([t.Integer(), t.Null()], {
    description: 'HTTP status; null when nothing was fetched',
    examples: [200],
  }),
  bytes: Count('Size of the decoded body, in bytes'),
  robots: t.Object({
    allowed: t.Boolean({ examples: [true] }),
    line: t.Optional(
      t.String({ description: 'The line of robots.txt that decided', examples: ['Allow: /'] }),
    ),
  }),
  viaBrowser: t.Boolean({ examples: [false] }),
  reason: t.Optional(
    t.String({ description: 'Why the page gave no facts', examples: ['timeout', 'disallowed', 'not_html'] }),
  ),
})

export const FollowUpQuestion = t.Object(
  {
    id: t.String({ examples: ['timeline'] }),
    field: words(['role', 'painPoints', 'tools', 'timeline'], 'Which answer is missing'),
    label: t.String({ examples: ['When do you want this solved?'] }),
    options: Texts('Answers of the catalog', ['As soon as possible', 'Within a month']),
    because: Texts('Ids of the facts that led to this question', ['f_3f8a12c97b01']),
  },
  { description: 'The missing answer that would change the diagnosis most' },
)

export const ScanResult = t.Object(
  {
    url: t.String({ description: 'As it was asked for', examples: ['https://www.example.com/'] }),
    finalUrl: t.String({ description: 'After redirects', examples: ['https://www.example.com/'] }),
    domain: t.String({ description: 'Registrable domain', examples: ['example.com'] }),
    title: t.String({ examples: ['Example'] }),
    description: t.String({ description: 'Empty when the site has none', examples: ['We make examples.'] }),
    facts: t.Array(Fact, { description: 'By topic, then confidence' }),
    followUpQuestion: FollowUpQuestion,
    suggestedAnswers: DiagnosticAnswers,
    escalatedToBrowser: t.Boolean({
      description: 'Whether a browser was needed and used',
      examples: [false],
    }),
    integrations: Texts('Tools that the site uses or integrates with', ['Stripe']),
    regions: Texts('Where the company is active', ['DE']),
    pages: t.Array(ScannedPage),
    budget: t.Object(
      {
        requests: Count('Requests sent'),
        wireBytes: Count('Bytes received'),
        inflatedBytes: Count('Bytes after decompression'),
        elements: Count('HTML elements read'),
        elapsedMs: Count('Time taken, in milliseconds'),
      },
      { description: 'What the scan spent' },
    ),
    warnings: Texts('What could not be done, in words', []),
    cached: t.Boolean({ description: 'Whether this is the answer to an earlier scan', examples: [false] }),
    scannedAt: Rfc3339('When the site was read'),
  },
  { title: 'ScanResult', description: 'What a website says about its company, with quotes' },
)
export type ScanResult = typeof ScanResult.static
export type ScannedPage = typeof ScannedPage.static

const answerText = { maxLength: 500 }
const answersMax = 100

/** What a diagnosis is asked with: all of it is optional, none of it may be endless. */
export const DiagnoseRequest = t.Object(
  {
    role: t.Optional(t.String({ ...answerText, examples: ['Finance or accounting'] })),
    painPoints: t.Optional(
      t.Array(t.String(answerText), {
        maxItems: answersMax,
        examples: [['Customers pay their invoices late']],
      }),
    ),
    tools: t.Optional(t.Array(t.String(answerText), { maxItems: answersMax, examples: [['Stripe']] })),
    timeline: t.Optional(t.String({ ...answerText, examples: ['Within a month'] })),
    source: answersSource,
  },
  { description: 'Answers in the catalog’s words or in your own; at least one must say something' },
)

export const DiagnoseResult = t.Object(
  {
    product: t.Union(
      [
        t.Object({
          key: t.String({ examples: ['receivables'] }),
          name: t.String(),
          tagline: t.String(),
          url: t.String(),
        }),
        t.Null(),
      ],
      { description: 'Null when no product reaches the catalog’s least score' },
    ),
    reasoning: t.String({ description: 'Why, in words' }),
    agentSays: t.String({ description: 'The same as the agent would say it' }),
    confidence: words(
      ['high', 'medium', 'low'],
      'By the lead over the second product; margins are in the catalog. Not high for answers that only a scan suggested',
    ),
    scores: t.Array(
      t.Object({
        key: t.String({ examples: ['receivables'] }),
        name: t.String(),
        score: Count('Sum of the matched weights'),
        maxPossible: Count('The most that answers could give'),
        percentage: t.Integer({ minimum: 0, maximum: 100, examples: [72] }),
        matched: t.Array(
          t.Object({
            field: words(['role', 'painPoints', 'tools', 'timeline'], 'Of which question'),
            answer: t.String({ description: 'As it was given' }),
            signal: t.String({ description: 'The option it was understood as' }),
            weight: Count('Points'),
          }),
        ),
      }),
      { description: 'All products by score, then key' },
    ),
    reasoningBy: words(['rules', 'model'], 'Who worded the reasoning; the scores are always by rules'),
  },
  { title: 'DiagnoseResult', description: 'A product scored, not invented' },
)

export const PublishedCatalog = t.Object(
  {
    questions: t.Record(t.String(), t.Object({ label: t.String(), options: t.Array(t.String()) }), {
      description: 'What is asked, by field',
    }),
    products: t.Array(
      t.Object({
        key: t.String(),
        name: t.String(),
        tagline: t.String(),
        summary: t.String(),
        url: t.String(),
        boundaries: t.Array(t.String()),
      }),
    ),
  },
  { description: 'Questions, options and products, with everything that a diagnosis is computed from' },
)
