import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createParser } from '../../../../src/analysis/scan/parser/parser.ts'
import { createLog } from '../../../../src/kernel/runtime/log.ts'
import { sizeOf } from '../../../support/soak.ts'

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

test('the product’s own child reads 200 KB with all topics', async () => {
  const log = createLog({ level: 'debug', write: (text) => process.stdout.write(text) })
  const parser = createParser({ command, log, size: 1, deadlineMs: 60_000 })
  try {
    await parser.warm()
    const page = pageOf(cards(820))
    expect(page.body.length).toBeGreaterThan(200_000)
    const parsed = await parser.forScan({ caller: 'test' }).parse(page, forever)
    expect(parsed.failedTopics).toEqual([])
    expect(parsed.title).toBe('Acme | Home')
  } finally {
    await parser.close()
  }
})

test('the largest pages, one after the other, stay within a child’s memory', async () => {
  const parser = createParser({
    command,
    log: createLog({ level: 'debug', write: console.log }),
    size: 1,
    deadlineMs: 60_000,
  })
  try {
    const large = pageOf(cards(12_000))
    for (let round = 0; round < sizeOf({ short: 1, soak: 2 }); round++) {
      const parsed = await parser.forScan({ caller: 'test' }).parse(large, forever)
      expect(parsed.truncated).toBe(true)
    }
  } finally {
    await parser.close()
  }
})
