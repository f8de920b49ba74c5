import { remembered } from '../../text/remembered.ts'
import { wordSet } from '../word-set.ts'
import words from './company-name-words.json'

/** Legal forms as written. */
const writtenForms = new Set(words.writtenForms)
const formParts = new Set(words.formParts)
const labels =
  /^(?:firma|company(?: name)?|legal name|registered name|anbieter|betreiber(?:in)?|diensteanbieter|inhaber|raison sociale|dénomination(?: sociale)?|denominación(?: social)?|razón social|razão social|titular|ragione sociale|denominazione|bedrijfsnaam|handelsnaam|verantwortlich|herausgeber|éditeur|editeur|publisher|owner)\s{0,2}[:：]\s{0,3}/i
/** Forms written with spaces, by their first token; all in lower case. */
const spacedForms = Map.groupBy(words.spacedForms, (form) => form.split(' ', 1)[0])
/** Begins a word as a form does, or is one without spaces. */
const formStarts = [...words.writtenForms, ...words.spacedForms].map((form) =>
  RegExp.escape(form.slice(0, 2)),
)
const formStart = new RegExp(`会社|[«„"]|^شركة|^مؤسسة| (?:${formStarts.join('|')})`, 'i')
/** A label or a separator in front of a name. */
const nameStarter = /:$|^[|•·—]$/
const tokensMax = 9
/** Japanese writes the form without a space, before or after the name. */
const joinedForm =
  /[\p{L}\p{N}・&]{1,30}(?:株式会社|合同会社|有限会社)|(?:株式会社|合同会社|有限会社)[\p{L}\p{N}・&]{1,30}/u

/** `は` and `が` after a name begin the rest of a sentence. */
const particle = /(?<=.{4}[\p{scx=Han}\p{scx=Kana}a-z\d])(?:は|が|を|では|とは|の(?=\p{scx=Han})).*$/iu
/** A match of the greatest length is cut from a sentence. */
const joinedMax = 28
/** Before a name in quotes: `ООО «СтройМастер»`. */
const quotedForm = /(?<!\p{L})(?:ООО|ОАО|АО|ЗАО|ПАО|ИП|ТОВ|ПП|ФОП) [«"„][^«»"“”]{2,60}[»"“”]/u
/** `شركة النور للمقاولات`, alone in a title, a heading or a line. */
const arabicForm = /^(?:شركة|مؤسسة)(?: [\p{Script=Arabic}&]{2,20}){1,5}$/u

/** `Nordwind Segel GmbH` of `Firma: Nordwind Segel GmbH, Kiel`; undefined when the text contains no such name. */
export const nameWithForm = (text: string): string | undefined =>
  formStart.test(text) ? readName(text) : undefined

const readName = remembered((text): string | undefined => {
  const joined = joinedForm.exec(text)?.[0].replace(particle, '')
  if (joined !== undefined) return joined.length > joinedMax ? undefined : joined
  const other = (quotedForm.exec(text) ?? arabicForm.exec(text))?.[0]
  if (other !== undefined) return other
  const label = labels.exec(text)?.[0] ?? ''
  const rest = text.slice(label.length)
  const tokens = rest.split(' ')
  const at = tokens.findIndex((_, index) => index > 0 && formLength(tokens, index) > 0)
  const start = 1 + tokens.slice(0, Math.max(at, 0)).findLastIndex((token) => nameStarter.test(token))
  if (at <= start || at - start > tokensMax || isState(tokens, at)) return undefined
  let end = at + formLength(tokens, at) - 1
  while (
    end + 1 < tokens.length &&
    !/[,;:.]$/.test(formEnd(tokens[end])) &&
    formParts.has(bare(tokens[end + 1] ?? ''))
  )
    end++
  const isInSentence = /^\p{Ll}/u.test(tokens[end + 1] ?? '') && preposition.test(tokens[start] ?? '')
  const name = tokens.slice(start + Number(isInSentence && at > start + 1), end + 1)
  if (!tokens.slice(start, at).every(isNameToken) || isTitle(tokens, at)) return undefined
  return bare(name.join(' '))
})

/** Begins a sentence with a company, as in `At Acme Ltd we`. */
const preposition =
  /^(?:At|In|With|For|From|By|Bei|Mit|Für|Von|Chez|Avec|Pour|Con|Da|Presso|Per|Bij|Voor|Hos|Med|Em|Com|En)$/

/** `CIO` of `At Acme, CIO services` is a chief information officer. */
const isTitle = (tokens: readonly string[], at: number) =>
  bare(tokens[at] ?? '') === 'CIO' &&
  (/,$/.test(tokens[at - 1] ?? '') || /^\p{L}/u.test(tokens[at + 1] ?? ''))

/** `SE` of `Aracaju - SE` is a state. */
const isState = (tokens: readonly string[], at: number) =>
  /^[–—-]$/.test(tokens[at - 1] ?? '') && /^\p{Lu}{2}$/u.test(bare(tokens[at] ?? ''))

/** The number of tokens of the form that begins at `at`. */
function formLength(tokens: readonly string[], at: number): number {
  if (writtenForms.has(bare(tokens[at] ?? ''))) return 1
  const forms = spacedForms.get((tokens[at] ?? '').toLowerCase())
  if (forms === undefined) return 0
  const text = tokens
    .slice(at, at + 4)
    .join(' ')
    .toLowerCase()
  return forms.find((form) => startsWithForm(text, form))?.split(' ').length ?? 0
}

const startsWithForm = (text: string, form: string) =>
  text.startsWith(form) && !/^[\p{L}\p{N}]/u.test(text.slice(form.length))

function formEnd(token: string | undefined): string {
  return writtenForms.has(token ?? '') || formParts.has(token ?? '') ? '' : (token ?? '')
}

/** Without a trailing comma; the point of `Inc.` stays. */
function bare(text: string): string {
  return /[,;:|)]$/.test(text) && !text.endsWith('(haftungsbeschränkt)') ? text.slice(0, -1) : text
}

const small = wordSet(
  '& und and et e y i og och of the de des du der die das für for la le les di del von van zum zur am im + – - a',
)

function isNameToken(token: string, index: number): boolean {
  if (writtenForms.has(bare(token)) || formParts.has(bare(token))) return true
  if (index > 0 && small.has(token)) return true
  return (
    /^[\p{Lu}\p{N}"„“«(&]/u.test(token) ||
    (/^\p{Ll}+[\p{Lu}\p{N}.]/u.test(token) && token.length < 20) ||
    /^\p{Lo}/u.test(token)
  )
}
