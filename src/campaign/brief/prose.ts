import { findDate } from '../compose/layouts/dates.ts'
import { isFactual, isFreeOf } from './about-campaign.ts'
import { askedFor } from './asked-for.ts'
import { lineOf, speaks } from './copy-line.ts'
import { anyMoney } from './find-offer.ts'
import { form, formsOf } from './forms.ts'
import { clausesOf, isHardFact } from './lines.ts'
import data from './missing-parts.json'
import { assets, wrapperOf } from './picture-requests.ts'
import prose from './prose.json'
import { ownerIn, unsaid } from './sentence-forms.ts'
import { isReadable, sentencesOf, wordsIn } from './sentences.ts'
import { fits } from './split-headline.ts'
import { subjectIn } from './take-eyebrow.ts'
import { capitalized } from './take-part.ts'

/** What a brief in sentences says to readers, and what it asks of them. */
export interface Prose {
  text: string
  /** The words of a button. */
  call?: string
}

/** A brief without what it says to the designer: wishes, goals, looks, and what leads to a message. */
export function sayPlainly(text: string): Prose {
  let call: string | undefined
  let plain = ''
  let from = 0
  // From the first words to the designer on, only what is surely said to readers counts.
  let hasTurned = false
  for (const { start, end } of sentencesOf(text)) {
    const sentence = text.slice(start, end)
    if (sentence.length > sentenceCharsMax) continue
    const goal = goalIn(sentence)
    if (goal === undefined && unsaid.test(sentence)) continue
    call ??= goal?.call
    const said = goal === undefined ? sentence : goal.rest
    const isAside: boolean = hasTurned && !isSure(sentence)
    const kept: string = isAside ? '' : clausesFor(said, plain === '')
    if (kept !== '') plain += text.slice(from, start) + kept
    hasTurned ||= plain !== '' && (goal !== undefined || kept === '')
    from = end
  }
  return { text: plain + text.slice(from), ...(call !== undefined && { call }) }
}

const headWordsMin = 3
/** Longer ones are not read. */
const sentenceCharsMax = 300
/** Whether a sentence without facts speaks to readers, or says what is new. */
const isSure = (text: string) =>
  isHardFact(text) ||
  isFactual(text) ||
  speaks(text) ||
  askedFor(text) !== undefined ||
  lineOf(text, false)?.reason !== undefined
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
const spoken = (text: string) => text.replace(/[\s.!?。]+$/u, '')

/** A sentence without the clauses that are said to the designer. */
function clausesFor(sentence: string, isFirst: boolean): string {
  const [aside = '', main] = sentence.replace(form('proseLead'), '').split(form('proseMain'))
  const led = main === undefined ? aside : `${capitalized(main)} ${capitalized(aside)}.`
  const unwrapped = shaped(isFirst ? led : unlabelled(led), isFirst)
  const clauses = clausesOf(unwrapped)
  // What asks for the picture leads to what it is for: "Please make a poster for our bake sale".
  const isLed =
    wrapperOf(unwrapped) !== '' ||
    assets.test(
      clauses
        .slice(0, 1)
        .map(({ end }) => unwrapped.slice(0, end))
        .join(''),
    ) ||
    (lineOf(unwrapped, true)?.begin ?? 0) > 0 ||
    askedFor(sentence) !== undefined
  const question = form('proseQuestion').test(unwrapped) && !assets.test(unwrapped)
  if (question) return ''
  const isTalk = clauses.map(({ start }, at) => {
    const said = spoken(unwrapped.slice(start, clauses[at + 1]?.start)).replace(/,$/u, '')
    const rest = spoken(unwrapped.slice(start))
    return (
      (at > 0 || !isLed) &&
      (form('proseUnwanted').test(rest) || formsOf('proseTalk').some((each) => each.test(said)))
    )
  })
  // A wish goes on to the end of its sentence.
  const first = isTalk.indexOf(true)
  if (first < 0) return capitalizedIf(unwrapped, sentence)
  const said = spoken(unwrapped.slice(0, first === 0 ? 0 : clauses[first - 1]?.end))
  const isKept = isFirst || isHardFact(said) || isFreeOf(said)
  return said === '' || !isKept ? '' : `${capitalizedIf(said, sentence)}.`
}

/** A sentence with its day as a sentence of its own, and what it is about without who says so. */
function shaped(sentence: string, isFirst: boolean): string {
  if (unspaced.test(sentence)) return /[「『]/u.test(sentence) ? sentence : shapedUnspaced(sentence)
  const thing = form('proseThing').exec(sentence)?.[0] ?? ''
  const said = sentence.slice(thing.length)
  const [clause = ''] = said.split(form('borders'))
  const day = findDate(clause)
  const lead = day && (form('proseBeforeDay').exec(said.slice(0, day.start))?.[0] ?? '')
  if (day !== undefined && day.start === lead?.length) {
    const subject = form('proseBehindDay').exec(said.slice(day.end))?.[0]
    if (subject !== undefined)
      return `${capitalized(said.slice(day.end + subject.length))} ${capitalized(said.slice(0, day.end))}.`
  }
  const month = form('proseMonth').exec(said)
  if (month !== null)
    return `${shaped(capitalized(said.slice(month[0].length)), isFirst)} ${capitalized(month[1] ?? '')}.`
  const isEnd = day !== undefined && lead !== undefined && lead !== '' && day.end === spoken(clause).length
  const at = isEnd ? day.start - lead.length - 1 : (form('proseWhen').exec(clause)?.index ?? -1)
  const head = clause.slice(0, Math.max(0, at))
  const wrapper = wrapperOf(head)
  const isHead =
    isFirst &&
    !sentence.endsWith('!') &&
    wordsIn(head.slice(wrapper.length)) >= headWordsMin - Number(wrapper !== '') &&
    isReadable(head) &&
    !form('pronoun').test(head)
  return isHead && fits(head) && ownerIn(said) === undefined
    ? `${head}. ${capitalized(said.slice(at + 1))}`
    : said
}

/** "Summer pass, 30 days for 39 euros": a thing with its price says what its label says. */
function unlabelled(sentence: string): string {
  const [, label, rest] = /^([^:,.]{3,40}): (.+)$/su.exec(sentence) ?? []
  const price = rest?.replace(anyMoney, '') ?? ''
  const isThing =
    label !== undefined &&
    price !== rest &&
    wordsIn(price.trim()) >= headWordsMin &&
    subjectIn(label) !== undefined
  return isThing ? `${label}, ${rest}` : sentence
}

/** "新しい店を開店。5月10日" of "5月10日に新しい店を開店します". */
function shapedUnspaced(sentence: string): string {
  const [, day = '', said = ''] = form('proseDayUnspaced').exec(sentence) ?? []
  const rest = (day === '' ? sentence : said).replace(form('politeEnd'), '')
  return day === '' ? rest : `${rest.replace(/。$/u, '')}。${day}。`
}

const capitalizedIf = (text: string, whole: string) => (text === whole ? text : capitalized(text))

const tableOf = (table: Record<string, readonly string[]>) =>
  new Map(Object.entries(table).flatMap(([call, words]) => words.map((word) => [word, call] as const)))
const places = new Map([...tableOf(data.askedFor.goals), ...tableOf(prose.places)])
const contact = /\p{L}[.@]\p{L}|\d[\d ()/-]{5,18}\d/u
const conjunctive = tableOf(prose.conjunctive)
const nouns = tableOf(prose.nouns)

interface Goal {
  call: string | undefined
  rest: string
}

/** What a sentence asks readers to do, and what it says beside. */
function goalIn(sentence: string): Goal | undefined {
  for (const each of formsOf('proseGoal')) {
    const match = each.exec(sentence)
    if (match === null) continue
    const { place, verb, object = '', other, noun } = match.groups ?? {}
    const behind = spoken(sentence.slice(match.index + match[0].length)).replace(
      form(place === undefined ? 'proseJoin' : 'proseComma'),
      '',
    )
    // An address or a number belongs to the button.
    if (contact.test(behind)) continue
    const before = spoken(sentence.slice(0, match.index)).replace(/[,;:–-]$/u, '')
    const thing = place === undefined ? undefined : form('proseFor').exec(` ${behind}`)?.groups?.['thing']
    const isFact = isHardFact(behind) || isFreeOf(behind)
    const rest = [before, thing ?? (isFact ? behind : '')]
      .filter((part) => part.trim() !== '')
      .map((part) => `${capitalized(part.trim())}.`)
    const call =
      verb !== undefined
        ? capitalized(
            `${verb}${object}`
              .replace(/ their /gu, ' your ')
              .trim()
              .replace(form('pointing'), ''),
          )
        : (places.get(place?.toLowerCase() ?? '') ??
          conjunctive.get(other?.toLowerCase() ?? '') ??
          nouns.get(noun?.toLowerCase() ?? ''))
    if (call !== undefined) return { call, rest: rest.join(' ') }
  }
  return undefined
}
