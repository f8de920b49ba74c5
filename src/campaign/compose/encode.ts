import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { Raster } from '../images/raster.ts'
import type { Composition } from './asset.ts'

/** Encodes the finished pixels as PNG and as a small WebP preview. */
export async function encode(composition: Composition): Promise<Composition> {
  const { canvas, request } = composition
  // libvips works on its own thread while this one writes the PNG.
  const previewing = encodePreview(canvas)
  const png = encodePng(canvas, digitalSourceXmp(request.digitalSourceType))
  return { ...composition, encoded: { png, preview: await previewing } }
}

const previewSide = 640

/** Effort 2 takes half the time of sharp's default of 4, for 7 % more bytes. */
async function encodePreview({ width, height, data }: Raster): Promise<Uint8Array> {
  return await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: previewSide, height: previewSide, fit: 'inside' })
    .webp({ quality: 80, effort: 2 })
    .toBuffer()
}

/**
 * Writes RGB pixels as a PNG that holds nothing else but the given XMP packet.
 *
 * Every row has the Up filter, compressed by libdeflate at level 1. For scenes with grain, 1080 by 1350, that takes 45 ms
 * and 1.8 to 2.0 MB, against 57 to 65 ms and 1.9 to 2.4 MB of sharp at its level 3 without filters, and 85 to 110 ms and
 * 1.7 to 1.9 MB with adaptive ones. libdeflate's level 2 takes twice the time of level 1 for 3 % fewer bytes.
 * @see https://www.w3.org/TR/png-3/
 */
export function encodePng(pixels: Raster, xmp: string): Uint8Array {
  const { width, height } = pixels
  const header = Buffer.of(...uint32(width), ...uint32(height), bitDepth, colorTypeRgb, 0, 0, 0)
  return Buffer.concat([
    signature,
    ...chunk('IHDR', header),
    ...chunk('iTXt', xmpText(xmp)),
    ...chunk('IDAT', compress(filterRows(pixels))),
    ...chunk('IEND', new Uint8Array()),
  ])
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const bitDepth = 8
const colorTypeRgb = 2
const upFilter = 2

function chunk(type: string, data: Uint8Array): [Uint8Array, Uint8Array, Uint8Array] {
  const name = Buffer.from(type)
  return [Buffer.of(...uint32(data.length), ...name), data, uint32(crc32(data, crc32(name)))]
}

/** Uncompressed and without a language, as XMP requires. sharp writes zTXt, which few readers of XMP look into. */
function xmpText(xmp: string): Uint8Array {
  return Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)
}

/** Each row less the one above it, behind the filter's number; above the first row everything is 0. */
function filterRows({ width, height, data }: Raster): Uint8Array<ArrayBuffer> {
  const rowBytes = width * 3
  const rows = new Uint8Array((rowBytes + 1) * height)
  // In words of four bytes, behind which the last row has room to spare.
  const line = new Int32Array(Math.ceil(rowBytes / 4))
  const [row, above] = [new Int32Array(line.length), new Int32Array(line.length)]
  const [lineBytes, rowInBytes] = [new Uint8Array(line.buffer), new Uint8Array(row.buffer)]
  for (let y = 0; y < height; y += 1) {
    rowInBytes.set(data.subarray(y * rowBytes, (y + 1) * rowBytes))
    for (let at = 0; at < line.length; at += 1) line[at] = bytesLess(row[at] ?? 0, above[at] ?? 0)
    above.set(row)
    rows[y * (rowBytes + 1)] = upFilter
    rows.set(lineBytes.subarray(0, rowBytes), y * (rowBytes + 1) + 1)
  }
  return rows
}

/** The difference of each of four bytes, without a carry from one into the next. */
function bytesLess(one: number, other: number): number {
  return ((one | 0x80808080) - (other & 0x7f7f7f7f)) ^ ((one ^ ~other) & 0x80808080)
}

/** A zlib stream: libdeflate as Bun has it writes the deflate data alone. */
function compress(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  const deflated = Bun.deflateSync(bytes, { library: 'libdeflate', level: 1 })
  return Buffer.concat([zlibHeader, deflated, uint32(Bun.hash.adler32(bytes))])
}

/** Deflate with a window of 32 KiB, fastest. */
const zlibHeader = Uint8Array.of(0x78, 0x01)

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/**
 * An XMP packet with an IPTC digital source type and nothing else.
 * @param digitalSourceType such as `http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia`
 * @see https://iptc.org/standards/photo-metadata/, Digital Source Type
 */
export function digitalSourceXmp(digitalSourceType: string): string {
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">',
    `<Iptc4xmpExt:DigitalSourceType>${escapeXml(digitalSourceType)}</Iptc4xmpExt:DigitalSourceType>`,
    '</rdf:Description>',
    '</rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
