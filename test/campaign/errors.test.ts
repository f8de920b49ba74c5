import { expect, test } from 'bun:test'
import { Busy, concerning } from '../../src/campaign/errors.ts'
import { ImageTooLarge } from '../../src/campaign/images/errors.ts'

test('a refusal is attributed to the field, a busy part is not and keeps its Retry-After', async () => {
  const thrownBy = (error: Error) =>
    concerning('parameters.logoUrl', () => Promise.reject(error)).catch((thrown: unknown) => thrown)
  expect(await thrownBy(new ImageTooLarge(5))).toMatchObject({
    status: 413,
    slug: 'content_too_large',
    field: 'parameters.logoUrl',
    fields: [{ path: '/parameters/logoUrl', message: 'must be a smaller file' }],
  })
  const busy = new Busy('the queue is full')
  expect(await thrownBy(busy)).toBe(busy)
})
