import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createDiagnose } from '../../../src/analysis/diagnose/diagnose.ts'
import type { SavedFact, SaveReportRequest } from '../../../src/analysis/reports/schema.ts'

const site = 'https://www.harborandloom.example'
const fetchedAt = '2026-05-04T09:30:00.000Z'

function source(path: string, label: string, quote: string): SavedFact['sources'][number] {
  return {
    url: `${site}${path}`,
    label,
    method: 'text',
    quote,
    start: 120,
    end: 120 + quote.length,
    bodySha256: '9f'.repeat(32),
    fetchedAt,
  }
}

function fact(
  id: string,
  topic: SavedFact['topic'],
  text: string,
  more: Partial<SavedFact> & Pick<SavedFact, 'sources'>,
): SavedFact {
  return { id, kind: 'found', topic, text, confidence: 'high', ...more }
}

export const sampleFacts: SavedFact[] = [
  fact('f_01', 'company-name', 'The company is called Harbor & Loom', {
    value: 'Harbor & Loom',
    sources: [
      source('/', 'Home', '"name": "Harbor & Loom"'),
      source('/contact', 'Contact', 'Harbor & Loom Ltd'),
    ],
  }),
  fact('f_02', 'description', 'Blankets and throws, woven in Scotland since 1931', {
    sources: [
      source(
        '/',
        'Home',
        '<meta name="description" content="Blankets and throws, woven in Scotland since 1931">',
      ),
    ],
  }),
  fact('f_03', 'business-model', 'Sells to shops and hotels on account, and to people in its own shop', {
    kind: 'inferred',
    confidence: 'medium',
    sources: [
      source(
        '/trade',
        'Trade customers',
        'Trade accounts are invoiced monthly; payment is due within 30 days.',
      ),
      source('/collection', 'Collection', 'Add to basket'),
    ],
  }),
  fact('f_04', 'contact-email', 'Contact e-mail: hello@harborandloom.example', {
    value: 'hello@harborandloom.example',
    sources: [source('/contact', 'Contact', '<a href="mailto:hello@harborandloom.example">')],
  }),
  fact('f_05', 'address', 'Address: 14 Mill Lane, Galashiels TD1 1JJ, United Kingdom', {
    confidence: 'medium',
    sources: [source('/contact', 'Contact', '14 Mill Lane\nGalashiels TD1 1JJ\nUnited Kingdom')],
  }),
  fact('f_06', 'tool', 'Uses Shopify', {
    value: 'Shopify',
    sources: [source('/', 'Home', 'cdn.shopify.com/s/files/1/0042')],
  }),
  fact('f_07', 'tool', 'Uses Xero', {
    value: 'Xero',
    confidence: 'medium',
    sources: [source('/careers', 'Careers', 'You keep our books in Xero and chase what is overdue.')],
  }),
  fact('f_08', 'hiring', 'Looks for a credit controller', {
    sources: [
      source(
        '/careers',
        'Careers',
        'Credit controller, part time: our customers pay later than they used to',
      ),
    ],
  }),
  fact('f_09', 'hiring', 'Customers pay late', {
    kind: 'inferred',
    confidence: 'low',
    sources: [source('/careers', 'Careers', 'our customers pay later than they used to')],
  }),
  fact('f_10', 'conflict', 'Two telephone numbers are given: +44 1896 550 100 and +44 1896 550 010', {
    confidence: 'medium',
    sources: [
      source('/contact', 'Contact', '+44 1896 550 100'),
      source('/shipping', 'Shipping', '01896 550 010'),
    ],
  }),
  fact('f_11', 'absence', 'No price list for trade customers was found on 6 pages', {
    kind: 'unknown',
    confidence: 'low',
    sources: [],
  }),
]

const answers = {
  role: 'Founder or managing director',
  painPoints: [
    'Customers pay their invoices late',
    'Too much manual reconciliation',
    'we chase people by hand',
  ],
  tools: ['Xero', 'Shopify', 'Spreadsheets'],
  timeline: 'This quarter',
}

/** A report as somebody saves it after a scan and a diagnosis. */
export function sampleRequest(changes: Partial<SaveReportRequest> = {}): SaveReportRequest {
  return {
    consent: true,
    path: 'url',
    answers,
    recommendation: createDiagnose(defaultCatalog)(answers),
    scan: {
      url: `${site}/`,
      domain: 'harborandloom.example',
      facts: sampleFacts,
      factStatuses: { f_01: 'confirmed', f_06: 'incorrect', f_09: 'unsure' },
    },
    ...changes,
  }
}
