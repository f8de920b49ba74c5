import { hasPhrase, phraseLine, phraseList } from '../../../text/phrases.ts'
import type { Line } from '../../document/lines.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page } from '../../document/page.ts'
import { sectionsOf } from '../../document/sections.ts'
import { nameKey } from '../../site/company-names.ts'
import { ownNames } from '../../site/own-names.ts'
import { resembles } from '../../site/site-name.ts'

/** Whose contacts are never the company's, unless its own name says that it is one. */
const otherTrades = phraseList(`
  taxi|taxis|cab company|distributor|distributors|distributore|distributori|distributeur|distributeurs|distribuidor|
  distribuidores|distributør|distributör|dystrybutor|vertriebspartner|vertretung|generalimporteur|importeur|reseller|resellers|rivenditore|
  revendeur|revendedor|wiederverkäufer|helpline|crisis line|lifeline|regulator|supervisory authority|telefonseelsorge|
  dargebotene hand|opferhilfe|frauenhaus|poison control|poisons information|giftnotruf|crimestoppers|samaritans`)
/** Words of an emergency: the company's own line, or another's where another is named beside it. */
const emergencies = phraseList(`
  emergency|emergencies|after hours|afterhours|out of hours|out-of-hours|hotline|crisis|notdienst|notruf|notfall|notfälle|
  notfällen|bereitschaftsdienst|urgence|urgences|garde|guardia|urgencias|emergencias|emergenza|emergenze|pronto soccorso|
  spoed|spoedgevallen|avondpost|akut|vagtlæge|lægevagt|jour|partner|partners|partnern|nagłych|pogotowie|sperrnotruf`)
/** Words that begin a name only because a sentence or a label does. */
const noNames = phraseList(`
  call|ring|phone|telephone|tel|telefon|please|our|the|in|on|for|contact|text|visit|mon|fri|sat|sun|bei|im|am|wir|rufen|sie|
  unser|unsere|unter|mobil|handy|dr|mr|mrs|ms|herr|frau|chiamare|chiama|llame|llama|appelez|bel|ring til|street|road|24|7`)
const nameWord = /^[\p{Lu}][\p{L}\p{N}'’&.-]*$/u
const headingMax = 60
const reach = 160

/**
 * Tells whether the words before a place in a line, or the heading over it, name somebody else whose contacts follow:
 * a taxi, a distributor, a helpline, or by name the clinic that answers after hours.
 */
export const otherParties = oncePerPage(readOtherParties)

function readOtherParties(page: Page): (line: Line, from: number) => boolean {
  const sections = sectionsOf(page)
  const names = ownNames(page)
  const ownWords = phraseLine(names.join(' '))
  const isOwn = (name: string) => {
    const key = nameKey(name)
    return names.some((own) => resembles(key, own) || resembles(nameKey(own), name))
  }
  return (line, from) => {
    const before = sentenceBefore(line.text, from)
    const over = sections.get(line)?.heading ?? ''
    const heading = over.length <= headingMax && over !== line.text ? over : ''
    const words = phraseLine(before)
    const around = phraseLine(`${heading} ${before}`)
    if (hasPhrase(words, otherTrades) && !hasPhrase(ownWords, otherTrades)) return true
    if (!hasPhrase(around, emergencies)) return false
    return namesIn(before).some((name) => !isOwn(name))
  }
}

/** The sentence in which a place stands, up to it. */
function sentenceBefore(text: string, from: number): string {
  const before = text.slice(Math.max(0, from - reach), from)
  for (let at = before.lastIndexOf('. '); at > 0; at = before.lastIndexOf('. ', at - 1))
    if (/[\p{Ll}\d)]{4}$/u.test(before.slice(0, at)) && /^\p{Lu}/u.test(before.slice(at + 2, at + 3)))
      return before.slice(at + 2)
  return before
}

/** Runs of two and more words with capital letters; a word that only begins a sentence or is a label is none of them. */
function namesIn(text: string): string[] {
  const names: string[] = []
  let run: string[] = []
  const finish = () => {
    if (run.length >= 2) names.push(run.join(' '))
    run = []
  }
  for (const token of text.split(' ')) {
    const word = token.replace(/[,;:.()]{1,4}$/, '')
    if (nameWord.test(word) && !noNames.includes(phraseLine(word).trim())) run.push(word)
    else finish()
    if (word !== token) finish()
  }
  finish()
  return names
}
