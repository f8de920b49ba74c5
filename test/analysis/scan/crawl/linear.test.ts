import { test } from 'bun:test'
import { sitemapUrls } from '../../../../src/analysis/scan/crawl/sitemap.ts'
import { decodeBody } from '../../../../src/analysis/scan/document/charset.ts'
import { expectLinearGrowth } from '../../linear-growth.ts'

const hostile: [name: string, unit: string, start?: string][] = [
  ['tags that never end', '<'],
  ['open entries', '<loc>'],
  ['entries of blanks', '<loc> '],
  ['entries of blanks within a tag', `<loc>${' '.repeat(200)}<a>`],
  ['CDATA sections that never end', '<loc><![CDATA['],
  ['CDATA sections', '<loc><![CDATA[ ]]>'],
  ['comments that never end', '<!--'],
  ['references', '&#x26;&amp;&#', '<loc>'],
  ['entries full of references', `<loc>${'&amp;'.repeat(100)}</loc>`],
  ['blanks', ' '],
  ['blanks within', ' ', '<loc>'],
  ['lines', 'http://\n'],
  ['long names', 'a', '<'],
]
test.each(hostile)('%s are read in linear time', (name, unit, start = '<urlset>') => {
  expectLinearGrowth(name, {
    size: 50_000,
    workOn: (chars) => {
      const text = start + unit.repeat(Math.ceil(chars / unit.length))
      return () => sitemapUrls(text, { textLengthMax: text.length })
    },
  })
})

test.each(['charset', '<meta content="charset', '<meta ', '<?xml encoding', '<a b=', '<!--'])(
  'a head of nothing but %j is read in linear time',
  (unit) => {
    expectLinearGrowth(unit, {
      size: 50_000,
      workOn: (chars) => {
        const body = Buffer.from(`<meta content="${unit.repeat(Math.ceil(chars / unit.length))}`)
        return () => decodeBody(body, 'text/html')
      },
    })
  },
)
