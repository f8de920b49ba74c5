import type { Static, TSchema } from '@sinclair/typebox'
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value'
import { problemText } from '../../kernel/http/invalid-request.ts'
import type { FieldProblem } from '../../kernel/runtime/app-error.ts'
import { plainText } from '../text/clean-text.ts'
import { normalWords } from '../text/normal-words.ts'
import { type AnswerField, answerFields, Catalog, Cue, type Product, Scoring } from './catalog.ts'
import { resolveUrl } from './publish-catalog.ts'
import { maxPossible, signalMembers, signalsOf } from './signals-of.ts'

/** `path` is a JSON pointer into the document; `message` is what must hold there, such as `must be unique`. */
export type CatalogVerdict = { catalog: Catalog } | { problems: readonly FieldProblem[] }

/** Checks a whole document; returns every problem with its path. */
export function checkCatalog(document: unknown): CatalogVerdict {
  const problems = [
    ...schemaProblems(Catalog, document),
    ...textProblems(document),
    ...crossProblems(document),
  ]
  return problems.length === 0 && Value.Check(Catalog, document) ? { catalog: document } : { problems }
}

function schemaProblems(schema: TSchema, document: unknown): FieldProblem[] {
  const byPath = new Map<string, FieldProblem>()
  for (const error of Value.Errors(schema, document)) {
    const { path, value } = error
    // One problem per path: the first is the cause of the others.
    if (!byPath.has(path)) byPath.set(path, { path, message: `${ruleOf(error)}: ${stateOf(value)}` })
  }
  return [...byPath.values()]
}

/** The violated rule, in words. */
function ruleOf(error: ValueError): string {
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return 'must not be there'
  if (error.type === ValueErrorType.ObjectRequiredProperty) return 'must be there'
  const { pattern, description } = error.schema
  if (error.type === ValueErrorType.StringPattern && pattern !== '\\S' && description !== undefined)
    return `must be as its description says (${description})`
  return problemText(error)
}

function stateOf(value: unknown): string {
  if (value === undefined) return 'it is missing'
  const text = JSON.stringify(value) ?? String(value)
  return `current value is ${text.length > 80 ? `${text.slice(0, 79)}…` : text}`
}

const parts = Catalog.properties

/**
 * Rules beyond the schema: references resolve, and nothing is duplicated. Parts that violate the schema are skipped, so
 * that problems of both kinds are reported together.
 */
function crossProblems(document: unknown): FieldProblem[] {
  const problems: FieldProblem[] = []
  const note = (path: string, message: string) => problems.push({ path, message })
  const read = membersOf(document)

  const options = new Map<AnswerField, readonly string[]>()
  const questions = membersOf(read('questions'))
  for (const field of answerFields) {
    const question = questions(field)
    if (!Value.Check(parts.questions.properties[field], question)) continue
    options.set(field, question.options)
    checkOptions(question.options, `/questions/${field}/options`, note)
  }
  const known = (field: AnswerField, option: string, path: string) => {
    if (options.get(field)?.includes(option) === false) {
      note(path, `must be an option of the question ${field}: current value is "${option}"`)
    }
  }

  const scoring = read('scoring')
  const rules = Value.Check(Scoring, scoring) ? scoring : undefined
  if (rules !== undefined && rules.confidence.highMarginMin < rules.confidence.mediumMarginMin) {
    note('/scoring/confidence/highMarginMin', 'must not be below mediumMarginMin')
  }

  const products = validItems(read('products'), parts.products.items)
  noteTwice(products, ({ key }) => key, '/key', '/products', note)
  noteTwice(products, ({ name }) => normalWords(name).join(' '), '/name', '/products', note)
  for (const [index, product] of products) {
    checkProduct(product, `/products/${index}`, { known, note, rules })
  }

  checkSynonyms(read('synonyms'), options, { known, note })
  checkCues(read('cues'), { known, note })
  const replies = validItems(read('timelineReplies'), parts.timelineReplies.items)
  noteTwice(replies, ({ option }) => option, '/option', '/timelineReplies', note)
  for (const [index, { option }] of replies) known('timeline', option, `/timelineReplies/${index}/option`)
  const faq = validItems(read('faq'), parts.faq.items)
  noteTwice(faq, ({ question }) => question, '/question', '/faq', note)
  checkContact(read('contact'), note)
  checkPrivacy(membersOf(read('privacy')), note)
  return problems
}

type Note = (path: string, message: string) => void
type Known = (field: AnswerField, option: string, path: string) => void

function checkOptions(options: readonly string[], path: string, note: Note) {
  const items = options.map((option, index) => [index, option] as const)
  noteTwice(items, (option) => normalWords(option).join(' '), '', path, note)
  for (const [index, option] of items) {
    if (normalWords(option).length === 0) note(`${path}/${index}`, 'must hold a letter or a digit')
  }
}

function checkProduct(
  product: Product,
  path: string,
  { known, note, rules }: { known: Known; note: Note; rules: Scoring | undefined },
) {
  for (const field of answerFields) {
    const list = `${path}/signals/${signalMembers[field]}`
    const items = signalsOf(product, field).map((signal, index) => [index, signal] as const)
    noteTwice(items, ({ signal }) => signal, '/signal', list, note)
    for (const [index, { signal }] of items) known(field, signal, `${list}/${index}/signal`)
  }
  const faq = product.faq.map((entry, index) => [index, entry] as const)
  noteTwice(faq, ({ question }) => question, '/question', `${path}/faq`, note)
  checkUrl(product.url, `${path}/url`, note)
  if (rules !== undefined && maxPossible(product, rules) < rules.scoreMin) {
    note(`${path}/signals`, 'must be able to reach scoreMin: without it the product is never recommended')
  }
}

function checkSynonyms(
  list: unknown,
  options: ReadonlyMap<AnswerField, readonly string[]>,
  { known, note }: { known: Known; note: Note },
) {
  const owners = new Map<string, string>()
  for (const [field, texts] of options) {
    for (const option of texts) owners.set(`${field} ${normalWords(option).join(' ')}`, option)
  }
  for (const [index, { field, option, words }] of validItems(list, parts.synonyms.items)) {
    known(field, option, `/synonyms/${index}/option`)
    for (const [place, phrase] of words.entries()) {
      const path = `/synonyms/${index}/words/${place}`
      const normal = normalWords(phrase).join(' ')
      const owner = owners.get(`${field} ${normal}`)
      if (normal === '') note(path, 'must hold a letter or a digit')
      else if (owner !== undefined) note(path, `must be unique: "${phrase}" already means "${owner}"`)
      else owners.set(`${field} ${normal}`, option)
    }
  }
}

function checkCues(list: unknown, { known, note }: { known: Known; note: Note }) {
  for (const [index, cue] of validItems(list, Cue)) {
    known(cue.field, cue.option, `/cues/${index}/option`)
    const phrases = [cue.industries ?? [], cue.words ?? []].flat()
    if (phrases.length + (cue.kinds ?? cue.tools ?? []).length === 0)
      note(`/cues/${index}`, 'must hold kinds, industries, words or tools')
    if (phrases.some((phrase) => normalWords(phrase).length === 0))
      note(`/cues/${index}`, 'must hold a letter or a digit in each phrase')
  }
}

function checkContact(contact: unknown, note: Note) {
  if (!Value.Check(parts.contact, contact)) return
  const { email, url } = contact
  for (const [index, phrase] of contact.askedBy.entries()) {
    if (normalWords(phrase).length === 0) note(`/contact/askedBy/${index}`, 'must hold a letter or a digit')
  }
  if (email === undefined && url === undefined) note('/contact', 'must hold an email or a url')
  if (url !== undefined) checkUrl(url, '/contact/url', note)
  if (email !== undefined && !/^[^\s@<>"]{1,64}@[^\s@<>"]{1,189}$/.test(email)) {
    note('/contact/email', 'must be an e-mail address')
  }
}

const emailWord = /e[-\s\u2010-\u2015]?mail|mail address/i

/** Only `emailStored` may mention e-mail addresses, so that no other sentence can contradict it. */
function checkPrivacy(read: (name: string) => unknown, note: Note) {
  for (const name of ['consent', 'note']) {
    const text = read(name)
    if (typeof text === 'string' && emailWord.test(text)) {
      note(`/privacy/${name}`, 'must not mention e-mail: what is done with an address is said in emailStored')
    }
  }
  const stored = read('emailStored')
  if (typeof stored === 'string' && !emailWord.test(stored)) {
    note('/privacy/emailStored', 'must say that the e-mail address is kept')
  }
}

/** Any base address will do: only the part from the catalog is checked. */
const someAddress = 'http://127.0.0.1'
const someAddresses = { base: someAddress, agent: someAddress, studio: someAddress, status: someAddress }

function checkUrl(url: string, path: string, note: Note) {
  if (resolveUrl(url, someAddresses) !== undefined) return
  note(path, 'must be an http or https URL without a user, or a path behind {BASE_URL} or its like')
}

function noteTwice<Item>(
  items: ReadonlyArray<readonly [number, Item]>,
  keyOf: (item: Item) => string,
  member: string,
  path: string,
  note: Note,
) {
  const firsts = new Map<string, number>()
  for (const [index, item] of items) {
    const first = firsts.get(keyOf(item))
    if (first === undefined) firsts.set(keyOf(item), index)
    else note(`${path}/${index}${member}`, `must be unique: ${path}/${first}${member} is the same`)
  }
}

function membersOf(value: unknown): (name: string) => unknown {
  const members = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  )
  return (name) => members.get(name)
}

/** The items of a list that match the schema, with their indexes. */
function validItems<Schema extends TSchema>(list: unknown, schema: Schema): [number, Static<Schema>][] {
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown, index): [number, Static<Schema>][] =>
    Value.Check(schema, item) ? [[index, item]] : [],
  )
}

/** Catalog texts appear verbatim in responses and pages, so they must not contain invisible characters. */
function textProblems(document: unknown): FieldProblem[] {
  const problems: FieldProblem[] = []
  // An explicit stack, as a document may nest deeper than the call stack.
  const open: Array<{ path: string; value: unknown }> = [{ path: '', value: document }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value } = next
    if (typeof value === 'string' && value !== plainText(value)) {
      problems.push({ path, message: 'must be one line without invisible characters or blanks around it' })
    }
    if (typeof value !== 'object' || value === null || path.length > pathMax) continue
    const members = Object.entries(value).map(([key, member]) => ({
      path: `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      value: member,
    }))
    open.push(...members.reverse())
  }
  return problems
}

/** Deeper than the schema; anything below is rejected by the schema. */
const pathMax = 500
