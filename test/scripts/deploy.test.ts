import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../../src/kernel/settings/settings.ts'

const root = join(import.meta.dir, '../..')
const read = (file: string) => readFileSync(join(root, 'scripts/deploy', file), 'utf8')

/** Names of metrics as the source writes them, in quotes or, for the three series of a histogram, without their ends. */
const written = [...new Bun.Glob('src/**/*.ts').scanSync(root)]
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

test.each(['alerts.yaml', 'grafana.json'])('every metric in %s is one that this server has', (file) => {
  const named = [...new Set(read(file).match(/\b(?:cairn|process)_[a-z_]+/g) ?? [])]
  expect(named.length).toBeGreaterThan(5)
  const unknown = named.filter((name) => !written.includes(`'${name.replace(/_(?:bucket|count|sum)$/, '')}'`))
  expect(unknown).toEqual([])
})

test.each(['compose.yaml', 'Dockerfile', 'cairn.service'])('every setting in %s exists', (file) => {
  const known = new Set(settings.map(({ name }) => name))
  const others = /^(?:POSTGRES_\w+|XDG_CACHE_HOME|CMD|DEBIAN_FRONTEND)$/
  const lines = read(file).replaceAll(/^#.*$/gm, '')
  const named = [...lines.matchAll(/\b([A-Z][A-Z_]+)(?:=|:(?= ))/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.has(name) && !others.test(name))).toEqual([])
})

test('the dashboard shows a query in every panel', () => {
  const { panels }: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
    read('grafana.json'),
  )
  expect(panels.length).toBeGreaterThan(8)
  for (const { title, targets } of panels)
    expect([title, targets.every(({ expr }) => expr !== '')]).toEqual([title, true])
})
