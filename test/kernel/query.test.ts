import { expect, test } from 'bun:test'
import { RequestRefused } from '../../src/kernel/problem.ts'
import { readChoice, readInteger, refuseRepeatedParameters } from '../../src/kernel/query.ts'

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
  ['http://localhost/x?limit=1&limit=2', 'limit'],
  ['http://localhost/x?limit=1&l%69mit=1', 'limit'],
  ['http://localhost/x?a&b&a', 'a'],
  ['/x?a+b=1&a%20b=2', 'a b'],
])('a parameter that stands twice in %p is refused', (url, name) => {
  expect(refusalOf(() => refuseRepeatedParameters(url))?.fields).toEqual([
    { path: `/${name}`, message: 'must be given once' },
  ])
})

test('different parameters, and none, pass', () => {
  for (const query of ['', '?', '?a=1&b=1', '?a=1&A=1', '?a=b=a']) {
    expect(refusalOf(() => refuseRepeatedParameters(`http://localhost/x${query}`))).toBeUndefined()
  }
})

test('a refusal repeats 64 characters of a name at most', () => {
  const name = 'n'.repeat(5000)
  expect(refusalOf(() => refuseRepeatedParameters(`/x?${name}=1&${name}=2`))?.message).toHaveLength(
    'Cannot use the parameter "": it must be given once'.length + 64,
  )
})
