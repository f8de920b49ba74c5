import { expect, test } from 'bun:test'
import { RequestRefused } from '../../../src/kernel/http/problem.ts'
import { readChoice, readInteger, withKnownParameters } from '../../../src/kernel/http/query.ts'

function refusalOf(run: () => unknown): RequestRefused | undefined {
  try {
    run()
  } catch (error) {
    if (error instanceof RequestRefused) return error
    throw error
  }
  return undefined
}

test.each([
  ['1', 1],
  ['200', 200],
  ['007', 7],
])('%p is an integer of the range', (raw, value) => {
  expect(readInteger('limit', raw, 1, 200)).toBe(value)
})

test.each([
  [''],
  ['0'],
  ['201'],
  ['-1'],
  ['+1'],
  ['1.0'],
  ['1e2'],
  ['0x10'],
  [' 1'],
  ['1\n'],
  ['١'],
  ['NaN'],
  ['9'.repeat(400)],
])('%p is refused and the parameter named', (raw) => {
  const refused = refusalOf(() => readInteger('limit', raw, 1, 200))
  expect(refused).toMatchObject({
    status: 400,
    slug: 'invalid_request',
    message: 'Cannot use the parameter "limit": it must be an integer from 1 to 200',
    fields: [{ path: '/limit', message: 'must be an integer from 1 to 200' }],
  })
})

test('a word must be one of the choices, and `constructor` is none', () => {
  const choices = ['pending', 'verified'] as const
  expect(readChoice('state', 'verified', choices)).toBe('verified')
  for (const raw of ['', 'Verified', 'pending,verified', 'constructor', '__proto__']) {
    expect(refusalOf(() => readChoice('state', raw, choices))?.message).toBe(
      'Cannot use the parameter "state": it must be one of pending, verified',
    )
  }
})

test('a parameter that is not given passes', () => {
  expect([readInteger('limit', undefined, 1, 2), readChoice('state', undefined, ['a'])]).toEqual([
    undefined,
    undefined,
  ])
})

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
