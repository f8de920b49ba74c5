import type { Evidence } from '../../../../../src/analysis/scan/document/evidence.ts'
import type { FactSignals, PageFact } from '../../../../../src/analysis/scan/facts/fact.ts'
import type { PageFacts } from '../../../../../src/analysis/scan/facts/merge/cited-fact.ts'

/** A page of a small site; its digests follow from its path, so that equal paths are equal bodies. */
export function page(path: string, ...facts: PageFact[]): PageFacts {
  return {
    url: `https://larkfield.example${path}`,
    label: path === '/' ? 'Home' : path.slice(1),
    sha256: digest(path, 'a'),
    headerSha256: digest(path, 'b'),
    fetchedAt: '2026-05-04T09:30:00.000Z',
    facts,
  }
}

function digest(path: string, end: string): string {
  return Buffer.from(path).toString('hex').padEnd(63, '0').slice(0, 63) + end
}

export function quote(text: string, start = 100, method: Evidence['method'] = 'text'): Evidence {
  return { method, quote: text, start, end: start + text.length }
}

export interface Said {
  topic?: PageFact['topic']
  key?: string
  strength?: PageFact['strength']
  kind?: PageFact['kind']
  method?: Evidence['method']
  start?: number
  text?: string
  signals?: FactSignals
}

/** What a page says, by default an e-mail address in plain words. */
export function said(value: string, more: Said = {}): PageFact {
  const { topic = 'contact-email', key = value.toLowerCase(), strength = 'explicit', kind = 'found' } = more
  const { method = 'text', start = 100, text = value, signals } = more
  return {
    topic,
    kind,
    key,
    text,
    value,
    strength,
    evidence: [quote(text, start, method)],
    ...(signals === undefined ? {} : { signals }),
  }
}
