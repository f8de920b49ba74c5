/**
 * A parse child with finders that misbehave as the page's title says, started by the parser's tests in place of the
 * product's own.
 */
import { dlopen } from 'bun:ffi'
import type { Page } from '../../src/analysis/scan/document/page.ts'
import type { FactFinder, PageFact } from '../../src/analysis/scan/facts/fact.ts'
import { runParseChild } from '../../src/analysis/scan/parser/child.ts'

function heading(page: Page): PageFact[] {
  const block = page.blocks.find((candidate) => candidate.heading === 1)
  if (block === undefined) return []
  const { start, end } = block.span
  const quote = page.body.slice(start, end)
  return [
    {
      topic: 'company-name',
      kind: 'found',
      key: block.text.toLowerCase(),
      text: block.text,
      strength: 'explicit',
      evidence: [{ method: 'heading', quote, start, end }],
    },
  ]
}

function misbehave(page: Page): PageFact[] {
  if (page.title === 'loop') for (;;);
  if (page.title === 'hog') {
    const kept: number[][] = []
    for (;;) kept.push(new Array<number>(100_000).fill(kept.length))
  }
  if (page.title === 'allocate') new Uint8Array(1_000_000_000).fill(1)
  if (page.title === 'throw') throw new Error('a finder that throws')
  if (page.title === 'exit') process.exit(7)
  // Foreign functions can be called only where code is compiled at run time.
  if (page.title === 'compiled') dlopen('libc.so.6', { getppid: { args: [], returns: 'int' } }).close()
  if (page.title === 'talk') console.log('this is no frame')
  if (page.title === 'environment')
    return [{ ...told(page), text: Object.keys(process.env).sort().join(' ') }]
  if (page.title === 'lie')
    return [{ ...told(page), evidence: [{ method: 'text', quote: 'x', start: 0, end: 1 }] }]
  if (page.title === 'flood') return Array.from({ length: 1000 }, () => told(page))
  return []
}

function told(page: Page): PageFact {
  const evidence = [{ method: 'text', quote: page.body.slice(0, 7), start: 0, end: 7 }] as const
  return { topic: 'hiring', kind: 'found', key: 'told', text: 'told', strength: 'explicit', evidence }
}

const finders: readonly FactFinder[] = [misbehave, heading]
await runParseChild(finders)
