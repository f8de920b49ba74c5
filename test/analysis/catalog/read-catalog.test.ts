import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { readCatalog } from '../../../src/analysis/catalog/read-catalog.ts'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'

const folder = mkdtempSync(join(tmpdir(), 'cairn-catalog-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function fileOf(content: string): string {
  files += 1
  const file = join(folder, `catalog-${files}.json`)
  writeFileSync(file, content)
  return file
}

/** What reading a document says, without the file's name. */
function problemsOf(document: unknown): string[] {
  const file = fileOf(JSON.stringify(document))
  try {
    readCatalog(file)
    return []
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return error.message.split('\n').map((line) => line.replace(`Cannot use CATALOG_FILE "${file}": `, ''))
  }
}

/** The built-in catalog with other values at these paths. */
function changed(changes: Record<string, unknown>): object {
  const copy = structuredClone(defaultCatalog)
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split('/')
    const last = keys.pop() ?? ''
    Reflect.set(
      keys.reduce((part, key) => Reflect.get(part, key), copy as object),
      last,
      value,
    )
  }
  return copy
}

const { products, questions, synonyms } = defaultCatalog
const tools = products[0]?.signals.tools ?? []

test('without a file the built-in catalog is used', () => {
  expect(readCatalog(undefined)).toBe(defaultCatalog)
})

test('the built-in catalog, written to a file, is read unchanged', () => {
  expect(readCatalog(fileOf(`\ufeff${JSON.stringify(defaultCatalog)}`))).toEqual(defaultCatalog)
})

test.each([
  ['arrays', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
  ['objects', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
  ['arrays in a product', `{"products":[${'['.repeat(32)}${']'.repeat(32)}]}`],
])('%s that nest too deep are refused in one line', (_, content) => {
  const file = fileOf(content)
  expect(() => readCatalog(file)).toThrow(
    new StartupError(`Cannot use CATALOG_FILE "${file}" as it must nest at most 32 levels: it nests more`),
  )
})

const pathMust = 'must be an http or https URL without a user, or a path behind {BASE_URL} or its like'
const lineMust = 'must be one line without invisible characters or blanks around it'

test.each<[string, Record<string, unknown>, string[]]>([
  [
    'an unknown option in a weight',
    { 'products/0/signals/roles/0/signal': 'Pilot' },
    ['/products/0/signals/roles/0/signal must be an option of the question role: current value is "Pilot"'],
  ],
  [
    'cues without options or content',
    {
      cues: [
        { field: 'role', option: 'Pilot', kinds: ['saas'] },
        { field: 'role', option: 'Operations', suggest: true },
        { field: 'role', option: 'Operations', words: ['…'] },
      ],
    },
    [
      '/cues/0/option must be an option of the question role: current value is "Pilot"',
      '/cues/1 must hold kinds, industries, words or tools',
      '/cues/2 must hold a letter or a digit in each phrase',
    ],
  ],
  [
    'two products of one key',
    { 'products/0/key': 'outreach' },
    ['/products/1/key must be unique: /products/0/key is the same'],
  ],
  [
    'one signal weighed twice',
    { [`products/0/signals/tools/${tools.length}`]: tools[0] },
    [expect.stringMatching(/^\/products\/0\/signals\/tools\/\d+\/signal must be unique: /)],
  ],
  [
    'weights out of range',
    { 'products/0/signals/roles/0/weight': 11 },
    ['/products/0/signals/roles/0/weight must be at most 10: current value is 11'],
  ],
  [
    'empty and blank texts',
    { 'products/0/name': '', 'products/0/summary': ' ' },
    [
      '/products/0/name must not be empty: current value is ""',
      '/products/0/summary must not be blank: current value is " "',
      `/products/0/summary ${lineMust}`,
    ],
  ],
  [
    'a URL that is neither http nor https',
    { 'products/0/url': 'javascript:alert(1)' },
    [`/products/0/url ${pathMust}`],
  ],
  [
    'options that are the same but for their spelling',
    { [`questions/tools/options/${questions.tools.options.length}`]: 'stripe!' },
    [expect.stringMatching(/^\/questions\/tools\/options\/\d+ must be unique: /)],
  ],
  [
    'a synonym of two options',
    { [`synonyms/${synonyms.length}`]: { field: 'role', option: 'Operations', words: ['CEO'] } },
    [
      expect.stringMatching(
        /^\/synonyms\/\d+\/words\/0 must be unique: "CEO" already means "Founder or CEO"$/,
      ),
    ],
  ],
  [
    'a synonym of no option',
    { [`synonyms/${synonyms.length}`]: { field: 'role', option: 'Pilot', words: ['…'] } },
    [
      expect.stringMatching(/^\/synonyms\/\d+\/option must be an option of the question role: /),
      expect.stringMatching(/^\/synonyms\/\d+\/words\/0 must hold a letter or a digit$/),
    ],
  ],
  [
    'margins the wrong way round',
    { 'scoring/confidence': { highMarginMin: 2, mediumMarginMin: 3 } },
    ['/scoring/confidence/highMarginMin must not be below mediumMarginMin'],
  ],
  [
    'a product that can never be recommended',
    { 'scoring/scoreMin': 29 },
    expect.arrayContaining([
      '/products/0/signals must be able to reach scoreMin: without it the product is never recommended',
    ]),
  ],
  [
    'a contact without an address',
    { contact: { text: 'Sales', askedBy: ['demo'] } },
    ['/contact must hold an email or a url'],
  ],
  [
    'a contact with a bad address',
    { contact: { text: 'Sales', askedBy: ['demo', '…'], email: 'sales', url: 'ftp://example.com' } },
    [
      '/contact/askedBy/1 must hold a letter or a digit',
      `/contact/url ${pathMust}`,
      '/contact/email must be an e-mail address',
    ],
  ],
  ['text that hides characters', { 'faq/0/answer': 'Send \u202emoney' }, [`/faq/0/answer ${lineMust}`]],
  [
    'a reply to no timeline',
    { 'timelineReplies/0/option': 'Never' },
    ['/timelineReplies/0/option must be an option of the question timeline: current value is "Never"'],
  ],
])('%s is reported', (_, changes, problems) => {
  expect(problemsOf(changed(changes))).toEqual(problems)
})

test('all problems are reported together, those of the schema and those between parts', () => {
  const document = changed({
    'products/0/signals/tools/0/signal': 'Abacus',
    'products/0/tagline': 'x'.repeat(121),
    'scoring/scoreMin': 0,
    extra: 1,
  })
  const problems = problemsOf(document)
  expect(problems).toEqual([
    '/extra must not be there: current value is 1',
    expect.stringMatching(/^\/products\/0\/tagline must have at most 120 characters: current value is "x+…$/),
    '/scoring/scoreMin must be at least 1: current value is 0',
  ])
})

test.each([
  ['nothing', ''],
  ['a broken document', '{"questions":'],
])('%s is not JSON', (_, content) => {
  expect(() => readCatalog(fileOf(content))).toThrow(/^Cannot use CATALOG_FILE ".*" as it must be JSON: /)
})

test.each([[null], [7], ['catalog'], [[]], [{}]])('%j is not a catalog', (document) => {
  expect(problemsOf(document).length).toBeGreaterThan(0)
})

test('further problems are counted', () => {
  const faq = Array.from({ length: 300 }, () => ({ question: '', answer: '' }))
  expect(problemsOf({ ...defaultCatalog, faq }).at(-1)).toMatch(/^and \d+ more problems$/)
})

test('a missing file, a folder and a file of more than a megabyte stop the start', () => {
  expect(() => readCatalog(join(folder, 'none.json'))).toThrow(/^Cannot read CATALOG_FILE ".*none.json": /)
  expect(() => readCatalog(folder)).toThrow('it is not a file')
  expect(() => readCatalog(fileOf(' '.repeat(1024 * 1024 + 1)))).toThrow(
    '1048577 bytes are more than 1048576',
  )
})
