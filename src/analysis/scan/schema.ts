import { Type as t } from '@sinclair/typebox'
import { Count, Rfc3339, TextLike, Texts, words } from '../../kernel/http/schema-parts.ts'
import { DescribedText } from '../../kernel/http/text-schemas.ts'
import { DiagnosticAnswers } from '../diagnose/schema.ts'
import { confidenceRule } from './facts/merge/confidence-rule.ts'

/** The shapes of scan requests and results. Every object may have further members; those listed are always present. */

export const topics = [
  'company-name',
  'legal-name',
  'registration',
  'description',
  'industry',
  'business-model',
  'audience',
  'region',
  'language',
  'founded',
  'contact-email',
  'contact-phone',
  'address',
  'opening-hours',
  'social',
  'tool',
  'integration',
  'pricing',
  'product',
  'team',
  'hiring',
  'logo',
  'icon',
  'color',
  'conflict',
  'absence',
] as const
export type Topic = (typeof topics)[number]

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
  'model',
] as const
/**
 * Where a fact was read. `header` and `dns` quote from the header block and the DNS records, all others from the page.
 */
export type FactMethod = (typeof factMethods)[number]

/** Pages of one scan: the requested one, and those that it leads to. */
export const pagesMax = 7

/** The scan validates the URL, with a separate error. */
export const ScanRequest = t.Object(
  {
    url: DescribedText({
      description: 'Address of a public website, http or https',
      examples: ['https://www.example.com/'],
      maxLength: 2048,
      format: 'uri',
    }),
  },
  { title: 'ScanRequest', additionalProperties: true, description: 'The website to scan' },
)

const Sha256 = (description: string) =>
  t.String({ pattern: '^[0-9a-f]{64}$', description, examples: ['9f'.repeat(32)] })
const FactSource = t.Object({
  url: t.String({ description: 'Page of the quote', examples: ['https://www.example.com/contact'] }),
  label: t.String({ description: 'Title of the page', examples: ['Contact'] }),
  method: words(factMethods, 'Kind of source on the page'),
  quote: t.String({
    description: 'Verbatim text of the fetched body at [start, end)',
    examples: ['<a href="mailto:hello@example.com">'],
  }),
  start: t.Integer({
    minimum: 0,
    description: 'In UTF-16 code units of the decoded body',
    examples: [5120],
  }),
  end: t.Integer({ minimum: 0, description: 'In UTF-16 code units, exclusive', examples: [5137] }),
  context: t.Optional(
    t.Object(
      {
        before: t.String({ examples: ['Write to us at '] }),
        text: t.String({
          description: 'The quote as displayed, without markup',
          examples: ['hello@example.com'],
        }),
        after: t.String({ examples: [' or call us on weekdays.'] }),
      },
      {
        description:
          'Displayed text around the quote, 200 characters a side; absent where nothing is displayed',
      },
    ),
  ),
  bodySha256: Sha256(
    'SHA-256 of the fetched body; of the header lines for `header`, of the record lines for `dns`',
  ),
  fetchedAt: Rfc3339('Time of the fetch'),
})

export const Fact = t.Object(
  {
    id: t.String({ description: 'Equal for equal topic and value', examples: ['f_3f8a12c97b01'] }),
    kind: words(['found', 'inferred', 'unknown'], 'found: stated; inferred: concluded; unknown: not found'),
    topic: words(topics, 'Subject of the fact'),
    text: t.String({ description: 'Text for display', examples: ['Contact e-mail: hello@example.com'] }),
    value: t.Optional(t.String({ description: 'Normalised value', examples: ['hello@example.com'] })),
    confidence: words(['high', 'medium', 'low'], confidenceRule),
    sources: t.Array(FactSource, { description: 'At least one for found and inferred facts' }),
    signals: t.Optional(
      t.Object(
        {
          role: t.Optional(TextLike('Founder or CEO')),
          painPoints: t.Optional(
            Texts('Answers to the question about costs', ['Customers pay their invoices late']),
          ),
          tools: t.Optional(Texts('Answers to the question about tools', ['HubSpot'])),
        },
        { description: 'Catalog options that this fact suggests' },
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
    line: t.Optional(t.String({ description: 'The deciding line of robots.txt', examples: ['Allow: /'] })),
  }),
  viaBrowser: t.Boolean({ examples: [false] }),
  reason: t.Optional(
    t.String({
      description: 'Reason why the page has no facts',
      examples: ['timeout', 'disallowed', 'not_html'],
    }),
  ),
})

export const FollowUpQuestion = t.Object(
  {
    id: t.String({ examples: ['timeline'] }),
    field: words(['role', 'painPoints', 'tools', 'timeline'], 'Field of the missing answer'),
    label: t.String({ examples: ['When do you want this solved?'] }),
    options: Texts('Options of the catalog', ['As soon as possible', 'Within a month']),
    because: Texts('Ids of the facts that led to this question', ['f_3f8a12c97b01']),
  },
  { description: 'The missing answer that would change the diagnosis most' },
)

/** Stages of a scan, in their order. */
export const scanStages = ['start', 'browser', 'choose', 'pages', 'facts'] as const
export type ScanStage = (typeof scanStages)[number]

/** What happens while a scan runs: a stage begins, or a page was read. */
export const ScanProgress = t.Union(
  [t.Object({ stage: words(scanStages, 'The stage that begins') }), t.Object({ page: ScannedPage })],
  { description: 'A step of a running scan' },
)
export type ScanProgress = typeof ScanProgress.static

/** Maximum lengths of a profile's lists. */
export const profileListMax = {
  registrations: 5,
  audience: 4,
  offers: 12,
  prices: 6,
  regions: 8,
  languages: 8,
  emails: 4,
  phones: 4,
  people: 8,
  socials: 8,
  tools: 12,
  openingHours: 7,
  colors: 6,
}

const KnownValue = (example: string, options: { description?: string } = {}) =>
  t.Object(
    {
      value: t.String({ description: 'For people', examples: [example] }),
      facts: t.Array(t.String(), {
        minItems: 1,
        description: 'Ids of the facts that say so',
        examples: [['f_3f8a12c97b01']],
      }),
    },
    options,
  )
export type KnownValue = ReturnType<typeof KnownValue>['static']

const Known = (description: string, example: string) => t.Optional(KnownValue(example, { description }))
const KnownList = (member: keyof typeof profileListMax, description: string, example: string) =>
  t.Optional(t.Array(KnownValue(example), { minItems: 1, maxItems: profileListMax[member], description }))

export const Profile = t.Object(
  {
    name: Known('Name of the company', 'Example'),
    legalName: Known('Name with its legal form', 'Example Ltd'),
    registrations: KnownList('registrations', 'VAT and register numbers', 'VAT number: GB123456789'),
    description: Known('What the company says it does', 'We make examples.'),
    industry: Known('Industry', 'Software'),
    businessModel: Known('How it earns its money', 'saas'),
    audience: KnownList('audience', 'Whom it works for', 'small-businesses'),
    offers: KnownList('offers', 'Products and services', 'Example Planner'),
    prices: KnownList('prices', 'Prices with their units', 'From EUR 29 per month'),
    regions: KnownList('regions', 'Where it is active, by code or word', 'DE'),
    languages: KnownList('languages', 'Languages of the site, by code', 'en'),
    address: Known('Postal address', '1 Example Street, London N1 1AA'),
    emails: KnownList('emails', 'E-mail addresses', 'hello@example.com'),
    phones: KnownList('phones', 'Telephone numbers in E.164', '+441174960123'),
    people: KnownList('people', 'People with their roles', 'Ada Example, Founder'),
    socials: KnownList('socials', 'Social profiles, by network and name', 'github:example'),
    tools: KnownList('tools', 'Technology on its own site', 'Stripe'),
    founded: Known('Year of its founding', '1998'),
    openingHours: KnownList('openingHours', 'Opening hours', 'Mo-Fr 09:00-17:00'),
    logo: Known('Address of the logo', 'https://www.example.com/logo.svg'),
    icon: Known('Address of the icon', 'https://www.example.com/icon.png'),
    colors: KnownList('colors', 'Colours of the brand', '#1a73e8'),
  },
  { description: 'The company in short, the surest first; what is unknown is absent' },
)
export type Profile = typeof Profile.static

export const ScanResult = t.Object(
  {
    url: t.String({ description: 'As requested', examples: ['https://www.example.com/'] }),
    finalUrl: t.String({ description: 'After redirects', examples: ['https://www.example.com/'] }),
    domain: t.String({ description: 'Registrable domain', examples: ['example.com'] }),
    title: t.String({ examples: ['Example'] }),
    description: t.String({ description: 'Empty if the site has none', examples: ['We make examples.'] }),
    profile: Profile,
    facts: t.Array(Fact, { description: 'By topic, then confidence' }),
    followUpQuestion: FollowUpQuestion,
    suggestedAnswers: DiagnosticAnswers,
    escalatedToBrowser: t.Boolean({
      description: 'Whether a browser was used',
      examples: [false],
    }),
    integrations: Texts('Tools that the site uses or integrates with', ['Stripe']),
    regions: Texts('Regions where the company is active', ['DE']),
    pages: t.Array(ScannedPage),
    budget: t.Object(
      {
        requests: Count('Requests sent'),
        wireBytes: Count('Bytes received'),
        inflatedBytes: Count('Bytes after decompression'),
        elements: Count('HTML elements read'),
        elapsedMs: Count('Time taken, in milliseconds'),
      },
      { description: 'Resources used by the scan' },
    ),
    warnings: Texts('Incomplete parts of the scan, as sentences', []),
    cached: t.Boolean({
      description: 'Whether this is the cached result of an earlier scan',
      examples: [false],
    }),
    scannedAt: Rfc3339('Time of the scan'),
  },
  { title: 'ScanResult', description: 'Facts about the company of a website, with quotes' },
)
export type ScanResult = typeof ScanResult.static
export type Fact = typeof Fact.static
export type ScannedPage = typeof ScannedPage.static

/** Whether a page was left out for what may be different at the next scan. */
export function isUnanswered({ reason }: Pick<ScannedPage, 'reason'>): boolean {
  return reason === 'timeout' || reason === 'connect'
}
