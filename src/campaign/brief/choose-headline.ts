import { findDate, isMonth, namesWeekday } from '../compose/layouts/dates.ts'
import { topicsOf } from '../compose/read-copy.ts'
import { describesScene, indefinite, isAboutCampaign } from './about-campaign.ts'
import { speaks } from './copy-line.ts'
import { anyMoney, deals, priceAhead, secondary } from './find-offer.ts'
import { form, formsOf, sourceOf } from './forms.ts'
import table from './headline.json'
import { fromMonth, isEvidence, isHardFact, type Line } from './lines.ts'
import data from './missing-parts.json'
import { anyWord, pattern } from './one-of.ts'
import { wrapperOf } from './picture-requests.ts'
import { ownerIn } from './sentence-forms.ts'
import { isReadable, wordsIn } from './sentences.ts'
import { fits, limits, splitHeadline, wordsMin } from './split-headline.ts'
import { labels, subjectIn } from './take-eyebrow.ts'

const { message, price } = data
/** "Not valid with other offers", "It's free for teams", "Each euro is donated", "Join us!", "Tickets £18" */
const aside = pattern`${anyWord(message.conditions)}|^(?:${[...message.referring, ...message.every]}|${message.pronouns} ${data.sentence.is}) |^${message.farewells}[^,:]{0,12}$|^${price.things}:? (?=${anyMoney.source})`
const listedWordsMax = 4
const partWordsMax = 3
/** "It ships", "On 5 April" */
function isPart(headline: string): boolean {
  const day = findDate(headline)
  const isDay =
    day !== undefined &&
    form('onlyBeforeDay').test(headline.slice(0, day.start)) &&
    wordsIn(headline.slice(day.end).trim()) <= partWordsMax + 1
  return isDay || (form('pronoun').test(headline) && wordsIn(headline) <= partWordsMax)
}
/** "Bakery in Bath" of "We are a bakery in Bath". */
export const withoutSelf = (text: string) =>
  form('selfIntroduction').test(text) && !text.includes(',')
    ? text
        .replace(form('selfIntroduction'), '')
        .replace(indefinite, '')
        .replace(/[.。!]$/u, '')
    : undefined
/** Of who or what offers something, before a colon. */
const ownerWordsMax = 6
const dayWordsMax = 6
const endsWithDay = (word: string) => namesWeekday(word) || isMonth(word.toLowerCase()) || /\p{N}/u.test(word)
const isWhen = (text: string) =>
  wordsIn(text) <= dayWordsMax &&
  endsWithDay(text.slice(text.lastIndexOf(' ') + 1)) &&
  (namesWeekday(text) || (findDate(text)?.start ?? dayWordsMax * 2) < dayWordsMax * 2 || fromMonth(text))
const discount = form('discounted')
const deadline = anyWord(data.date.until)

/**
 * Why a line may be a headline, and what a text has of one, with their points: in any line, in the first, or in those after
 * a first line that only says who advertises.
 */
const reasons = new Map(Object.entries(table.reasons))
const features = table.features.map((feature) => ({
  ...feature,
  form: new RegExp(sourceOf(feature), 'iu'),
}))

export interface Choice {
  line: Line
  headline: string
  /** What goes on behind it. */
  rest: string | undefined
  /** What stands before it: "Recruiting" of "Recruiting: five nurses". */
  label: string
  /** It stands inside its sentence, which is said as a whole. */
  isInside?: true
}

/** The best headline of the lines, of equals the first; undefined if none is short enough. */
export function chooseHeadline(
  lines: readonly Line[],
  isCampaign: boolean,
  isList: boolean,
): Choice | undefined {
  let best: (Choice & { score: number }) | undefined
  const [first] = lines
  const isOfEvent =
    ['advertised', 'invited'].includes(first?.reason ?? '') &&
    (findDate(first?.text ?? '') ?? ownerIn(first?.led ?? '')) !== undefined
  const isIntroduced = pointsOf(first?.text ?? '', 'first line') < 0
  for (const [at, line] of lines.entries()) {
    if (isOfPicture(line) || (!isCampaign && line.isDescribed)) continue
    if (
      !isCampaign &&
      ['continued', undefined].includes(line.reason) &&
      !isAboutCampaign(line.text, line.reason, false) &&
      !isOfCompany(line.text)
    )
      continue
    for (const choice of choicesOf(line)) {
      if (isPart(choice.headline)) continue
      const score =
        (reasons.get(line.reason ?? '') ?? table.other) +
        (at === 0 && line.isWhole && line.reason === undefined && isCampaign ? 30 : 0) +
        scoreOfText(choice.headline, line.reason === 'advertised') +
        pointsOf(choice.headline, at === 0 ? 'first line' : isIntroduced ? 'after introduction' : '') -
        (choice.isInside ? 8 : 0) -
        (at === 0 && isSender(line.text, lines[1]?.text) ? (isList ? 60 : 35) : 0) -
        (at > 0 && isOfEvent && [discount, deals].some((each) => each.test(choice.headline)) ? 30 : 0) -
        2 * at
      if (best === undefined || score > best.score) best = { ...choice, score }
    }
  }
  return best
}

/** "Bramley Physio", above what it offers */
export const senderName =
  /^(?:(?:[^,]{3,30}, )?\p{Lu}[^\s,]*(?: (?:&|\p{Ll}{1,3}|\p{Lu}[^\s,]*))+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana} ]{2,14})$/u
const startsWithFigure = (clause: string) =>
  isEvidence(clause) || (/^[\p{N}\p{Sc}]/u.test(clause) && wordsIn(clause) <= listedWordsMax)
const isSender = (text: string, next = '') =>
  senderName.test(text) &&
  wordsIn(next) > wordsMin &&
  !startsWithFigure(next.split(', ')[0] ?? '') &&
  (!topicsOf(text).has('event') || next.replace(anyMoney, '') !== next)

const isOfPicture = ({ text, reason }: Line) =>
  reason === undefined && !isHardFact(text) && describesScene(text)

const pointsOf = (text: string, place: string) =>
  features
    .filter(({ on, form }) => (on === 'headline' || on === place) && form.test(text))
    .reduce((sum, { points }) => sum + points, 0)

function scoreOfText(text: string, isAsked: boolean): number {
  const has = (test: boolean, score: number) => (test ? score : 0)
  const isOffer = discount.test(text) && wordsIn(text) > 1
  return (
    has(isOffer && !secondary.test(text) && !form('discountBehind').test(text), 40) +
    has(deals.test(text), wordsIn(text) > 3 ? 10 : -14) +
    has(deadline.test(text) && !discount.test(text), -22) +
    has(aside.test(text) && !namesWeekday(text), -40) +
    has(form('called').test(text) && !isAsked, wordsIn(text) <= 6 || isHardFact(text) ? -22 : -8) +
    has((form('continued').test(text) || findDate(text)?.start === 0) && wordsIn(text) <= 6, -22)
  )
}

/** A line as a headline: whole, up to a mark, or behind a short label. */
function choicesOf(line: Line): Choice[] {
  const { text } = line
  const choices: Choice[] = []
  // "We're opening our second shop" says more than "second shop".
  const announced = form('announcing').exec(line.led)?.[0].trimStart() ?? ''
  const [whole, after] = splitHeadline(announced + text)
  if (announced !== '' && fits(whole)) return [{ line, headline: whole, rest: after, label: '' }]
  // What a company presents is divided before its day.
  const [headline, rest] =
    withoutTerm(text) ?? splitHeadline(text, limits.words - (ownerIn(line.led) === undefined ? 0 : 1))
  if (fits(headline)) choices.push({ line, headline, rest, label: '' })
  const byDay = formsOf('behindDay')
  for (const each of rest === undefined && fits(headline) ? [] : [...formsOf('behindOwner'), ...byDay]) {
    const { label = '', news = '' } = each.exec(text)?.groups ?? {}
    const isDay = byDay.includes(each)
    const [title, more] = splitHeadline(news, limits.words - Number(isDay))
    const isLed = isDay ? isWhen(label) : wrapperOf(`${label} `) === '' && !topicsOf(label).has('event')
    if (wordsIn(news) >= wordsMin && fits(title) && isLed)
      return [{ line, headline: title, rest: more, label: label.replace(indefinite, '') }]
  }
  const [, label = '', labelled = ''] =
    form('labelledDeal').exec(text) ?? /^([^:：、]{2,50})(?::\s|[：、])(.*)$/su.exec(text) ?? []
  const [title, more] = withoutTerm(labelled) ?? splitHeadline(labelled)
  const isPriced =
    ownerIn(line.led) === undefined &&
    priceAhead.exec(` ${more}`)?.index === 0 &&
    wordsIn(label) <= ownerWordsMax
  const isTag =
    labels.test(label) ||
    (!/ |[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(label) &&
      (line.led === '' || /^[^\p{N},]+ [^\p{N},]+$/u.test(title)))
  const isDiscount = discount.test(title)
  const isClause =
    line.reason === 'stated' &&
    wordsIn(label) <= listedWordsMax &&
    /^\p{Ll}(?:[^ ,]* ){3}[^,]*$/u.test(labelled)
  if (
    label !== '' &&
    fits(title) &&
    (!isHardFact(label) || isDiscount) &&
    (isDiscount || isPriced || isTag || isClause || data.companies.includes(label.toLowerCase()))
  )
    choices.unshift({ line, headline: title, rest: more, label })
  const [, advertiser = '', before = ''] = /^(?:(.*), )?([^,:]+?)\s?: $/.exec(line.led) ?? []
  const isTitle = before !== '' && wrapperOf(line.led) === '' && subjectIn(before, limits.words) !== undefined
  const isDetail =
    wordsIn(headline) <= listedWordsMax && !speaks(headline) && /^(?:\p{L}+ )?[\p{Sc}\p{N}]/u.test(headline)
  if (isTitle && (form('startsSaid').test(before) || isDetail || findDate(text)?.start === 0))
    choices.unshift({ line, headline: before, rest: text, label: advertiser })
  const thing = thingIn(text)
  // "Our coworking space", before what it has added
  const isSubject =
    rest !== undefined && form('ofCompany').test(headline) && text.indexOf(thing ?? '') > headline.length
  if (isSubject) choices.length = 0
  if (
    thing !== undefined &&
    (isSubject || !fits(headline) || form('continued').test(headline) || findDate(headline)?.start === 0)
  )
    choices.push({ line, headline: thing, rest: undefined, label: '', isInside: true })
  return choices
}

/** A discount, and what begins with its first or last day: "30% off all coats", "until Sunday, in store". */
function withoutTerm(text: string): [string, string] | undefined {
  const at = text.search(form('term'))
  const [offer, term] = [text.slice(0, at).replace(/,$/, ''), text.slice(at + 1)]
  const isTerm = findDate(term) !== undefined || namesWeekday(term)
  const isOffer = at > 0 && discount.test(offer) && fits(offer) && isReadable(offer)
  return isOffer && isTerm ? [offer, term] : undefined
}

/** "Visite gratuite" of "Le musée offre la visite gratuite à tous". */
function thingIn(text: string): string | undefined {
  const begin = form('offered').exec(text)?.[0].length
  if (begin === undefined) return undefined
  const rest = text.slice(begin)
  const short = rest.slice(0, form('thingEnd').exec(rest)?.index ?? rest.length)
  const [thing] = wordsIn(short) < wordsMin ? splitHeadline(rest) : [short]
  return fits(thing) && isReadable(thing) && !form('continued').test(thing) ? thing : undefined
}

const isOfCompany = (text: string) => form('ofCompany').test(text) && wordsIn(text) > limits.words
