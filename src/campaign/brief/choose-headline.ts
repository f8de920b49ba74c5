import { findDate, namesWeekday } from '../compose/layouts/dates.ts'
import { topicsOf } from '../compose/read-copy.ts'
import { describesScene, indefinite, isAboutCampaign } from './about-campaign.ts'
import { speaks } from './copy-line.ts'
import { anyMoney, dealOfWords, deals, priceAhead, secondary } from './find-offer.ts'
import { isEvidence, isHardFact, type Line } from './lines.ts'
import data from './missing-parts.json'
import { anyWord, oneOf, pattern, wordEnd, wordStart } from './one-of.ts'
import { wrapperOf } from './picture-requests.ts'
import { ownerIn } from './sentence-forms.ts'
import { isReadable, wordsIn } from './sentences.ts'
import { apposed, fits, limits, splitHeadline, wordsMin } from './split-headline.ts'
import { isContact } from './take-call.ts'
import { labels, subjectIn } from './take-eyebrow.ts'

const { message, price, said } = data
const { articles, holds, notDoing, places, possessives, seeks, there, we } = data.sentence
/** "Not valid with other offers", "It's free for teams", "Each euro is donated", "Join us!", "Tickets £18" */
const aside = pattern`${anyWord(message.conditions)}|^(?:${[...message.referring, ...message.every]}|${message.pronouns} ${data.sentence.is}) |^${message.farewells}[^,:]{0,12}$|^${price.things}:? (?=${anyMoney.source})`
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
const selfIntroduction = pattern`^(?:${message.selfs}) |」です。?$`
/** "Gratis, inschrijven hoeft niet" */
const onlyFree = pattern`^${message.free}(?:[,.]|$)`
const called = pattern`^${data.calls.verbs} `
/** "Am Samstag, 20. September ist Tag der offenen Tür", "vanaf 1 september kun je bij ons ..." */
const behindDay = pattern`^(?<label>.{3,45}?),? (?:${[...there, ...data.sentence.is, ...data.sentence.youCan, ...data.sentence.weHold]}) (?:${data.sentence.atUs} )?(?:${[...articles, ...possessives]} |l['’])?(?!${data.date.from} \d)(?<news>.+)$`
/** "Dès le 2 mai, paniers de légumes à 15 €" */
const behindLead = pattern`^(?<label>${[...data.date.deadline, ...data.date.from]} [^,]{3,30}), (?<news>.+)$`
const name = '(?-i:\\p{Lu}[^\\s,]*(?: \\p{Lu}[^\\s,]*)*)'
/** What stands behind who speaks, or behind when it is, as far as it is no headline together with that. */
const ledNews = [
  // "Penny, an app that ..."
  pattern`^(?<label>${name}), (?<news>(?:${message.indefinites}|the|our) [^,:]{4,58}(?:[,:] .+)?)$`,
  // "We're a vet in Aberdare and from Monday we have ...", "wir sind ein Optiker und verkaufen ..."
  pattern`^${message.selfs} (?<label>[^,.:;]{3,60}?),? ${message.ands} (?:(?:${[...data.sentence.sells, ...seeks]}|(?!${notDoing} )(?-i:\p{Ll}+(?:en|ons|mos|iamo))) (?:${articles} )?(?<news>.+)|(?<news>(?:${[...we, ...data.date.from, ...data.date.deadline]})(?:['’]\p{L}+)? .+))$`,
  behindDay,
  behindLead,
  // "Our budgeting app Pennywise now splits bills with friends"
  pattern`^${possessives} (?<label>(?:(?-i:\p{Ll}\S*) ){0,3}${name}(?: ${places} ${name})?) (?<news>${message.nows} .+)$`,
  // "Our charity, Second Chance Dogs, is looking for homes"
  pattern`^${possessives} [^,]{3,30}, (?<label>${name}), (?:${data.sentence.is} )?(?<news>.+)$`,
  // "Iron Yard gym in Leeds, no contract ever, ..."
  pattern`^(?<label>${name}(?<= \S+)(?: \p{Ll}+){0,2} ${places} ${name}), (?<news>(?:[^\s,\p{N}]+ ){2}.+)$`,
  // "Dashboards for our B2B customers: ..." says who is to read it.
  pattern`^(?<label>[^:\p{N}]{2,50}?) ${message.forWhom} (?:(?:[\p{L}\p{N}-]+ ){0,3}${[...message.people, ...message.audiences]}): (?<news>.+)$`,
  // "Our team in Basel is looking for two engineers (Go, Postgres)"
  pattern`^(?:[^\s,.:]+ ){2,}?${seeks} (?:${we} )?(?<news>.+)$`,
]
const dayWordsMax = 6
const isWhen = (text: string) =>
  wordsIn(text) <= dayWordsMax &&
  (namesWeekday(text) || (findDate(text)?.start ?? dayWordsMax * 2) < dayWordsMax * 2)
/** "For twelve years we have roasted coffee": before the news. */
const background = pattern`^${data.date.sinceWhen} (?:\S+ ){0,4}?(?:${data.date.years}|\p{N}{4}),? (?:\S+ )?(?:${data.sentence.we}|\p{L}{2,}(?:[aei]mos|iamo))${wordEnd}`
/** "We're opening our" */
const announcing = pattern`(?:^| )(?:we|i)(?:['’]re|['’]m| are| am) ${data.sentence.announces} (?:(?:${[...data.sentence.possessives, ...data.sentence.articles]}) )?$`
const startsSaid = pattern`^${said}(?![\p{L}\p{N}])`
const discount = new RegExp(
  `\\p{N} ?% ?${oneOf(['off', 'オフ', ...price.discounts, ...price.discounted.map((word) => `${word} `)])}|${oneOf(price.discounts)}(?: \\p{L}+)? \\p{N}+ ?%|割引|[折引]|${dealOfWords}`,
  'iu',
)
/** "First lesson free and 20% off" */
const discountBehind = pattern` ${message.ands} [^,]{0,8}\p{N} ?%`
/** "Autumn offer, three nights for the price of two" */
const labelledDeal = new RegExp(`^([^:,]{2,50}), ((?:${dealOfWords}).*)$`, 'isu')
const deadline = anyWord(data.date.until)
const continued = pattern`^(?:its|${[...message.referring, ...message.cuts, ...message.ands, ...data.date.deadline]}) |^${data.date.begins} (?:${data.date.on} )?\p{N}`

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
        scoreOfText(choice.headline, line.reason === 'advertised') -
        (choice.isInside ? 8 : 0) -
        (at === 0 && isSender(line.text, lines[1]?.text) ? (isList ? 60 : 35) : 0) -
        (ownName.test(line.text) ? 45 : 0) -
        (at > 0 && isOfEvent && [discount, deals].some((each) => each.test(choice.headline)) ? 30 : 0) -
        2 * at
      if (best === undefined || score > best.score) best = { ...choice, score }
    }
  }
  return best
}

/** "That the van", "32 artists" say too little as a headline. */
const fragment = pattern`^${message.fragments} |^(?:${data.sentence.is} )?\p{N}+ \p{L}+$`

/** "Bramley Physio", above what it offers */
export const senderName =
  /^(?:(?:[^,]{3,30}, )?\p{Lu}[^\s,]*(?: (?:&|\p{Ll}{1,3}|\p{Lu}[^\s,]*))+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana} ]{2,14})$/u
/** "Marlow's, our fish place in Whitby" */
const ownName = pattern`^(?-i:\p{Lu})[^,]{1,30}, ${data.sentence.possessives} `
const startsWithFigure = (clause: string) =>
  isEvidence(clause) || (/^[\p{N}\p{Sc}]/u.test(clause) && wordsIn(clause) <= listedWordsMax)
const isSender = (text: string, next = '') =>
  senderName.test(text) &&
  wordsIn(next) > wordsMin &&
  !startsWithFigure(next.split(', ')[0] ?? '') &&
  (!topicsOf(text).has('event') || next.replace(anyMoney, '') !== next)

const isOfPicture = ({ text, reason }: Line) =>
  reason === undefined && !isHardFact(text) && describesScene(text)

const scoreOf = ({ reason }: Line) => scores[reason ?? ''] ?? 12

function scoreOfText(text: string, isAsked: boolean): number {
  const has = (test: boolean, score: number) => (test ? score : 0)
  const isOffer = discount.test(text) && wordsIn(text) > 1
  return (
    has(isOffer && !secondary.test(text) && !discountBehind.test(text), 40) +
    has(deals.test(text), wordsIn(text) > 3 ? 10 : -14) +
    has(deadline.test(text) && !discount.test(text), -22) +
    has(introducesSelf(text) || background.test(text) || (aside.test(text) && !namesWeekday(text)), -40) +
    has(fragment.test(text), -14) +
    has(called.test(text) && !isAsked, wordsIn(text) <= 6 || isHardFact(text) ? -22 : -8) +
    has((continued.test(text) || findDate(text)?.start === 0) && wordsIn(text) <= 6, -22) +
    has(isContact(text), -60) +
    has(onlyFree.test(text), -30)
  )
}

/** A line as a headline: whole, up to a mark, or behind a short label. */
function choicesOf(line: Line): Choice[] {
  const { text } = line
  const choices: Choice[] = []
  // "We're opening our second shop" says more than "second shop".
  const announced = announcing.exec(line.led)?.[0].trimStart() ?? ''
  const [whole, after] = splitHeadline(announced + text)
  if (announced !== '' && fits(whole)) return [{ line, headline: whole, rest: after, label: '' }]
  // What a company presents is divided before its day.
  const [headline, rest] = splitHeadline(text, limits.words - (ownerIn(line.led) === undefined ? 0 : 1))
  if (fits(headline)) choices.push({ line, headline, rest, label: '' })
  for (const form of rest === undefined && fits(headline) ? [] : ledNews) {
    const { label = '', news = '' } = form.exec(text)?.groups ?? {}
    const isDay = form === behindDay || form === behindLead
    const [title, more] = splitHeadline(news, limits.words - Number(isDay))
    const isLed = isDay ? isWhen(label) : wrapperOf(`${label} `) === '' && !topicsOf(label).has('event')
    if (wordsIn(news) >= wordsMin && fits(title) && isLed)
      return [{ line, headline: title, rest: more, label: label.replace(indefinite, '') }]
  }
  const [, label = '', labelled = ''] =
    labelledDeal.exec(text) ?? /^([^:：、]{2,50})(?::\s|[：、])(.*)$/su.exec(text) ?? []
  const [title, more] = splitHeadline(labelled)
  const isPriced =
    ownerIn(line.led) === undefined &&
    priceAhead.exec(` ${more}`)?.index === 0 &&
    wordsIn(label) <= ownerWordsMax
  const isTag =
    labels.test(label) ||
    (!/ |[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(label) &&
      (line.led === '' || /^[^\p{N},]+ [^\p{N},]+$/u.test(title)))
  const isClause =
    line.reason === 'stated' &&
    wordsIn(label) <= listedWordsMax &&
    /^\p{Ll}(?:[^ ,]* ){3}[^,]*$/u.test(labelled)
  if (
    label !== '' &&
    fits(title) &&
    !isHardFact(label) &&
    (discount.test(title) || isPriced || isTag || isClause || data.companies.includes(label.toLowerCase()))
  )
    choices.unshift({ line, headline: title, rest: more, label })
  const [, advertiser = '', before = ''] = /^(?:(.*), )?([^,:]+?)\s?: $/.exec(line.led) ?? []
  const isTitle = before !== '' && wrapperOf(line.led) === '' && subjectIn(before, limits.words) !== undefined
  const isDetail =
    wordsIn(headline) <= listedWordsMax && !speaks(headline) && /^(?:\p{L}+ )?[\p{Sc}\p{N}]/u.test(headline)
  if (isTitle && (startsSaid.test(before) || isDetail || findDate(text)?.start === 0))
    choices.unshift({ line, headline: before, rest: text, label: advertiser })
  const thing = thingIn(text)
  // "Our coworking space", before what it has added
  const isSubject =
    rest !== undefined && ofCompany.test(headline) && text.indexOf(thing ?? '') > headline.length
  if (isSubject) choices.length = 0
  if (
    thing !== undefined &&
    (isSubject || !fits(headline) || continued.test(headline) || findDate(headline)?.start === 0)
  )
    choices.push({ line, headline: thing, rest: undefined, label: '', isInside: true })
  return choices
}

/** "The museum opens", "eröffnen wir", "apriamo", "we launch" */
const verb = `(?:(?<!${wordStart}${oneOf(articles)} )${oneOf(holds)}|(?!${oneOf(notDoing)}${wordEnd})\\p{L}+ ${oneOf(we)}|${oneOf(we)}(?:['’]re| are)? (?!${oneOf(notDoing)}${wordEnd})\\p{L}+|\\p{L}{2,}(?:[aei]mos|iamo))`
const hoursAhead =
  '(?:(?:von|from|de|dalle|das|van|entre|zwischen) [\\d:.h]+(?: (?:uhr|h|bis|a|alle|às|to|tot|und|and|y|pm|am|[\\d:.h]+))* )?'
const offered = pattern`^.{0,80}?${wordStart}${verb} ${hoursAhead}(?:${data.date.on} (?:\p{L}+,? )?\p{N}{1,2}\.? (?:de )?\p{L}+,? )?(?:(?:${[...articles, ...possessives]}) |l['’])*`
const thingEnd = pattern`[,;:!?(]|(?<!\d)\.| (?=${[...message.cuts, ...message.ands, ...data.sentence.places]} )`

/** "Visite gratuite" of "Le musée offre la visite gratuite à tous". */
export function thingIn(text: string): string | undefined {
  const begin = offered.exec(text)?.[0].length
  if (begin === undefined) return undefined
  const rest = text.slice(begin)
  const short = rest.slice(0, thingEnd.exec(rest)?.index ?? rest.length)
  const [thing] = wordsIn(short) < wordsMin ? splitHeadline(rest) : [short]
  return fits(thing) && isReadable(thing) && !continued.test(thing) ? thing : undefined
}

/** "Our studio repairs leather shoes": of the company that speaks. */
const ofCompany = pattern`^(?:(?:o|a|os|as|il|la|i|le) )?${data.sentence.possessives} `
const isOfCompany = (text: string) => ofCompany.test(text) && wordsIn(text) > limits.words
