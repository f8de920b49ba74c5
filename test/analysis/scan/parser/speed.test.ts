import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createParser } from '../../../../src/analysis/scan/parser/parser.ts'
import { createLog } from '../../../../src/kernel/log.ts'

const command = [process.execPath, join(import.meta.dir, '../../../../src/main.ts'), '__parse']
const forever = new AbortController().signal

const card = (index: number) => `<div class="card c${index}"><h2 id="t${index}">Product ${index}</h2>
  <p>Some text about the product &amp; what it does, from EUR ${index}.50 per month. Write to sales${index % 7}@acme.example.</p>
  <a href="/products/${index}"><img src="/p/${index}.png" alt="Picture"> See more</a></div>`
const cards = (count: number) => Array.from({ length: count }, (_, index) => card(index)).join('\n')
const pageOf = (body: string) => ({
  url: 'https://acme.example/',
  body: new TextEncoder().encode(`<!doctype html><title>Acme | Home</title><h1>Acme</h1>${body}`),
  contentType: 'text/html; charset=utf-8',
  headers: [['server', 'nginx']] as const,
  viaBrowser: false,
})

test('the product’s own child reads 200 KB with all finders well within its deadline', async () => {
  const log = createLog({ level: 'debug', write: (text) => process.stdout.write(text) })
  const parser = createParser({ command, log, size: 1 })
  try {
    const startedAt = performance.now()
    await parser.warm()
    const startMs = performance.now() - startedAt
    const page = pageOf(cards(740))
    const times: number[] = []
    for (let index = 0; index < 20; index++) {
      const from = performance.now()
      const parsed = await parser.parse(page, forever)
      times.push(performance.now() - from)
      expect(parsed.failedFinders).toEqual([])
      expect(parsed.title).toBe('Acme | Home')
    }
    const sorted = times.toSorted((a, b) => a - b)
    console.log(
      `a child starts in ${startMs.toFixed(0)} ms; ${(page.body.length / 1024).toFixed(0)} KB: first page ${times[0]?.toFixed(0)} ms, median ${sorted[10]?.toFixed(0)} ms`,
    )
    expect(sorted[10]).toBeLessThan(1_000)
  } finally {
    await parser.close()
  }
}, 60_000)

test('the largest pages, one after the other, stay within a child’s memory', async () => {
  const parser = createParser({
    command,
    log: createLog({ level: 'debug', write: console.log }),
    size: 1,
    deadlineMs: 20_000,
  })
  try {
    const large = pageOf(cards(12_000))
    for (let index = 0; index < 6; index++) {
      const parsed = await parser.parse(large, forever)
      expect(parsed.truncated).toBe(true)
    }
  } finally {
    await parser.close()
  }
}, 120_000)
