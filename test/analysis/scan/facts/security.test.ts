import { describe, expect, test } from 'bun:test'
import { findSecurity } from '../../../../src/analysis/scan/facts/security.ts'
import { found, main, misquoted, pageWith } from './facts-kit.ts'

const said: ReadonlyArray<readonly [text: string, claims: readonly string[]]> = [
  ['Acme is SOC 2 Type II certified.', ['SOC 2']],
  ['Our annual SOC 2 Type II report is available on request.', ['SOC 2']],
  ['We are ISO/IEC 27001:2022 certified and GDPR compliant.', ['ISO 27001', 'GDPR']],
  ['Wir sind nach ISO 27001 zertifiziert.', ['ISO 27001']],
  ['Acme ist DSGVO-konform.', ['GDPR']],
  ['Certifiée ISO 27001 et conforme au RGPD.', ['ISO 27001', 'GDPR']],
  ['Empresa certificada ISO 27001.', ['ISO 27001']],
  ['HIPAA compliant, with a signed BAA.', ['HIPAA']],
  ['We are PCI DSS Level 1 compliant.', ['PCI DSS']],
  ['Unser TISAX-Label liegt im ENX-Portal.', ['TISAX']],
  ['SAML single sign-on for every plan', ['SSO']],
  ['Two-factor authentication', ['2FA']],
  ['Zwei-Faktor-Authentifizierung für alle Konten', ['2FA']],
  ['All data is encrypted at rest with AES-256.', ['encryption']],
  ['Ende-zu-Ende-verschlüsselt', ['encryption']],
  ['We run a bug bounty on our own.', ['bug-bounty']],
  ['You can download our Data Processing Agreement.', ['DPA']],
]

const notSaid = [
  'We are working towards SOC 2.',
  'SOC 2 Type II (in progress)',
  'We are not yet SOC 2 certified.',
  'Our ISO 27001 certification is planned for next year.',
  'We will be HIPAA compliant by the end of 2026.',
  'Die ISO-27001-Zertifizierung ist in Vorbereitung.',
  'Our data centers are ISO 27001 certified.',
  'Hosted on AWS, which is SOC 2 and ISO 27001 certified.',
  'Payments are handled by Stripe, a PCI DSS Level 1 certified provider.',
  'Unser Rechenzentrum ist nach ISO 27001 zertifiziert.',
  'Get SOC 2 compliant in weeks.',
  'We help you achieve ISO 27001 certification.',
  'Automate your HIPAA compliance.',
  'Wir beraten Sie zur Zertifizierung nach ISO 27001.',
  'Are you GDPR compliant?',
  'We process your data according to the GDPR.',
  'Log in with SSO',
  'There is no two-factor authentication.',
  'The socks come in size 2.',
  'ISO 9001 certified',
]

describe('security claims', () => {
  test.each(said)('“%s” claims %p', (text, claims) => {
    const page = pageWith(main(`<h1>Acme</h1><p>${text}</p>`))
    const facts = findSecurity(page)
    expect(facts.map(({ value = '' }) => value)).toEqual([...claims])
    expect(facts.every(({ kind, strength }) => kind === 'found' && strength === 'explicit')).toBe(true)
    expect(misquoted(page, facts)).toEqual([])
  })

  test.each(notSaid)('“%s” claims nothing', (text) => {
    expect(found(findSecurity, main(`<h1>Acme</h1><p>${text}</p>`))).toEqual([])
  })

  test('the whole sentence is quoted', () => {
    const [fact] = findSecurity(
      pageWith(main('<p>We like tea. Acme is <b>SOC 2 Type II</b> certified. So there.</p>')),
    )
    expect(fact?.evidence[0]?.quote).toBe('Acme is <b>SOC 2 Type II</b> certified.')
  })

  test('a badge claims what its alternative text says', () => {
    expect(found(findSecurity, '<footer><img src="/b.svg" alt="ISO 27001 certified"></footer>')).toEqual([
      'ISO 27001',
    ])
    expect(
      found(findSecurity, '<footer><img hidden src="/b.svg" alt="ISO 27001 certified"></footer>'),
    ).toEqual([])
  })

  test('on a page about security an item needs no further word', () => {
    const body = main('<h1>Security</h1><ul><li>SOC 2 Type II</li><li>HIPAA</li></ul>')
    expect(found(findSecurity, body, { url: 'https://www.acme-widgets.com/security' })).toEqual([
      'SOC 2',
      'HIPAA',
    ])
    expect(found(findSecurity, main('<ul><li>HIPAA</li></ul>'))).toEqual([])
  })

  test('what stands under a heading of plans is a plan', () => {
    const body = main('<h1>Security</h1><h2>Coming soon</h2><ul><li>SOC 2 Type II certified</li></ul>')
    expect(found(findSecurity, body, { url: 'https://www.acme-widgets.com/security' })).toEqual([])
  })

  const elsewhere = [
    '/privacy',
    '/datenschutz',
    '/blog/what-is-soc-2',
    '/acme-vs-other',
    '/customers/bank',
    '/careers/auditor',
    '/terms',
  ]
  test.each(elsewhere)('the page %s claims nothing for the company', (path) => {
    const url = `https://www.acme-widgets.com${path}`
    expect(found(findSecurity, main('<p>We are GDPR compliant and SOC 2 certified.</p>'), { url })).toEqual(
      [],
    )
  })

  test('a quotation claims nothing', () => {
    expect(found(findSecurity, main('<blockquote>They are SOC 2 certified.</blockquote>'))).toEqual([])
  })

  test('links to the company’s own documents count wherever they stand', () => {
    const body = `<footer><a href="/.well-known/security.txt">security.txt</a> <a href="/legal/dpa">DPA</a>
      <a href="https://hackerone.com/acme">Report a bug</a></footer>`
    expect(found(findSecurity, body)).toEqual(['security.txt', 'DPA', 'bug-bounty'])
  })

  test('hidden text claims nothing', () => {
    expect(found(findSecurity, '<div style="display:none">We are SOC 2 certified.</div>')).toEqual([])
  })
})
