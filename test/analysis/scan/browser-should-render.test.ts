import { expect, test } from 'bun:test'
import { shouldRender } from '../../../src/analysis/scan/browser/should-render.ts'
import type { Topic } from '../../../src/analysis/scan/schema.ts'

const facts = (...topics: Topic[]) => topics.map((topic) => ({ topic }))
const complete = facts('company-name', 'description', 'contact-email')
const shell = {
  status: 200,
  looksLikeShell: true,
  looksLikeChallenge: false,
  facts: facts('company-name', 'description'),
}

test.each([
  ['a shell without a way to reach the company', shell, true],
  ['a shell without a name', { ...shell, facts: facts('description', 'social') }, true],
  ['a shell that says nothing', { ...shell, facts: [] }, true],
  ['a shell that says everything', { ...shell, facts: complete }, false],
  ['a page that says little but is no shell', { ...shell, looksLikeShell: false, facts: [] }, false],
  ['a page that was not fetched', { ...shell, status: null }, false],
  ['a page that is missing', { ...shell, status: 404 }, false],
  ['a refusal', { ...shell, status: 403 }, false],
  ['a request to wait', { ...shell, status: 429 }, false],
  ['a failure', { ...shell, status: 503 }, false],
  ['a challenge', { ...shell, looksLikeChallenge: true }, false],
])('the decision on %s is the same every time', (_, page, rendered) => {
  expect(shouldRender(page)).toBe(rendered)
})
