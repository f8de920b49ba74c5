import type { Check } from './report.ts'

/** Draws a word with any sans-serif font of this machine: without fonts the picture stays empty. */
export const fontsCheck: Check = {
  name: 'fonts',
  required: false,
  run: async () => {
    const { default: sharp } = await import('sharp')
    const word =
      '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48"><text x="4" y="36" font-family="sans-serif" font-size="32">Cairn</text></svg>'
    const { data } = await sharp(Buffer.from(word))
      .extractChannel('alpha')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const drawn = data.some((alpha) => alpha > 127)
    return drawn
      ? { state: 'ok', detail: 'the system draws text' }
      : {
          state: 'missing',
          detail: 'the system has no fonts',
          advice: 'Install one, such as "fonts-dejavu-core"',
        }
  },
}
