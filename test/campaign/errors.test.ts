import { expect, test } from 'bun:test'
import { campaignError, concerning } from '../../src/campaign/errors.ts'

test('a refusal is attributed to the field, a busy part is not and keeps its Retry-After', async () => {
  const thrownBy = (error: Error) =>
    concerning('parameters.logoUrl', () => Promise.reject(error)).catch((thrown: unknown) => thrown)
  expect(await thrownBy(campaignError('image_too_large', 5))).toMatchObject({
    status: 413,
    slug: 'content_too_large',
    fields: [{ path: '/parameters/logoUrl', message: 'must be a smaller file' }],
  })
  const busy = campaignError('runs_busy')
  expect(await thrownBy(busy)).toBe(busy)
})
