import { expect, test } from 'bun:test'
import { campaignError } from '../../../src/campaign/errors.ts'
import { imageType } from '../../../src/campaign/images/image-type.ts'
import { checkSvg } from '../../../src/campaign/images/svg/check-svg.ts'
import { renderUntrustedSvg } from '../../../src/campaign/images/svg/render-untrusted-svg.ts'
import { slowSvg } from '../../support/bad-svgs.ts'
import { expectLinear } from '../../support/linear.ts'
import { svg, utf8 } from '../../support/svg-text.ts'

const half = svg('<rect width="50" height="50"/>')

test('1,000 dashed lines, a call that cannot be interrupted, end with the process that draws them', async () => {
  const { svg: checked } = await checkSvg(slowSvg())
  const limits = { cpuSeconds: 1, memoryBytes: 2 ** 30, seconds: 60 }
  const drawing = renderUntrustedSvg(checked, { width: 1_024, height: 512 }, limits)
  await expect(drawing).rejects.toThrow(/too much time or memory/)
})

const long = 400_000
const longTexts: readonly (readonly [name: string, text: string])[] = [
  ['a style without a colon', svg(`<g style="${'a'.repeat(long)}"/>`)],
  ['open parentheses in a style', svg(`<g style="a:${'('.repeat(long)}"/>`)],
  ['quotes in a style', svg(`<g style='a:${'"'.repeat(long + 1)}'/>`)],
  ['open comments in a style sheet', svg(`<style>${'/*'.repeat(long)}</style>`)],
  ['braces in a style sheet', svg(`<style>${'a{'.repeat(20)}${'}'.repeat(long)}</style>`)],
  ['white space after url(', svg(`<g fill="url(${' '.repeat(long)}#a)"/>`)],
  ['one long word in a value', svg(`<g fill="${'a'.repeat(long)}"/>`)],
  ['white space before the root', `${' '.repeat(long)}${half}`],
  ['open brackets in a document type', `<!DOCTYPE svg [${']'.repeat(long)}>${half}`],
  ['comments before the root', `${'<!---->'.repeat(long / 10)}${half}`],
  ['attributes', svg(`<g ${Array.from({ length: 20_000 }, (_, index) => `a${index}=""`).join(' ')}/>`)],
]

test.each(longTexts)('%s of great length takes linear time', async (name, text) => {
  const [result] = await Promise.all([expectLinear(name, () => Promise.allSettled([checkSvg(utf8(text))]))])
  expect(
    result.every(
      ({ status, ...rest }) =>
        status === 'fulfilled' || ('reason' in rest && campaignError.is(rest.reason, 'image_rejected')),
    ),
  ).toBe(true)
  expectLinear(`the type of ${name}`, () => imageType(utf8(text)))
})
