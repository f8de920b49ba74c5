import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { pngChunk, pngFile, profileChunk } from './png-file.ts'
import { box, repeat, svg, utf8 } from './svg-text.ts'

/** An image, the status and what the message of its refusal has to name. */
export type BadImage = readonly [
  name: string,
  status: 413 | 415 | 422,
  says: RegExp,
  make: () => Uint8Array | Promise<Uint8Array>,
]

const hex = (bytes: string) => Buffer.concat([Buffer.from(bytes, 'hex'), Buffer.alloc(64)])
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const cut = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2))
const red = { width: 32, height: 32, colorType: 2, pixel: [255, 0, 0] } as const
const square = () => sharp(pngFile(red))

const dots = () => {
  const dot = (i: number) =>
    `<circle cx="${(i * 37) % 100}" cy="${(i * 61) % 50}" r="3" fill="hsl(${i * 7} 50% 50%)"/>`
  return sharp(Buffer.from(svg(repeat(200, dot), 'width="400" height="200" viewBox="0 0 100 50"'))).flatten()
}

const animatedWebp = () => {
  const frames = [box, ''].map((inside) => Buffer.from(svg(inside, 'width="40" height="40"')))
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

/** A JPEG whose last scan is repeated more often than any encoder writes scans. */
const manyScans = async () => {
  const jpeg = await dots().jpeg({ progressive: true }).toBuffer()
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2)
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 120 }, () => scan), jpeg.subarray(-2)])
}

const greyProfile = async () => {
  const { icc } = await sharp(await square().withIccProfile('p3').png().toBuffer()).metadata()
  const profile = Buffer.from(icc ?? new Uint8Array(0))
  profile.write('GRAY', 16, 'latin1')
  return profileChunk(profile)
}

const withChunk = (type: string, bytes: readonly number[]) => () =>
  pngFile({ ...red, chunks: [pngChunk(type, Buffer.from(bytes))] })

/** Pixels that cannot be used, under any name. */
export const badPixels: readonly BadImage[] = [
  ['nothing', 415, /is empty/, () => new Uint8Array(0)],
  ['plain text', 415, /not an image of a known type/, () => utf8('logo.png')],
  [
    'an HTML page with an SVG in it',
    415,
    /an HTML page/,
    () => utf8(`<!doctype html><html>${svg(box)}</html>`),
  ],
  ['an RSS feed', 415, /XML document other than SVG/, () => utf8('<?xml version="1.0"?><rss/>')],
  ['a HEIC', 415, /a HEIC image/, () => hex('000000206674797068656963')],
  ['a JPEG XL', 415, /a JPEG XL image/, () => hex('ff0a')],
  ['a BMP', 415, /a BMP image/, () => hex('424d3a00000000000000')],
  ['an icon file', 415, /an icon file/, () => hex('00000100')],
  ['a PDF', 415, /a PDF document/, () => utf8('%PDF-1.7')],
  ['PostScript', 415, /a PostScript document/, () => utf8('%!PS-Adobe-3.0 EPSF-3.0')],
  ['a ZIP archive', 415, /a ZIP archive/, () => hex('504b0304')],
  ['a compressed text', 415, /a compressed file other than an SVGZ/, () => gzipSync('logo')],
  [
    'an SVGZ of 20 MB',
    415,
    /SVGZ of at most 5 MB/,
    () => gzipSync(Buffer.concat([utf8(svg(box)), Buffer.alloc(2e7, ' ')])),
  ],
  ['a GIF that ends in a PNG', 422, /broken/, () => Buffer.concat([utf8('GIF89a'), pngFile(red)])],
  ['a cut AVIF', 422, /broken or cut off/, async () => cut(await dots().avif({ effort: 0 }).toBuffer())],
  ['a cut TIFF', 422, /broken or cut off/, async () => cut(await dots().tiff().toBuffer())],
  ['6 MB', 413, /at most 5,242,880 bytes/, () => Buffer.concat([pngFile(red), Buffer.alloc(6_000_000)])],
  [
    'a JPEG behind the signature of PNG',
    422,
    /is cut off/,
    async () => Buffer.concat([pngSignature, await dots().jpeg().toBuffer()]),
  ],
  ['zeros behind the signature of JPEG', 422, /broken or cut off/, () => hex('ffd8ffe000104a464946')],
  ['zeros behind the signature of WebP', 422, /broken or cut off/, () => hex('524946460000000057454250')],
  ['a cut PNG', 422, /cut off/, async () => cut(await dots().png().toBuffer())],
  ['a cut JPEG', 422, /broken or cut off/, async () => cut(await dots().jpeg().toBuffer())],
  ['a cut WebP', 422, /broken or cut off/, async () => cut(await dots().webp().toBuffer())],
  ['an animated WebP', 422, /animated \(2 pages\)/, animatedWebp],
  ['an animated PNG', 422, /animated PNG/, withChunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0])],
  [
    'a PNG of 400 megapixels',
    422,
    /20000 x 20000 pixels: at most 40,000,000/,
    // The height is in the last two of bytes 20 to 23.
    () =>
      pngFile({ ...red, width: 20_000, height: 1 })
        .with(22, 0x4e)
        .with(23, 0x20),
  ],
  ['a JPEG of too many scans', 422, /scans: send a JPEG with at most 100 scans/, manyScans],
  ['a PNG of linear light', 422, /gAMA/, withChunk('gAMA', [0, 1, 0x86, 0xa0])],
  ['a PNG in PQ', 422, /cICP/, withChunk('cICP', [9, 16, 0, 1])],
  [
    '16-bit greyscale with a profile',
    422,
    /16-bit greyscale/,
    async () => pngFile({ ...red, bitDepth: 16, colorType: 0, pixel: [9], chunks: [await greyProfile()] }),
  ],
]

/** Fit for decoding, and yet no logo. */
export const badLogos: readonly BadImage[] = [
  ['one pixel', 422, /1 x 1 pixels.*at least 16/, () => pngFile({ ...red, width: 1, height: 1 })],
  ['a line of 20,000 pixels', 422, /at most 100 times/, () => pngFile({ ...red, width: 20_000, height: 10 })],
  [
    'a transparent PNG',
    422,
    /no pixel that can be seen/,
    () => pngFile({ ...red, colorType: 6, pixel: [255, 0, 0, 0] }),
  ],
  ['an SVG without shapes', 422, /no pixel that can be seen/, () => utf8(svg('<g/>'))],
  [
    'an SVG outside of its viewBox',
    422,
    /no pixel that can be seen/,
    () => utf8(svg('<rect x="200" width="9" height="9"/>')),
  ],
  ['an SVG that is a line', 422, /at most 100 times/, () => utf8(svg(box, 'viewBox="0 0 1000 1"'))],
  [
    'an SVG whose style sets its size',
    422,
    /cannot be drawn.*viewBox/,
    () => utf8(svg(`<style>svg{width:9px}</style>${box}`)),
  ],
]

/** A PNG of `colorType` 2, all red, with 790 MB of texts: it is fit for use. */
export const inflatedTexts = () => {
  const text = Buffer.concat([Buffer.from('a\0\0', 'latin1'), deflateSync(Buffer.alloc(7_900_000))])
  return pngFile({ ...red, chunks: Array.from({ length: 100 }, () => pngChunk('zTXt', text)) })
}
