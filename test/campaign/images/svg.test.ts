import { expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { imageType } from '../../../src/campaign/images/image-type.ts'
import { checkSvg } from '../../../src/campaign/images/svg/check-svg.ts'
import { renderSvg } from '../../../src/campaign/images/svg/render-svg.ts'
import { renderUntrustedSvg } from '../../../src/campaign/images/svg/render-untrusted-svg.ts'
import { pngFile, profileChunk } from '../../support/png-file.ts'
import { svg, utf8 } from '../../support/svg-text.ts'
import { testLogo, testLogoKinds } from '../../support/test-logos.ts'

const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}
const drawn = (bytes: Uint8Array, size: { width: number; height: number }) =>
  checkSvg(bytes).then(({ svg: checked }) => renderSvg(checked, size, { seconds: 30 }))

const half = svg('<rect width="50" height="50" fill="#1f6f54"/>')
const doctype =
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'

const writings: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['a byte order mark', utf8(`\uFEFF${half}`)],
  ['an XML declaration', utf8(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n${half}`)],
  ['white space before the declaration', utf8(`\n  <?xml version="1.0"?>${half}`)],
  ['comments and a document type', utf8(`<!-- <html> -->\n${doctype}<!-- made by > hand -->${half}`)],
  ['a document type with attribute lists', utf8(`<!DOCTYPE svg [<!ATTLIST g a CDATA #IMPLIED>]>${half}`)],
  ['UTF-16 with a mark', utf16(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${half}`, false)],
  ['UTF-16 in the other order', utf16(`\uFEFF${half}`, true)],
  ['UTF-16 without a mark', utf16(half, true)],
  ['Latin-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?><!-- Caf\xe9 -->${half}`, 'latin1')],
  [
    'a prefix',
    utf8(
      half
        .replaceAll('<svg', '<s:svg')
        .replaceAll('</svg', '</s:svg')
        .replace('<rect', '<s:rect')
        .replace('xmlns=', 'xmlns:s='),
    ),
  ],
  ['no namespace', utf8('<svg viewBox="0 0 100 50"><rect width="50" height="50" fill="#1f6f54"/></svg>')],
  [
    'elements and attributes of an editor',
    utf8(
      svg(
        '<e:view xmlns:e="urn:e" e:x="1"><e:grid/></e:view><metadata><rdf:RDF xmlns:rdf="urn:r"/></metadata><title>Cairn</title><rect xmlns:e="urn:e" e:label="oklch(1)" data-name="a(1)" width="50" height="50" fill="#1f6f54"/>',
      ),
    ),
  ],
  [
    'a style sheet',
    utf8(
      svg(
        '<style>/* url(x) */ @charset "utf-8"; .a{fill:#1F6F54} @media (prefers-color-scheme: dark){.a{fill:red}}</style><rect class="a" width="50" height="50"/>',
      ),
    ),
  ],
  ['a size in its style', utf8(half.replace('viewBox', 'style="width:24px;HEIGHT:12px;fill:red" viewBox'))],
  [
    'a size in millimetres',
    utf8(svg('<rect width="10mm" height="10mm" fill="#1f6f54"/>', 'width="20mm" height="10mm"')),
  ],
  [
    'a size in relation to its font',
    utf8(svg('<rect width="1em" height="1em" fill="#1f6f54"/>', 'width="2em" height="1em"')),
  ],
  [
    'what Illustrator writes',
    utf8(
      `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/"><!ENTITY ns_svg "http://www.w3.org/2000/svg"><!-- x -->]><svg xmlns:i="&ns_ai;" xmlns="&ns_svg;" viewBox="0 0 100 50" enable-background="new 0 0 100 50" xml:space="preserve"><switch><foreignObject requiredExtensions="&ns_ai;" width="1" height="1"><i:pgfRef/></foreignObject><g i:extraneous="self"><style>@font-face{font-family:'Myriad';src:url("data:;base64,AAEA")} .st0{fill:#1F6F54;}</style><path class="st0" d="M0,0h50v50H0V0z"/></g></switch><i:pgf><![CDATA[eJzsvW]]></i:pgf></svg>`,
    ),
  ],
  [
    'variables',
    utf8(
      svg(
        '<style>:root{--a:var(--b)} svg{--b:#1f6f54} @media (prefers-color-scheme:dark){:root{--b:red}} .c{fill:var(--a)}</style><rect class="c" width="25" height="50"/><rect x="25" width="25" height="50" fill="var(--none, var(--b))"/>',
      ),
    ),
  ],
  [
    'origins of transforms',
    utf8(
      svg(
        '<rect width="50" height="25" transform="rotate(90)" transform-origin="25 25" fill="#1f6f54"/><rect x="50" width="50" height="50" style="transform:scale(-1,1);transform-origin:50% 0;fill:#1f6f54"/><rect width="1" height="1" fill="#1f6f54" style="transform-origin:center;transform-box:fill-box"/>',
      ),
    ),
  ],
  ['gzip around it', gzipSync(half)],
  ['entities of XML', utf8(half.replace('<rect', '<rect id="&lt;&amp;&#34;" class="a&#10;b"'))],
]

test.each(writings)('an SVG with %s is recognised and drawn', async (_, bytes) => {
  expect(imageType(bytes)).toBe('image/svg+xml')
  const { data } = await drawn(bytes, { width: 20, height: 10 })
  const expected = Array.from({ length: 200 }, (_, index) =>
    index % 20 < 10 ? [0x1f, 0x6f, 0x54, 255] : [0, 0, 0, 0],
  )
  expect([...data]).toEqual(expected.flat())
})

test('an SVG written anew shows the same pixels as before', async () => {
  for (let seed = 0; seed < 5 * testLogoKinds; seed += testLogoKinds) {
    const { bytes } = await testLogo(seed)
    const before = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const { svg: checked, size } = await checkSvg(bytes)
    expect(size).toEqual({ width: before.info.width, height: before.info.height })
    const after = await renderSvg(checked, size, { seconds: 30 })
    expect({ seed, isSame: Buffer.compare(before.data, after.data) === 0 }).toEqual({ seed, isSame: true })
  }
})

test('what was written anew holds nothing but what was checked', async () => {
  const { svg: checked } = await checkSvg(
    utf8(
      `<?xml version="1.0"?>${doctype}<!-- c --><svg xmlns="http://www.w3.org/2000/svg" xmlns:i="urn:i" viewBox="0 0 9 9" i:a="b"><i:x>y</i:x><title>t</title><g id="&quot;&gt;&lt;script&gt;"/>text</svg>`,
    ),
  )
  expect(new TextDecoder().decode(checked)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" font-size="16" viewBox="0 0 9 9"><g id="&quot;&gt;&lt;script&gt;"></g></svg>',
  )
})

const sizes = [
  ['width="30" height="20"', 30, 20],
  ['width="1in" height="25.4mm"', 96, 96],
  ['width="100%" height="100%" viewBox="5 5 12 6"', 12, 6],
  ['width="24" viewBox="0 0 12 6"', 24, 12],
  ['height="1em" viewBox="0,0 12,6"', 32, 16],
  ['width="30" height="20" viewBox="0 0 12 6"', 30, 20],
] as const

test.each(sizes)('an SVG with %s is %d by %d', async (attributes, width, height) => {
  const { size } = await checkSvg(utf8(svg('<g/>', attributes)))
  expect(size.width).toBeCloseTo(width, 9)
  expect(size.height).toBeCloseTo(height, 9)
})

test('an SVG is drawn at exactly the given size', async () => {
  const { svg: checked } = await checkSvg(utf8(half))
  for (const width of [1, 2, 97, 333, 1_001]) {
    const size = { width, height: Math.max(1, Math.round(width / 2)) }
    expect(await renderSvg(checked, size, { seconds: 30 })).toMatchObject(size)
  }
})

test('an embedded image in Display P3 with an EXIF orientation is drawn upright in sRGB', async () => {
  const { icc } = await sharp(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .withIccProfile('p3')
      .png()
      .toBuffer(),
  ).metadata()
  const p3 = pngFile({
    width: 8,
    height: 8,
    colorType: 2,
    pixel: [200, 80, 60],
    chunks: [profileChunk(icc ?? new Uint8Array(0))],
  })
  const image = (bytes: Uint8Array, place: string) =>
    `<image ${place} href="data:image/png;base64,${Buffer.from(bytes).toString('base64')}"/>`
  const striped = svg(
    '<rect width="8" height="2" fill="#00f"/><rect y="2" width="8" height="2" fill="#0f0"/>',
    'width="8" height="4"',
  )
  const turned = await sharp(Buffer.from(striped)).flatten().withMetadata({ orientation: 6 }).png().toBuffer()
  const raster = await drawn(
    utf8(
      svg(
        image(p3, 'width="8" height="8"') + image(turned, 'x="8" width="4" height="8"'),
        'viewBox="0 0 12 8"',
      ),
    ),
    { width: 12, height: 8 },
  )
  const at = (x: number, y: number) => [...raster.data.subarray((y * 12 + x) * 4, (y * 12 + x) * 4 + 4)]
  expect(at(4, 4)).toEqual([216, 69, 51, 255])
  expect(at(8, 4)).toEqual([0, 255, 0, 255])
  expect(at(11, 4)).toEqual([0, 0, 255, 255])
})

test('the process that draws gives the same pixels as drawing in place', async () => {
  const { svg: checked } = await checkSvg(utf8(half))
  const size = { width: 50, height: 25 }
  const [apart, here] = [
    await renderUntrustedSvg(checked, size),
    await renderSvg(checked, size, { seconds: 30 }),
  ]
  expect({ ...apart, data: [...apart.data] }).toEqual({ ...here, data: [...here.data] })
})
