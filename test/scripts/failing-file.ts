/** The test command finds it only when it is named: `test-command.slow.test.ts` runs it to see a failure reported. */
import { expect, test } from 'bun:test'

test('a test that fails', () => {
  expect(1).toBe(2)
})
