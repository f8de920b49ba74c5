import { type Check, missing, ok, problem } from './report.ts'

const width = 64
const height = 48
const paper = { r: 250, g: 240, b: 230 }
const ink = { r: 10, g: 20, b: 30 }
const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Draws a vector square on a colour, writes it as PNG, reads that back and compares every pixel. */
export const sharpCheck: Check = {
  name: 'images',
  required: true,
  run: async () => {
    const { default: sharp } = await import('sharp')
    const square = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="16" y="12" width="32" height="24" fill="rgb(${ink.r},${ink.g},${ink.b})"/></svg>`
    const png = await sharp({ create: { width, height, channels: 3, background: paper } })
      .composite([{ input: Buffer.from(square) }])
      .png()
      .toBuffer()
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const isPng = pngSignature.every((byte, index) => png[index] === byte)
    const { wrong, size } = countWrongPixels(data, info)
    const libraries = `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`
    return isPng && size === width * height && wrong === 0
      ? ok(`${libraries}, drew a PNG of ${width} × ${height} with every pixel right`)
      : problem(
          `${libraries} drew ${wrong} of ${size} pixels wrong`,
          'Use a processor with SSE4.2, or another build of sharp',
        )
  },
}

function countWrongPixels(data: Uint8Array, info: { width: number; height: number; channels: number }) {
  let wrong = 0
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      const inside = x >= 16 && x < 48 && y >= 12 && y < 36
      const { r, g, b } = inside ? ink : paper
      const at = (y * info.width + x) * info.channels
      if (data[at] !== r || data[at + 1] !== g || data[at + 2] !== b) wrong += 1
    }
  }
  return { wrong, size: info.width * info.height }
}

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
      ? ok('the system draws text')
      : missing('the system has no fonts', 'Install one, such as "fonts-dejavu-core"')
  },
}
