import { findDate, isWeekday } from '../compose/layouts/dates.ts'
import { topicsOf } from '../compose/read-copy.ts'
import { describesScene, indefinite, isAboutCampaign } from './about-campaign.ts'
import { speaks } from './copy-line.ts'
import { anyMoney, dealOfWords, deals, priceAhead, secondary } from './find-offer.ts'
import { isHardFact, type Line } from './lines.ts'
import data from './missing-parts.json'
import { anyWord, oneOf, pattern, wordEnd, wordStart } from './one-of.ts'
import { wrapperOf } from './picture-requests.ts'
import { ownerIn } from './sentence-forms.ts'
import { isReadable, wordsIn } from './sentences.ts'
import { subjectIn } from './take-eyebrow.ts'

const { message, price, said } = data
/** Of a headline that the brief does not name; scripts without spaces have fewer letters. */
const limits = { words: 9, whole: 11, chars: 62, unspaced: 22, best: 52 }
const wordsMin = 2
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u
/** Marks where a sentence divides, and words that begin a clause. */
const mark = new RegExp(`(?: ${oneOf(message.please)})?(?:[,:]\\s|\\s[–—-]\\s)|[、：，]`, 'giu')
/** "is on", "ist am" */
const isAt = `${oneOf(data.sentence.is)} ${oneOf([...data.sentence.places, ...data.sentence.beforeDate])}`
const startsWithIs = pattern`^${data.sentence.is} (?=${[...data.sentence.places, ...data.sentence.beforeDate]} )`
const softBorder = new RegExp(
  ` (?=(?:${oneOf([...message.cuts, ...message.every, ...data.sentence.returns, ...message.held])}|${isAt}) )`,
  'giu',
)
/** "A, B and C" is one thing. */
const listed = pattern`^(?:\S+ ){0,2}?${message.ands} `
const andBefore = pattern`^${message.ands} `
const apposed = pattern`^(?:${message.indefinites}|the|our) `
/** "... for our B2B customers", before a colon, says who is to read it. */
const audienceTail = pattern` ${message.forWhom} (?:(?:[\p{L}\p{N}-]+ ){0,3}${[...message.people, ...message.audiences]})$`
/** "Not valid with other offers" */
const condition = anyWord(message.conditions)
/** "No longer have to export anything" says more without "by hand". */
const denial = anyWord(message.denials)
const listedWordsMax = 4
export const introducesSelf = (text: string) => selfIntroduction.test(text)
/** "Bakery in Bath" of "We are a bakery in Bath". */
export const withoutSelf = (text: string) =>
  introducesSelf(text) && !text.includes(',')
    ? text
        .replace(selfIntroduction, '')
        .replace(indefinite, '')
        .replace(/[.。!]$/u, '')
    : undefined
/** Of who or what offers something, before a colon. */
const ownerWordsMax = 6
const selfIntroduction = pattern`^(?:${message.selfs}) `
const called = pattern`^${data.calls.verbs} `
const startsSaid = pattern`^${said}(?![\p{L}\p{N}])`
const discount = new RegExp(
  `\\p{N} ?% ?${oneOf(['off', 'オフ', ...price.discounts, ...price.discounted.map((word) => `${word} `)])}|${oneOf(price.discounts)}(?: \\p{L}+)? \\p{N}+ ?%|割引|[折引]|${dealOfWords}`,
  'iu',
)
/** "First lesson free and 20% off" */
const discountBehind = pattern` ${message.ands} [^,]{0,8}\p{N} ?%`
/** "Autumn offer, three nights for the price of two" */
const labelledDeal = new RegExp(`^([^:,]{2,50}), ((?:${dealOfWords}).*)$`, 'isu')
/** "Tickets £18" */
const ticketPrice = pattern`^${price.things}:? (?=${anyMoney.source})`
/** " le " of "le samedi 14 mars" */
const beforeDate = pattern` (?:${[...data.date.on, ...data.sentence.beforeDate]} )?$`
const beforeDay = new RegExp(
  ` ${oneOf([...data.date.on, ...data.sentence.beforeDate])} (\\p{L}+)(?= \\p{N})`,
  'giu',
)
const deadline = anyWord(data.date.until)
const continued = pattern`^(?:its|${[...message.referring, ...message.cuts, ...message.ands, ...data.date.deadline]}) `

/** "Starts 6 May" */
const starting = pattern`^${data.date.begins} (?:${data.date.on} )?\p{N}`

const scores: Readonly<Record<string, number>> = {
  said: 60,
  invited: 42,
  stated: 40,
  spoken: 40,
  advertised: 28,
  continued: 5,
}

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
      const score =
        scoreOf(line) +
        (at === 0 && line.isWhole && line.reason === undefined && isCampaign ? 30 : 0) +
        scoreOfText(choice.headline, at === 0, line.reason === 'advertised') -
        (choice.isInside ? 8 : 0) -
        (at === 0 && isList && isSender(line.text, lines[1]?.text) ? 60 : 0) -
        (at > 0 && isOfEvent && [discount, deals].some((each) => each.test(choice.headline)) ? 30 : 0) -
        2 * at
      if (best === undefined || score > best.score) best = { ...choice, score }
    }
  }
  return best
}

/** Before a day: "Abrimos el" */
const leadCharsMax = 12
const fragment = pattern`^${message.fragments} |^(?:${data.sentence.is} )?\p{N}+ \p{L}+$`
/** "That the van", "32 artists", "Saturday 17 May" say too little as a headline. */
export const isFragment = (text: string) =>
  fragment.test(text) || (findDate(text)?.end === text.length && (findDate(text)?.start ?? 0) <= leadCharsMax)

/** "Bramley Physio", above what it offers */
export const senderName =
  /^(?:(?:[^,]{3,30}, )?\p{Lu}[^\s,]*(?: (?:&|\p{Ll}{1,3}|\p{Lu}[^\s,]*))+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana} ]{2,14})$/u
const isSender = (text: string, next = '') =>
  senderName.test(text) &&
  wordsIn(next) > wordsMin &&
  !/^[\p{N}\p{Sc}]/u.test(next) &&
  findDate(next)?.start !== 0 &&
  (!topicsOf(text).has('event') || next.replace(anyMoney, '') !== next)

const isOfPicture = ({ text, reason }: Line) =>
  reason === undefined && !isHardFact(text) && describesScene(text)

const scoreOf = ({ reason }: Line) => scores[reason ?? ''] ?? 12

function scoreOfText(text: string, isFirst: boolean, isAsked: boolean): number {
  const has = (test: boolean, score: number) => (test ? score : 0)
  const isOffer = discount.test(text) && wordsIn(text) > 1
  return (
    has(isOffer && !secondary.test(text) && !discountBehind.test(text), 40) +
    has(isOffer && secondary.test(text) && !isFirst, -20) +
    has(deals.test(text), wordsIn(text) > 3 ? 10 : -14) +
    has(text.replace(anyMoney, '') !== text && !discount.test(text) && wordsIn(text) <= 5, -14) +
    has(deadline.test(text) && !discount.test(text), -22) +
    has(introducesSelf(text) || condition.test(text), -40) +
    has(called.test(text) && !isAsked, wordsIn(text) <= 6 || isHardFact(text) ? -22 : -8) +
    has(
      (continued.test(text) || starting.test(text) || findDate(text)?.start === 0) && wordsIn(text) <= 6,
      -22,
    ) +
    has(ticketPrice.test(text), -24)
  )
}

/** A line as a headline: whole, up to a mark, or behind a short label. */
function choicesOf(line: Line): Choice[] {
  const { text } = line
  const choices: Choice[] = []
  // What a company presents is divided before its day.
  const [headline, rest] = splitHeadline(text, limits.words - (ownerIn(line.led) === undefined ? 0 : 1))
  if (fits(headline)) choices.push({ line, headline, rest, label: '' })
  // "We're a vet in Aberdare and from Monday we have ..."
  const owner = rest === undefined ? undefined : withoutSelf(headline)
  const news = owner === undefined ? undefined : andBefore.exec(rest ?? '')?.[0].length
  if (owner !== undefined && news !== undefined) {
    const [title, more] = splitHeadline(rest?.slice(news) ?? '')
    if (fits(title)) return [{ line, headline: title, rest: more, label: owner }]
  }
  const [, label = '', labelled = ''] =
    labelledDeal.exec(text) ?? /^([^:：、]{2,50})(?::\s|[：、])(.*)$/su.exec(text) ?? []
  const [title, more] = splitHeadline(labelled)
  const forWhom = /^[^:]{2,30}? (?=\S)/u.test(label) ? audienceTail.exec(label) : null
  if (forWhom !== null && fits(title) && title !== '' && !isHardFact(label) && wrapperOf(`${label} `) === '')
    return [{ line, headline: title, rest: more, label: label.slice(0, forWhom.index) }]
  const isPriced = priceAhead.exec(` ${more}`)?.index === 0 && wordsIn(label) <= ownerWordsMax
  const isTag =
    !/ |[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(label) &&
    (line.led === '' || /^[^\p{N},]+ [^\p{N},]+$/u.test(title))
  const isClause =
    line.reason === 'stated' &&
    wordsIn(label) <= listedWordsMax &&
    /^\p{Ll}(?:[^ ,]* ){3}[^,]*$/u.test(labelled)
  if (
    label !== '' &&
    fits(title) &&
    !isHardFact(label) &&
    (discount.test(title) || isPriced || isTag || isClause)
  )
    choices.unshift({ line, headline: title, rest: more, label })
  const [, advertiser = '', before = ''] = /^(?:(.*), )?([^,:]+?)\s?: $/.exec(line.led) ?? []
  const isTitle = before !== '' && wrapperOf(line.led) === '' && subjectIn(before, limits.words) !== undefined
  const isDetail =
    wordsIn(headline) <= listedWordsMax && !speaks(headline) && /^(?:\p{L}+ )?[\p{Sc}\p{N}]/u.test(headline)
  if (isTitle && (startsSaid.test(before) || isDetail || findDate(text)?.start === 0))
    choices.unshift({ line, headline: before, rest: text, label: advertiser })
  const thing = thingIn(text)
  if (thing !== undefined && (!fits(headline) || continued.test(headline) || findDate(headline)?.start === 0))
    choices.push({ line, headline: thing, rest: undefined, label: '', isInside: true })
  return choices
}

const { articles, holds, notDoing, possessives, we } = data.sentence
/** "The museum opens", "eröffnen wir", "apriamo", "we launch" */
const verb = `(?:(?<!${wordStart}${oneOf(articles)} )${oneOf(holds)}|(?!${oneOf(notDoing)}${wordEnd})\\p{L}+ ${oneOf(we)}|${oneOf(we)}(?:['’]re| are)? (?!${oneOf(notDoing)}${wordEnd})\\p{L}+|\\p{L}{2,}(?:[aei]mos|iamo))`
const hoursAhead =
  '(?:(?:von|from|de|dalle|das|van|entre|zwischen) [\\d:.h]+(?: (?:uhr|h|bis|a|alle|às|to|tot|und|and|y|pm|am|[\\d:.h]+))* )?'
const offered = pattern`^.{0,80}?${wordStart}${verb} ${hoursAhead}(?:(?:${[...articles, ...possessives]}) )*`
const thingEnd = pattern`[,;:!?(]|(?<!\d)\.| (?=${[...message.cuts, ...message.ands, ...data.sentence.places]} )`

/** "Visite gratuite" of "Le musée offre la visite gratuite à tous". */
export function thingIn(text: string): string | undefined {
  const begin = offered.exec(text)?.[0].length
  if (begin === undefined) return undefined
  const rest = text.slice(begin)
  const thing = rest.slice(0, thingEnd.exec(rest)?.index ?? rest.length)
  return fits(thing) && isReadable(thing) && !continued.test(thing) ? thing : undefined
}

/** "Our studio repairs leather shoes": of the company that speaks. */
const ofCompany = pattern`^(?:(?:o|a|os|as|il|la|i|le) )?${data.sentence.possessives} `
const isOfCompany = (text: string) => ofCompany.test(text) && wordsIn(text) > limits.words

const fits = (text: string) =>
  /\p{L}{2}/u.test(text) &&
  (unspaced.test(text)
    ? text.length <= limits.unspaced
    : (wordsIn(text) <= limits.whole || text.length <= limits.best + 4) && text.length <= limits.chars)

/** The first part of a text that is short enough for a headline, and the rest of it. */
export function splitHeadline(text: string, wordsMax = limits.words): [string, string | undefined] {
  const date = findDate(text)
  const isInDate = (index: number) => date !== undefined && index > date.start && index < date.end
  const marks = Array.from(text.matchAll(mark)).filter(
    ({ 0: sign, index }) => !isInDate(index) && !(sign === ', ' && isInList(text, index)),
  )
  const max = unspaced.test(text) ? limits.unspaced : limits.chars
  const near = marks.filter(({ 0: sign, index }) => {
    const words = wordsIn(text.slice(0, index))
    return (
      (words >= wordsMin || (sign === ': ' && index >= 5) || unspaced.test(text) || isName(text, index)) &&
      (words <= (sign === ': ' ? limits.whole : limits.words) || index <= limits.best + 4) &&
      index <= max
    )
  })
  const first = near[0]
  const price = priceAhead.exec(text)?.index ?? 0
  if (
    price > 0 &&
    (first === undefined || price < first.index) &&
    wordsIn(text.slice(0, price)) >= wordsMin &&
    fits(text.slice(0, price))
  )
    return [text.slice(0, price), text.slice(price + 1)]
  // A short sentence that nothing divides, or only once, stays whole.
  const isShort =
    fits(text) &&
    wordsMax === limits.words &&
    marks.length <= 1 &&
    !text.includes(': ') &&
    text.length <= limits.best &&
    wordsIn(text) <= limits.words &&
    date === undefined
  if (isShort || (marks.length === 0 && fits(text) && wordsMax === limits.words)) return [text, undefined]
  if (first !== undefined)
    return [text.slice(0, first.index).trimEnd(), text.slice(first.index + first[0].length)]
  const led = date && beforeDate.exec(text.slice(0, date.start))
  const borders = [
    ...Array.from(text.matchAll(softBorder), ({ index }) => index),
    ...(led ? [led.index] : []),
    ...Array.from(text.matchAll(beforeDay)).flatMap(({ 1: day = '', index }) =>
      isWeekday(day) ? [index] : [],
    ),
  ]
  const soft = borders
    .toSorted((one, other) => one - other)
    .filter((index) => {
      const head = text.slice(0, index)
      return (
        !isInDate(index) && wordsIn(head) >= wordsMin && fits(head) && isReadable(head) && !denial.test(head)
      )
    })
  const place = soft.findLast((index) => wordsIn(text.slice(0, index)) <= wordsMax) ?? soft.at(-1)
  return place === undefined
    ? [text, undefined]
    : [text.slice(0, place).replace(/[,;:]$/, ''), text.slice(place + 1).replace(startsWithIs, '')]
}

/** "Penny, an app that ..." */
const isName = (text: string, index: number) => /^\p{Lu}/u.test(text) && apposed.test(text.slice(index + 2))

/** Whether a comma divides "A, B and C" or "A, B, C". */
const isInList = (text: string, index: number) => listed.test(text.slice(index + 2).split(', ', 1)[0] ?? '')
