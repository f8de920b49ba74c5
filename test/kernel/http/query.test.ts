import { expect, test } from 'bun:test'
import { withKnownParameters } from '../../../src/kernel/http/request-rules.ts'
import { AppError } from '../../../src/kernel/runtime/app-error.ts'

function refusalOf(run: () => unknown): AppError | undefined {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  return undefined
}

test.each([
  ['/x?limit=1&limit=2', 'limit'],
  ['/x?limit=1&l%69mit=1', 'limit'],
  ['/x?a&b&a', 'a'],
  ['/x?a+b=1&a%20b=2', 'a b'],
])('a known parameter that is given twice in %p is refused', (address, name) => {
  expect(refusalOf(() => withKnownParameters(address, ['limit', 'a', 'a b']))?.fields).toEqual([
    { path: `/${name}`, message: 'must be given once' },
  ])
})

test.each([
  ['/x', '/x'],
  ['/x?', '/x'],
  ['/x?utm=1&utm=2', '/x'],
  ['/x?a=1&b=%E0%A4%A', '/x?a=1&b=%E0%A4%A'],
  ['/x?utm=1&a=%31&A=1&&b=a=b', '/x?a=%31&b=a=b'],
])('of %p the known parameters remain as they are: %p', (address, wanted) => {
  expect(withKnownParameters(address, ['a', 'b'])).toBe(wanted)
})
