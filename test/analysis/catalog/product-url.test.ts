import { expect, test } from 'bun:test'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { resolveUrl, withAddresses, withReportDays } from '../../../src/analysis/catalog/publish-catalog.ts'

const addresses = {
  base: 'https://a.example',
  agent: 'https://b.example/agent',
  studio: 'https://studio.example',
  status: 'http://127.0.0.1:8787',
}

test.each([
  ['https://example.com/x', 'https://example.com/x'],
  ['HTTP://example.com', 'HTTP://example.com'],
  ['{BASE_URL}', 'https://a.example'],
  ['{BASE_URL}/api/catalog#x', 'https://a.example/api/catalog#x'],
  ['{AGENT_URL}/.well-known/agent.json', 'https://b.example/agent/.well-known/agent.json'],
  ['{STATUS_URL}?a=b', 'http://127.0.0.1:8787?a=b'],
  ['{BASE_URL}.evil.example/', undefined],
  ['{BASE_URL}@evil.example/', undefined],
  ['{OTHER_URL}/x', undefined],
  ['javascript:alert(1)', undefined],
  ['ftp://example.com/', undefined],
  ['//example.com', undefined],
  ['https:example.com', undefined],
  ['https://user:word@example.com/', undefined],
  ['', undefined],
])('%j leads to %j', (url, target) => {
  expect(resolveUrl(url, addresses)).toBe(target)
})

test('the published catalog has no placeholders', () => {
  const published = withReportDays(withAddresses(defaultCatalog, addresses), 14)
  expect(published.privacy.consent).toContain('for 14 days')
  const kept = published.faq.filter(({ answer }) => /\bdays\b/.test(answer))
  expect(kept.length).toBeGreaterThan(0)
  for (const { answer } of kept) expect(answer).toContain('for 14 days')
  expect(JSON.stringify(published)).not.toMatch(/\{[A-Z_]+\}/)
})
