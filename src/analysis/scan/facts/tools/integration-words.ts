import { createPhraseFinder } from '../../../text/phrase-finder.ts'
import { hasPhrase, phraseLine, phraseList } from '../../../text/phrases.ts'
import words from './words.json' with { type: 'json' }

const phraseFinder = (phrases: readonly string[]) =>
  createPhraseFinder(phrases.map((phrase) => [phrase, true] as const))
const wordCheck = (phrases: readonly string[]) => {
  const list = phraseList(phrases.join('|'))
  return (text: string) => hasPhrase(phraseLine(text.slice(0, charsMax)), list)
}
const charsMax = 500

/** Words after which the tools stand that a product connects to. */
export const connects = phraseFinder(words.connects)

/** Words after which a company names what it works with itself. */
export const uses = phraseFinder(words.uses)

/** Words that stand before or over the ways to pay. */
export const waysToPay = phraseFinder(words.waysToPay)

/** Headings over lists of integrations. */
export const headsIntegrations = wordCheck(words.headsIntegrations)

/** Headings and short lines about other companies, or about tools to leave. */
export const namesOtherSubject = wordCheck(words.namesOtherSubject)

/** The other way round: `Slack integration`, `DATEV-Schnittstelle`, `intégration Slack`. */
export const connectionsAfter = new Set(words.connectionsAfter)
export const connectionsBefore: readonly string[] = words.connectionsBefore
/** Words that are a connection only where a whole item says it: `Xero export`. */
export const connectionsAlone = new Set(words.connectionsAlone)

/** Path segments under which each page is about one integration. */
export const integrationPaths = new Set(words.integrationPaths)

/** What an agency sells is not an integration of a product. */
export const namesAgencyWork = wordCheck(words.namesAgencyWork)
