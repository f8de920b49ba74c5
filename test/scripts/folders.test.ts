import { expect, test } from 'bun:test'
import { importsOfSources } from '../../scripts/borders.ts'
import { arrowsOf, brokenFolders, type FolderTable, pictureOf, rowOf } from '../../scripts/folders.ts'
import folders from '../../src/folders.json'

const row = (...imports: string[]) => ({ for: 'Something.', begin: 'a.ts', imports })
const table: FolderTable = {
  kernel: { runtime: row() },
  milestone: {
    'errors.ts': row('kernel/runtime'),
    low: row('errors.ts'),
    middle: row('low', 'errors.ts'),
    'area.ts': row('low', 'middle'),
  },
}
const kept = [
  { file: 'src/milestone/errors.ts', target: 'src/kernel/runtime/errors.ts' },
  { file: 'src/milestone/low/a.ts', target: 'src/milestone/errors.ts' },
  { file: 'src/milestone/middle/a.ts', target: 'src/milestone/low/a.ts' },
  { file: 'src/milestone/middle/a.ts', target: 'src/milestone/errors.ts' },
  { file: 'src/milestone/middle/routes.ts', target: 'src/milestone/low/a.ts' },
  { file: 'src/milestone/area.ts', target: 'src/milestone/middle/a.ts' },
]

test.each([
  ['src/campaign/agent/run-agent.ts', 'campaign/agent'],
  ['src/campaign/agent/routes.ts', 'campaign/area.ts'],
  ['src/campaign/deps.ts', 'campaign/area.ts'],
  ['src/campaign/errors.ts', 'campaign/errors.ts'],
  ['src/campaign/scene/procedural/routes.ts', 'campaign/scene'],
  ['src/kernel/http/route-base.ts', 'kernel/http'],
  ['src/mcp/routes.ts', 'service/mcp'],
  ['src/app.ts', 'service/serve.ts'],
  ['src/main.ts', 'service/main.ts'],
  ['src/campaign/README.md', undefined],
  ['src/folders.svg', undefined],
])('%s belongs to the row %s', (path, expected) => {
  expect(rowOf(path, folders)).toBe(expected)
})

test('imports that the table lists are kept', () => {
  expect(brokenFolders(kept, table)).toEqual([])
})

test.each([
  [
    'an import that the row does not list',
    { file: 'src/milestone/low/a.ts', target: 'src/milestone/middle/b.ts' },
    'src/milestone/low/a.ts imports src/milestone/middle/b.ts: src/folders.json does not allow milestone/low to import milestone/middle',
  ],
  [
    'an import of a file that joins folders',
    { file: 'src/milestone/low/a.ts', target: 'src/milestone/middle/routes.ts' },
    'src/milestone/low/a.ts imports src/milestone/middle/routes.ts: src/folders.json does not allow milestone/low to import milestone/area.ts',
  ],
  [
    'a folder without a row',
    { file: 'src/milestone/new/a.ts', target: 'src/milestone/new/b.ts' },
    'src/milestone/new/a.ts: src/folders.json has no row milestone/new',
  ],
])('%s is reported', (_, link, line) => {
  expect(brokenFolders([...kept, link], table)).toEqual([line])
})

test('a listed import that no file has is reported', () => {
  const links = kept.filter(({ file }) => file !== 'src/milestone/errors.ts')
  expect(brokenFolders(links, table)).toEqual([
    'src/folders.json: milestone/errors.ts does not import kernel/runtime',
  ])
})

test('a row cannot list one below itself, so that listed imports form no cycle', () => {
  const links = [...kept, { file: 'src/milestone/low/a.ts', target: 'src/milestone/middle/b.ts' }]
  const cyclic = { ...table, milestone: { ...table['milestone'], low: row('errors.ts', 'middle') } }
  expect(brokenFolders(links, cyclic)).toEqual([
    'src/folders.json: milestone/low imports milestone/middle, which does not stand above it',
  ])
})

test('the picture leaves out arrows that others imply', () => {
  expect(arrowsOf(table, 'milestone')).toEqual([
    ['middle', 'low'],
    ['area.ts', 'middle'],
  ])
  expect(pictureOf(table)).toContain('<title>middle imports low</title>')
})

test('the sources import what src/folders.json lists', () => {
  expect(brokenFolders(importsOfSources(), folders)).toEqual([])
})
