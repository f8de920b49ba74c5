import { expect, test } from 'bun:test'
import { decodeImage } from '../../../src/campaign/images/decode-image.ts'
import { makeLogoMaster } from '../../../src/campaign/logos/make-logo-master.ts'
import { AppError } from '../../../src/kernel/runtime/app-error.ts'
import { badLogos, badPixels } from '../../support/bad-images.ts'
import { badSvgs } from '../../support/bad-svgs.ts'

const slugs = { 413: 'content_too_large', 415: 'unsupported_media_type', 422: 'image_rejected' }

async function expectRefusal(promise: Promise<unknown>, status: keyof typeof slugs, reason: RegExp) {
  const [result] = await Promise.allSettled([promise])
  if (result.status === 'fulfilled') throw new Error('Expected a refusal, but the image was taken')
  const error: unknown = result.reason
  if (!(error instanceof AppError)) throw error
  expect({ status: error.status, slug: error.slug }).toEqual({ status, slug: slugs[status] })
  expect(error.message).toMatch(reason)
  expect(error.message).toMatch(/^Cannot use this (image|file) as it /)
}

test.each(badPixels)('%s is refused with %i and the reason %p', async (_, status, reason, make) => {
  const bytes = await make()
  await expectRefusal(decodeImage(bytes), status, reason)
  await expectRefusal(makeLogoMaster(bytes), status, reason)
})

test.each([...badSvgs, ...badLogos])(
  '%s is refused as a logo with %i and the reason %p',
  async (_, status, reason, make) => {
    await expectRefusal(makeLogoMaster(await make()), status, reason)
  },
)
