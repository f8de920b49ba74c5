/**
 * A parse child with topics that misbehave as the page's title says, started by the parser's tests in place of the
 * product's own.
 */
import { dlopen } from 'bun:ffi'
import { linesOf } from '../../src/analysis/scan/document/lines.ts'
import type { Page } from '../../src/analysis/scan/document/page.ts'
import { candidateInLine } from '../../src/analysis/scan/facts/candidates.ts'
import type { Candidate, Topic } from '../../src/analysis/scan/facts/topic.ts'
import { runParseChild } from '../../src/analysis/scan/parser/child.ts'

const topicOf = (name: Candidate['topic'], read: Topic['read']): Topic => ({
  topics: [name],
  readsLegalPages: true,
  read,
  decide: () => [],
})

const heading = topicOf('company-name', (page) => {
  const line = linesOf(page).find((each) => each.heading === 1)
  if (line === undefined) return []
  return [candidateInLine(page, { topic: 'company-name', value: line.text }, line) ?? []].flat()
})

const misbehaving = topicOf('hiring', (page) => {
  if (page.title === 'loop') for (;;);
  if (page.title === 'hog') {
    const kept: number[][] = []
    for (;;) kept.push(new Array<number>(100_000).fill(kept.length))
  }
  if (page.title === 'allocate') new Uint8Array(1_000_000_000).fill(1)
  if (page.title === 'throw') throw new Error('a topic that throws')
  if (page.title === 'exit') process.exit(7)
  // Foreign functions can be called only where code is compiled at run time.
  if (page.title === 'compiled') dlopen('libc.so.6', { getppid: { args: [], returns: 'int' } }).close()
  if (page.title === 'talk') console.log('this is not a frame')
  if (page.title === 'environment') return [stated(page, Object.keys(process.env).sort().join(' '))]
  if (page.title === 'lie')
    return [{ ...stated(page), evidence: [{ method: 'text', quote: 'x', start: 0, end: 1 }] }]
  if (page.title === 'flood') return Array.from({ length: 1000 }, () => stated(page))
  return []
})

function stated(page: Page, value = 'stated'): Candidate {
  const evidence = [{ method: 'text', quote: page.body.slice(0, 7), start: 0, end: 7 }] as const
  return {
    topic: 'hiring',
    value,
    details: {},
    place: 'text',
    inferred: false,
    block: 'block',
    foreign: false,
    evidence,
  }
}

await runParseChild([misbehaving, heading])
