import data from './missing-parts.json'
import { oneOf, pattern, wordEnd, wordStart } from './one-of.ts'

const { askedFor: words, calls, message } = data
const wordsMax = 5
const more = `(?: (?:[^\\s,.;:!?]|[.:](?=[\\p{L}\\p{N}]))+){0,${wordsMax}}`
const end = '(?=[,.;!?]|$)'
const people = oneOf([...message.people, ...words.people])
/** "Tisch reservieren", "réserver en ligne" */
const call = `(?:${oneOf(words.calls)}(?: [^\\s,.;:!?]+){0,3}?|(?:[^\\s,.;:!?]+ ){0,3}?${oneOf([...calls.infinitives, ...words.infinitives])})(?=[,.;:!?]|$)`
/** What of a brief asks readers to do something, without saying it to them. */
const forms = [
  // "Asking people to donate 10 euros"
  pattern`(?:,?(?: and)? ${message.asking} ${people}(?: to)?|(?:^|[.!?] )${people} (?:should|must|ought to)(?: be (?:invited|asked|encouraged) to)?) (?<call>\p{Ll}+${more})(?=[,.;:!?](?![\p{L}\p{N}])|(?<=\.\S+) to |$)`,
  // "Please invite them to register on school.example", "Roep mensen op om zich in te schrijven"
  pattern`${wordStart}${words.verbs} (?:${words.people} to|${words.publics}(?: ${words.links}|,)) (?<call>(?-i:\p{Ll})[^\s,.;:!?]*${more})${end}`,
  // "Il faut donner envie de réserver en ligne"
  pattern`(?:\p{L}+ ){0,2}${words.wishing} (?<call>(?-i:\p{Ll})[^\s,.;:!?]*${more})${end}`,
  // "Les candidats peuvent postuler jusqu'au 30 juin"
  pattern`${wordStart}${words.candidates}(?: \p{L}+)? ${words.can} (?<call>${words.calls})${wordEnd}`,
  // "Ze moeten een proefrit boeken", "dass sich Leute bewerben"
  pattern`${wordStart}(?:${words.publics} ${words.must}|${message.thats} (?:${words.reflexives} )?${words.publics}) (?<call>${call})`,
  // "Pour postuler, il suffit d'appeler"
  pattern`${wordStart}${words.purposes} (?<call>${words.calls}(?: \p{Ll}+){0,2}?)(?=[,.;:!?]|$)`,
  pattern`(?:^|[.!?,;:\n] (?:and )?)${words.goalVerbs} (?<noun>${Object.values(words.goals).flat()})${end}`,
]
const reflexive = pattern`^${words.reflexives} `
const article = pattern`^${data.sentence.articles} `
/** "Kaarten te kopen", "in te schrijven", "einen Tisch zu reservieren". */
const infinitive = /^(?:(?<what>.+) )?(?:te|zu) (?<verb>\p{L}+)$/u

interface AskedFor {
  start: number
  end: number
  call: string
  /** As it stands in the brief. */
  said: string
}

/** What a brief asks readers to do, without saying it to them, as the words of a button. */
export function askedFor(text: string): AskedFor | undefined {
  const match = forms.map((form) => form.exec(text)).find((found) => found !== null)
  if (match == null) return undefined
  const { call = '', noun = '' } = match.groups ?? {}
  const found = Object.entries(words.goals).find(([, nouns]) => nouns.includes(noun.toLowerCase()))
  const start = match.index
  return { start, end: start + match[0].length, call: found?.[0] ?? imperative(call), said: call }
}

/** The infinitives of Dutch and German without "te" and "zu", and without an article. */
function imperative(call: string): string {
  const plain = call.replace(reflexive, '')
  const { what, verb } = infinitive.exec(plain)?.groups ?? {}
  if (verb === undefined) return plain.replace(article, '')
  return what === undefined ? verb : `${what}${words.detached.includes(what) ? '' : ' '}${verb}`
}
