import { remembered } from '../../text/remembered.ts'
import words from './company-name-words.json'

/** Legal forms as written. */
const writtenForms = new Set(words.writtenForms)
const formParts = new Set(words.formParts)
const labels =
  /^(?:firma|company(?: name)?|legal name|registered name|anbieter|betreiber(?:in)?|diensteanbieter|inhaber|raison sociale|dénomination(?: sociale)?|denominación(?: social)?|razón social|titular|ragione sociale|denominazione|bedrijfsnaam|handelsnaam|verantwortlich|herausgeber|éditeur|editeur|publisher|owner)\s{0,2}[:：]\s{0,3}/i
const tokensMax = 9
/** Japanese writes the form without a space, before or after the name. */
const joinedForm =
  /[\p{L}\p{N}・&]{1,30}(?:株式会社|合同会社|有限会社)|(?:株式会社|合同会社|有限会社)[\p{L}\p{N}・&]{1,30}/u

/** `Nordwind Segel GmbH` of `Firma: Nordwind Segel GmbH, Kiel`; undefined when the text contains no such name. */
export function nameWithForm(text: string): string | undefined {
  return text.length <= rememberedMax ? nameInShort(text) : readName(text)
}

const rememberedMax = 200
const nameInShort = remembered(readName)

function readName(text: string): string | undefined {
  const joined = text.includes('会社') ? joinedForm.exec(text)?.[0] : undefined
  if (joined !== undefined) return joined
  const label = labels.exec(text)?.[0] ?? ''
  const rest = text.slice(label.length)
  const tokens = rest.split(' ')
  const at = tokens.findIndex((token, index) => index > 0 && writtenForms.has(bare(token)))
  if (at < 1 || at > tokensMax) return undefined
  let end = at
  while (
    end + 1 < tokens.length &&
    !/[,;:.]$/.test(formEnd(tokens[end])) &&
    formParts.has(bare(tokens[end + 1] ?? ''))
  )
    end++
  const name = tokens.slice(0, end + 1)
  if (!name.every((token, index) => isNameToken(token, index))) return undefined
  return trimComma(name.join(' '))
}

/** The token without a trailing comma; the point of `Inc.` stays. */
function bare(token: string): string {
  return trimComma(token)
}

function formEnd(token: string | undefined): string {
  return writtenForms.has(token ?? '') || formParts.has(token ?? '') ? '' : (token ?? '')
}

function trimComma(text: string): string {
  return /[,;:|)]$/.test(text) && !text.endsWith('(haftungsbeschränkt)') ? text.slice(0, -1) : text
}

const small = new Set(
  '& und and et e y i og och of the de des du der die das für for la le les di del von van zum zur am im + – - a'.split(
    ' ',
  ),
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
