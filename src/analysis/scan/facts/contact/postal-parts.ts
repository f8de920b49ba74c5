import type { Line } from '../../document/lines.ts'

/** A piece of a line between two cuts. */
export interface Part {
  text: string
  line: Line
  from: number
  to: number
}

const addressWords =
  'address|adresse|anschrift|dirección|indirizzo|adres|adress|osoite|endereço|morada|adresa|cím|sede(?: legale)?|siège(?: social)?|' +
  'registered office|head office|headquarters|hq|postanschrift|besucheradresse|postal address|besöksadress|besøksadresse|' +
  'domicilio(?: social)?|العنوان|כתובת|адрес|адреса|διεύθυνση|地址|所在地|住所|주소'
/** Words that may stand before an address, and before other things. */
const placeWords = 'standort|visit(?: us)?|find us(?: at)?|office|location|kontakt|contact|ort'
const labels = new RegExp(`^(?:${addressWords}|${placeWords})\\s?[:：]\\s?`, 'iu')
const addressLabel = new RegExp(`^(?:${addressWords})(?:\\s?[:：]\\s?|$)`, 'iu')

const own =
  'our|unsere?[rmns]?|notre|nos|nuestr[ao]s?|(?:la |il )?nostr[ao]|onze|ons|vårt?|vores?|main|head|registered'
const places =
  'address|offices?|headquarters|hq|studio|shop|store|showroom|workshop|premises|location|gallery|clinic|practice|adresse|' +
  'anschrift|büro|geschäft|laden|werkstatt|praxis|sitz|bureaux?|siège|boutique|atelier|dirección|oficina|tienda|indirizzo|' +
  'sede|ufficio|negozio|adres|kantoor|winkel|kontor|butik'
const ownPlace = `(?:(?:visit|find|come to|besuchen sie) )?(?:${own}) (?:\\p{L}{2,20} )?(?:${places})`
/** `Visit our office`, `Our studio in Leeds`: talk about a place, and no part of its address. */
const placeTalk = new RegExp(`^${ownPlace}(?: (?:in|at|à|en|a) \\p{L}{2,20})?$`, 'iu')
/** The same in front of the street: `Our address is 1 Infinite Loop`, `Visit us at Hill Road 4`. */
const placeLead = new RegExp(
  `^(?:${ownPlace}(?: (?:is|are|lautet|ist|est|está|è))?(?: (?:located|based))?(?: (?:at|in|on))?|` +
    "(?:visit|find|meet) us (?:at|in|on)|we(?:[’']re| are) (?:located |based )?(?:at|in|on)) (?=[^,;]{0,60}\\d)",
  'iu',
)

/** Whether a line begins with talk about where the company is, as no description does. */
export function beginsWithPlace(text: string): boolean {
  return placeLead.test(text) || labels.test(text)
}

/** How long the label is that says that an address follows; 0 without one. */
export function addressLabelLength(text: string): number {
  return addressLabel.exec(text)?.[0].length ?? 0
}

const cutters = new Set([',', '،', '|', '·', '•', '／', '、', ';'])

/** A line's parts between commas, bars, points and spaced dashes, without a label in front. */
export function partsOf(line: Line): Part[] {
  const { text } = line
  if (text.length > 400) return []
  const parts: Part[] = []
  let from = (labels.exec(text) ?? placeLead.exec(text))?.[0].length ?? 0
  const push = (to: number) => {
    let [start, end] = [from, to]
    while (start < end && ' ()–—-'.includes(text.charAt(start))) start++
    while (end > start && ' .–—-'.includes(text.charAt(end - 1))) end--
    if (end > start && !isLabel(text.slice(start, end)))
      parts.push({ text: text.slice(start, end), line, from: start, to: end })
  }
  for (let at = from; at < text.length; at++) {
    const dash = isDash(text, at)
    if (!cutters.has(text.charAt(at)) && !dash && !endsSentence(text, at)) continue
    push(at)
    from = at + (dash ? 3 : 1)
  }
  push(text.length)
  return parts
}

/** A dash with spaces, but for the one in `Bengaluru – 560001`. */
function isDash(text: string, at: number): boolean {
  const spaced =
    text.charAt(at) === ' ' && '–—-'.includes(text.charAt(at + 1) || 'x') && text.charAt(at + 2) === ' '
  return spaced && !/^(?:\d{6}|\d{3} \d{3})(?!\d)/.test(text.slice(at + 3, at + 11))
}

/** `Registered office` of `Registered office: The Old Mill, …`. */
function isLabel(part: string): boolean {
  return part.length < 40 && (labels.test(`${part}:`) || placeTalk.test(part))
}

const wholeWord = /[\p{L}\d)]{4}$/u

/** A colon, or a point behind a whole word or number, with a capital letter after it. */
function endsSentence(text: string, at: number): boolean {
  if (text.charAt(at + 1) !== ' ') return false
  if (text.charAt(at) === ':') return true
  return (
    text.charAt(at) === '.' &&
    /^[\p{Lu}\d]/u.test(text.charAt(at + 2)) &&
    wholeWord.test(text.slice(Math.max(0, at - 4), at)) &&
    !/str$/i.test(text.slice(Math.max(0, at - 4), at))
  )
}

export const patterns = [
  /^(?:\d{6}|\d{3} \d{3})(?!\d)/,
  labels,
  addressLabel,
  placeTalk,
  placeLead,
  wholeWord,
  /^[\p{Lu}\d]/u,
  /str$/i,
]
