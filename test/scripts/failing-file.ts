/** Not found by the test command unless it is named: `test-command.test.ts` shows by it that a failure is told. */
import { expect, test } from 'bun:test'

test('a test that fails', () => {
  expect(1).toBe(2)
})
