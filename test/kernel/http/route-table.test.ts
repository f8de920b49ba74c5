import { expect, test } from 'bun:test'
import { createRouteTable } from '../../../src/kernel/http/route-table.ts'
import { expectLinear } from '../../support/linear.ts'

const table = createRouteTable([
  { method: 'GET', path: '/api/kits', anyOrigin: true },
  { method: 'POST', path: '/api/kits', anyOrigin: false },
  { method: 'GET', path: '/api/kits/:id', anyOrigin: true },
  { method: 'GET', path: '/api/kits/demo', anyOrigin: false },
  { method: 'POST', path: '/api/runs', anyOrigin: false },
  { method: 'GET', path: '/files/*', anyOrigin: false },
  { method: 'GET', path: '/files/:name', anyOrigin: false },
])
const patternOf = (path: string) => table.find(path)?.pattern

test('a path is named by its pattern, and a literal wins over a parameter, a parameter over the rest', () => {
  expect(patternOf('/api/kits')).toBe('/api/kits')
  expect(patternOf('/api/kits/42')).toBe('/api/kits/:id')
  expect(patternOf('/api/kits/demo')).toBe('/api/kits/demo')
  expect(patternOf('/files/a')).toBe('/files/:name')
  expect(patternOf('/files/a/b/c')).toBe('/files/*')
})

test('methods of one path are told together, with HEAD for GET and OPTIONS always', () => {
  expect(table.find('/api/kits')).toEqual({
    pattern: '/api/kits',
    methods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
    anyOrigin: true,
  })
  expect(table.find('/api/runs')?.methods).toEqual(['POST', 'OPTIONS'])
})

test.each([
  ['/'],
  [''],
  ['/api'],
  ['/api/kits/'],
  ['/api/kits//'],
  ['//api/kits'],
  ['/api//kits'],
  ['/API/kits'],
  ['/api/kits/1/2'],
  ['/api/kits/1/'],
  ['/api/%6bits'],
  ['api/kits'],
  ['/files'],
  ['/api/kits/:id/x'],
])('%p is no path of the table', (path) => {
  expect(patternOf(path)).toBeUndefined()
})

test('a path of a million segments is refused as fast as any other', () => {
  const path = '/a'.repeat(1_000_000)
  expect(expectLinear('the search of a route', () => patternOf(path))).toBeUndefined()
})
