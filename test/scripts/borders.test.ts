import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { borders, brokenBorders, importCycles, importsOf } from '../../scripts/borders.ts'

const root = join(import.meta.dir, '../..')
const sources = [...new Bun.Glob('src/**/*.ts').scanSync(root)]

/** Specifiers by the file that imports them. */
type Imports = Readonly<Record<string, readonly string[]>>

/** Each border by its rule, with imports that break it and similar ones that do not. */
const table: Record<string, { broken: Imports; allowed: Imports }> = {
  'an area must not import another area': {
    broken: {
      'src/milestone/views/a.ts': ['../../campaign/b.ts'],
      'src/analysis/a.ts': ['../milestone/model.ts'],
    },
    allowed: {
      'src/milestone/views/a.ts': ['../model.ts'],
      'src/milestone/a.ts': ['../kernel/errors.ts'],
      'src/app.ts': ['./milestone/routes.ts'],
    },
  },
  'the kernel must not import an area, a command or the composition root': {
    broken: {
      'src/kernel/a.ts': ['../milestone/model.ts', '../commands/help.ts', '../serve.ts'],
    },
    allowed: {
      'src/kernel/http/a.ts': ['../runtime/errors.ts'],
      'src/commands/help.ts': ['../kernel/settings/config.ts'],
    },
  },
  'an area must not import the composition root or a command': {
    broken: {
      'src/milestone/a.ts': ['../app.ts'],
      'src/milestone/demo/a.ts': ['../../commands/progress.ts'],
    },
    allowed: {
      'src/commands/demo.ts': ['../serve.ts'],
    },
  },
  'only routes.ts, the kernel’s HTTP parts and app.ts may import elysia': {
    broken: {
      'src/milestone/views/a.ts': ['elysia'],
      'src/milestone/views/my-routes.ts': ['elysia'],
      'src/analysis/schema.ts': ['@elysiajs/swagger'],
      'src/kernel/runtime/a.ts': ['elysia'],
      'src/commands/routes.ts': ['elysia/adapter/bun'],
    },
    allowed: {
      'src/milestone/routes.ts': ['elysia'],
      'src/milestone/views/routes.ts': ['elysia'],
      'src/kernel/http/docs.ts': ['@elysiajs/openapi'],
      'src/app.ts': ['elysia'],
      'src/milestone/views/a.ts': ['elysian-fields'],
    },
  },
  'pure files (views, reducers, diagnosis, hashing of receipts, sampling) must not import what does I/O': {
    broken: {
      'src/milestone/views/a.ts': [
        'node:fs',
        'node:fs/promises',
        'fs',
        'node:dns/promises',
        'node:worker_threads',
        'bun',
        'bun:sqlite',
        '../../kernel/database/database.ts',
        '../evidence-store.ts',
      ],
      'src/milestone/indexer/reducers/a.ts': ['drizzle-orm/pg-core', 'postgres'],
      'src/milestone/chaos/random.ts': ['node:crypto'],
      'src/analysis/diagnose/a.ts': ['../../kernel/llm/llm.ts'],
      'src/campaign/receipts/receipt.ts': ['../../kernel/blobs/blobs.ts'],
      'src/kernel/runtime/canonical-digest.ts': ['node:fs'],
      'src/milestone/cycle/run-views.ts': ['drizzle-orm'],
    },
    allowed: {
      'src/milestone/views/a.ts': ['viem', '../evidence.ts'],
      'src/milestone/views/routes.ts': ['../evidence-store.ts'],
      'src/milestone/indexer/store.ts': ['drizzle-orm'],
      'src/milestone/evidence/evidence-store.ts': ['../../kernel/database/database.ts'],
      'src/milestone/chaos/a.ts': ['node:crypto'],
      'src/analysis/diagnose/choose-reasons.ts': ['../../kernel/llm/llm.ts'],
      'src/campaign/receipts/verify-receipt.ts': ['../../kernel/blobs/blobs.ts'],
    },
  },
  'views must not import what sends transactions or runs nodes': {
    broken: {
      'src/milestone/views/a.ts': ['../sender/b.ts', '../anvil/b.ts'],
      'src/milestone/views/routes.ts': ['../rpc/b.ts'],
    },
    allowed: {
      'src/milestone/views/a.ts': ['../indexer/b.ts'],
      'src/milestone/cycle/a.ts': ['../sender/b.ts'],
    },
  },
  'the product must not import tests or scripts': {
    broken: {
      'src/kernel/a.ts': ['../../test/support/seed.ts'],
      'src/milestone/demo/a.ts': ['../../../scripts/abi.ts'],
    },
    allowed: {
      'src/kernel/a.ts': ['../../package.json'],
    },
  },
}

const linksOf = (imports: Imports) =>
  Object.entries(imports).flatMap(([file, specifiers]) =>
    specifiers.flatMap((specifier) => importsOf(file, `import { x } from '${specifier}'\n`)),
  )

test('every border is in the table of these tests', () => {
  expect(borders.map(({ rule }) => rule).sort()).toEqual(Object.keys(table).sort())
})

test.each(Object.entries(table))(
  '%s: an import that breaks it is reported with the file, the target and the rule, others are not',
  (rule, { broken, allowed }) => {
    for (const link of linksOf(broken))
      expect(brokenBorders([link])).toContain(`${link.file} imports ${link.target}: ${rule}`)
    expect(brokenBorders(linksOf(allowed))).toEqual([])
  },
)

test.each([
  ['a default', "import a from 'found'"],
  ['names over several lines', "import {\n  a,\n  type B,\n} from 'found'"],
  ['a line break before the name', "import { a } from\n  'found'"],
  ['a type alone', "import type { A } from 'found'"],
  ['a namespace', "import * as a from 'found'"],
  ['a module for its effect', "import 'found'"],
  ['an indented one', "  import 'found'"],
  ['names passed on', "export { a } from 'found'"],
  ['types passed on', "export type { A } from 'found'"],
  ['all passed on', "export * from 'found'"],
  ['all passed on under a name', "export * as a from 'found'"],
  ['with attributes', "import a from 'found' with { type: 'json' }"],
  ['a dynamic one', "const a = await import('found')"],
  ['a dynamic one over lines', "import(\n  'found'\n)"],
  ['a dynamic one in backquotes', 'import(`found`)'],
  ['the type of a module', "type A = import('found').A"],
  ['a require', "const a = require('found')"],
  ['double quotes', 'import a from "found"'],
  ['no blanks', "import{a}from'found'"],
  ['after a comment', "/* first */ import a from 'found'"],
  ['a comment with a quotation mark inside', "import { // it's here\n  a } from 'found'"],
  ['after code without semicolons', "export const a = 'x'\nexport { b } from 'found'"],
])('an import is found: %s', (_, source) => {
  expect(importsOf('src/a.ts', source)).toEqual([{ file: 'src/a.ts', target: 'found' }])
})

test('two imports on one line are two', () => {
  const targets = importsOf('src/a.ts', "import a from 'b'; import c from 'd'").map(({ target }) => target)
  expect(targets).toEqual(['b', 'd'])
})

test('a relative import is named by its path from the root', () => {
  const [link] = importsOf('src/milestone/views/a.ts', "import '../../kernel/database/database.ts'")
  expect(link?.target).toBe('src/kernel/database/database.ts')
})

test('code that imports nothing has no imports', () => {
  const source = "const from = Array.from('abc')\nexport const imported = importsOf('x')\nimport.meta.url\n"
  expect(importsOf('src/a.ts', source)).toEqual([])
})

test('no import that the compiler sees in the sources is missed', () => {
  const transpiler = new Bun.Transpiler({ loader: 'ts' })
  for (const file of sources) {
    const source = readFileSync(join(root, file), 'utf8')
    const found = new Set(importsOf(file, source).map(({ target }) => target))
    const specifiers = transpiler
      .scanImports(source.replace(/^#!.*/, ''))
      .map(({ path }) => importsOf(file, `import '${path}'`)[0]?.target)
    // The compiler drops types, so it sees a part; it also adds its own runtime helpers.
    const missed = specifiers.filter(
      (target) => target !== undefined && !target.startsWith('bun:wrap') && !found.has(target),
    )
    expect(missed).toEqual([])
  }
})

const graphOf = (graph: Imports) =>
  Object.entries(graph).flatMap(([file, targets]) => targets.map((target) => ({ file, target })))

test.each([
  ['a file that imports itself', { a: ['a'] }, ['a imports a']],
  ['two files', { a: ['b'], b: ['a'] }, ['a imports b imports a']],
  [
    'a cycle behind files outside of it',
    { a: ['b'], b: ['c', 'e'], c: ['d'], d: ['b'], e: [] },
    ['b imports c imports d imports b'],
  ],
  [
    'two that share a file',
    { a: ['b', 'c'], b: ['a'], c: ['a'] },
    ['a imports b imports a', 'a imports c imports a'],
  ],
  ['one that is reached by two ways', { a: ['b', 'c'], b: ['c'], c: ['b'] }, ['b imports c imports b']],
])('an import cycle is found: %s', (_, graph, cycles) => {
  expect(importCycles(graphOf(graph))).toEqual(cycles)
})

test('files that import the same file, at any depth, are not a cycle', () => {
  expect(importCycles(graphOf({ a: ['b', 'c'], b: ['d'], c: ['d', 'viem'], d: ['e'] }))).toEqual([])
})

test('the sources keep every border, and their imports form no cycle', () => {
  const links = sources.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')))
  expect(links.length).toBeGreaterThan(200)
  expect(brokenBorders(links)).toEqual([])
  expect(importCycles(links)).toEqual([])
})
