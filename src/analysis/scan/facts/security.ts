import type { Page } from '../page.ts'
import type { Evidence, PageFact } from './fact.ts'
import {
  affirms,
  type ClaimName,
  claimNamesIn,
  namesOthers,
  type SecurityClaim,
  sellsCompliance,
  signsIn,
} from './security/claims.ts'
import { attributeEvidence, lineEvidence, spanEvidence } from './shared/evidence.ts'
import { linesOf } from './shared/lines.ts'
import { sectionsOf } from './shared/sections.ts'
import { isDoubtful } from './wording/doubts.ts'
import { isFor } from './wording/page-purpose.ts'
import type { PhraseHit } from './wording/phrases.ts'
import { sentenceAt } from './wording/sentences.ts'
import { createWordCheck } from './wording/word-check.ts'

/**
 * What the company says about security and compliance in plain words. Plans, denials, other companies' certificates,
 * compliance as merchandise, and what every privacy notice mentions are no claims.
 */
export function findSecurity(page: Page): PageFact[] {
  const facts = new Map<SecurityClaim, PageFact>()
  for (const { claim, evidence } of [...inText(page), ...inPictures(page), ...inLinks(page)]) {
    if (evidence !== undefined && !facts.has(claim)) facts.set(claim, securityFact(claim, evidence))
  }
  return [...facts.values()]
}

interface Claimed {
  claim: SecurityClaim
  evidence: Evidence | undefined
}

function* inText(page: Page): Generator<Claimed> {
  if (isFor(page, 'article', 'comparison', 'customers', 'careers', 'legal')) return
  const sections = sectionsOf(page)
  const onTopic = isFor(page, 'security')
  for (const line of linesOf(page)) {
    const section = sections.get(line)
    if (line.area === 'nav' || section?.foreign === true || isDoubtful(section?.heading ?? '')) continue
    for (const name of claimNamesIn(line.text).slice(0, namesPerLineMax)) {
      const { start, end } = sentenceAt(line.text, name.start)
      const sentence = line.text.slice(start, end)
      if (!claims(sentence, name, onTopic)) continue
      const whole = sentence.length <= sentenceMax
      yield {
        claim: name.means.claim,
        evidence: whole
          ? lineEvidence(page, line, start, end)
          : lineEvidence(page, line, name.start, name.end),
      }
    }
  }
}

const sentenceMax = 200
const itemMax = 60
/** One line says no more; a page made to be slow repeats itself without end. */
const namesPerLineMax = 50

function claims(sentence: string, { means, text }: PhraseHit<ClaimName>, onTopic: boolean): boolean {
  if (isDoubtful(sentence) || sentence.trimEnd().endsWith('?')) return false
  if (means.claim === 'SSO' || means.claim === '2FA') return !signsIn(sentence)
  if (means.claim === 'DPA' && text.length <= 3)
    return text === text.toUpperCase() && (onTopic || offersDpa(sentence))
  if (!isStandard(means.claim)) return true
  if (namesOthers(sentence) || sellsCompliance(sentence)) return false
  if (!means.needsAffirmation) return true
  return affirms(sentence) || (onTopic && sentence.length <= itemMax)
}

const offersDpa = createWordCheck('sign|signed|offer|download|available|gdpr|dsgvo|abschließen')
const standards = new Set<SecurityClaim>(['ISO 27001', 'SOC 2', 'GDPR', 'HIPAA', 'PCI DSS', 'TISAX'])

function isStandard(claim: SecurityClaim): boolean {
  return standards.has(claim)
}

/** Badges: short alternative texts such as `SOC 2 Type II` or `AICPA SOC badge`. */
function* inPictures(page: Page): Generator<Claimed> {
  if (isFor(page, 'article', 'comparison', 'customers', 'careers', 'legal')) return
  for (const image of page.elementsNamed('img')) {
    const alt = image.getAttribute('alt') ?? ''
    if (alt === '' || alt.length > itemMax || !page.isVisible(image) || isDoubtful(alt)) continue
    if (namesOthers(alt) || sellsCompliance(alt)) continue
    for (const { means } of claimNamesIn(alt)) {
      if (isStandard(means.claim))
        yield { claim: means.claim, evidence: attributeEvidence(page, 'text', image, 'alt') }
    }
  }
}

const bountyHosts = new Set(['hackerone.com', 'bugcrowd.com', 'app.intigriti.com', 'yeswehack.com'])

/** Links to the company's own documents, wherever they stand. */
function* inLinks(page: Page): Generator<Claimed> {
  for (const link of page.links) {
    if (!link.visible) continue
    const url = new URL(link.url)
    if (url.pathname === '/.well-known/security.txt' || url.pathname === '/security.txt')
      yield { claim: 'security.txt', evidence: spanEvidence(page, 'link', link.hrefSpan) }
    const host = url.hostname.replace(www, '')
    if (bountyHosts.has(host) && url.pathname.length > 1 && !isFor(page, 'article', 'customers'))
      yield { claim: 'bug-bounty', evidence: spanEvidence(page, 'link', link.hrefSpan) }
    if (isDpaLink(link.text, url)) yield { claim: 'DPA', evidence: spanEvidence(page, 'link', link.hrefSpan) }
  }
}

function isDpaLink(text: string, { pathname }: URL): boolean {
  const name = text.length <= itemMax ? claimNamesIn(text)[0] : undefined
  if (name?.means.claim !== 'DPA') return false
  return name.text.length > 3 || dpaPath.test(pathname.slice(0, 300))
}

const texts: Readonly<Record<SecurityClaim, string>> = {
  'ISO 27001': 'Says that it is certified to ISO 27001',
  'SOC 2': 'Says that it has a SOC 2 report',
  GDPR: 'Says that it complies with the GDPR',
  HIPAA: 'Says that it complies with HIPAA',
  'PCI DSS': 'Says that it complies with PCI DSS',
  TISAX: 'Says that it holds a TISAX label',
  SSO: 'Offers single sign-on',
  '2FA': 'Offers two-factor authentication',
  encryption: 'Says that data is encrypted',
  'bug-bounty': 'Runs a bug bounty programme',
  'security.txt': 'Publishes a security.txt',
  DPA: 'Offers a data processing agreement',
}

function securityFact(claim: SecurityClaim, evidence: Evidence): PageFact {
  return {
    topic: 'security',
    kind: 'found',
    key: claim.toLowerCase(),
    text: texts[claim],
    value: claim,
    strength: 'explicit',
    evidence: [evidence],
  }
}

const www = /^www\./
const dpaPath = /(?:^|[/_-])(?:dpa|avv|data-processing)/i

export const patterns = [www, dpaPath]
