import { expect, test } from 'bun:test'
import { shouldRender } from '../../../src/analysis/scan/browser/should-render.ts'
import type { Topic } from '../../../src/analysis/scan/schema.ts'

const candidates = (...topics: Topic[]) => topics.map((topic) => ({ topic }))
const complete = candidates('company-name', 'description', 'contact-email')
const shell = {
  status: 200,
  looksLikeShell: true,
  looksLikeChallenge: false,
  candidates: candidates('company-name', 'description'),
}

test.each([
  ['a shell without a way to reach the company', shell, true],
  ['a shell without a name', { ...shell, candidates: candidates('description', 'social') }, true],
  ['a shell that says nothing', { ...shell, candidates: [] }, true],
  ['a shell that says everything', { ...shell, candidates: complete }, false],
  ['a page that says little but is no shell', { ...shell, looksLikeShell: false, candidates: [] }, false],
  ['a page that was not fetched', { ...shell, status: null }, false],
  ['a page that is missing', { ...shell, status: 404 }, false],
  ['a refusal', { ...shell, status: 403 }, false],
  ['a request to wait', { ...shell, status: 429 }, false],
  ['a failure', { ...shell, status: 503 }, false],
  ['a challenge', { ...shell, looksLikeChallenge: true }, false],
])('the decision on %s is the same every time', (_, page, rendered) => {
  expect(shouldRender(page)).toBe(rendered)
})
