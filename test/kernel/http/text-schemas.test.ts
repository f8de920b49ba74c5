import { expect, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import {
  ChoiceParameter,
  DescribedText,
  IntegerParameterWithDefault,
  Text,
} from '../../../src/kernel/http/text-schemas.ts'
import { createTestHttp } from '../../support/test-http.ts'

const http = createTestHttp()
const app = new Elysia({ normalize: false, strictPath: true })
  .use(http.routeBase)
  .get('/read/:id', ({ params, query }) => ({ id: params.id, ...query }), {
    access: 'public',
    params: t.Object({ id: DescribedText({ pattern: '^[0-9]$' }) }),
    query: t.Object({
      limit: IntegerParameterWithDefault(50, { minimum: 1, maximum: 200, description: '' }),
      state: ChoiceParameter(['pending', 'verified'], ''),
    }),
  })
  .post('/text', ({ body }) => body, {
    access: 'public',
    body: t.Object({
      text: t.Optional(Text({ minLength: 1, maxLength: 4 })),
      visible: t.Optional(Text({ pattern: '\\S' })),
    }),
  })
const serve = http.serve(app, () => undefined)
const read = async (address: string) => {
  const response = await serve(new Request(`http://localhost/read/${address}`))
  return { status: response.status, body: await response.json() }
}
const post = async (body: unknown) => {
  const response = await serve(
    new Request('http://localhost/text', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  return { status: response.status, body: await response.json() }
}

test.each([
  ['1', 1],
  ['200', 200],
  ['007', 7],
])('%p is an integer of the range, and the handler receives a number', async (raw, value) => {
  expect(await read(`a?limit=${raw}`)).toEqual({ status: 200, body: { id: 'a', limit: value } })
})

test.each([
  '',
  '0',
  '201',
  '-1',
  '%2B1',
  '1.0',
  '1e2',
  '0x10',
  '%201',
  '1%0a',
  '%D9%A1',
  'NaN',
  '9'.repeat(400),
])('%p is refused and the parameter named', async (raw) => {
  const { status, body } = await read(`a?limit=${raw}`)
  expect({ status, error: body.error, errors: body.errors }).toEqual({
    status: 400,
    error: 'invalid_request',
    errors: [{ path: '/limit', message: 'must be an integer from 1 to 200' }],
  })
})

test('a parameter that is not given has its default', async () => {
  expect((await read('a')).body).toEqual({ id: 'a', limit: 50 })
})

test('a word must be one of the choices, which `constructor` is not', async () => {
  expect((await read('a?state=verified')).body).toMatchObject({ state: 'verified' })
  for (const raw of ['', 'Verified', 'pending,verified', 'constructor', '__proto__'])
    expect((await read(`a?state=${raw}`)).body.errors).toEqual([
      { path: '/state', message: 'must be one of pending, verified' },
    ])
})

test('a described text is any string, and one that cannot be decoded is U+FFFD', async () => {
  expect((await read('not-a-digit')).body.id).toBe('not-a-digit')
  expect((await read('%E0%A4%A')).body.id).toBe('\ufffd')
})

test('the longest text is counted in code points, as JSON Schema counts', async () => {
  expect(await post({ text: '🌊🌊🌊🌊' })).toEqual({ status: 200, body: { text: '🌊🌊🌊🌊' } })
  expect(await post({ text: '🌊🌊🌊🌊🌊' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: '/text', message: 'must have at most 4 characters' }] },
  })
})

test.each([
  [{ text: '' }, '/text', 'must not be empty'],
  [{ text: 1 }, '/text', 'must be a string'],
  [{ text: null }, '/text', 'must be a string'],
  [{ visible: ' ' }, '/visible', 'must not be blank'],
])('%j is refused with a message in the terms of JSON', async (body, path, message) => {
  expect((await post(body)).body.errors).toEqual([{ path, message }])
})
