import { describe, expect, test } from 'bun:test'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import { defaultPageLimits } from '../../../../src/analysis/scan/document/limits.ts'

const fragments = [
  '<p>one<p>two',
  '<b><i>x</b>y</i>z',
  '<table>text<tr><td>cell</table>after',
  '<table><b>x<tr>y</b><td>z',
  '<a href=1>one<a href=2>two</a>',
  '<ul><li>1<li>2<ul><li>3</ul><li>4',
  '<div><p>x</div>y</p>z',
  '<select><option>1<option>2<optgroup><option>3</select>',
  '<h1>a<h2>b</h1>c</h2>',
  '<form><form><input></form></form>x',
  '<button>a<button>b</button>',
  '<p><table><tr><td>x</p>y',
  '<svg><title>t</title><p>out</p></svg>',
  '<svg><foreignObject><p>in</p></foreignObject></svg>',
  '<math><mi>x</mi><annotation-xml encoding="text/html"><p>y</annotation-xml></math>',
  '<noscript><p>no scripts</p></noscript>',
  '<head><noscript><link rel=x><p>out</noscript></head>',
  '<template><tr><td>x</template>y',
  '<frameset><frame></frameset>',
  '<body a=1><body b=2>x</body></html>y<!--z-->',
  '<!doctype html><title>a</title><p>b',
  '<title>a<b>c</title>d',
  '<textarea>\n<b>x</b></textarea>y',
  '<pre>\n\nx</pre>',
  '<script>if (a < b) "</p>"</script>x',
  '<style>a{b:c}</style><style>d</style>',
  '<dl><dt>a<dd>b<dt>c</dl>',
  '<ruby>a<rt>b<rp>c</ruby>',
  '<p>a</br>b</p></p>c',
  '<image src=x>',
  '<nobr>a<nobr>b',
  '<marquee><b>x</marquee>y',
  '<i><div><p>x</i>y</div>',
  '<font a=1><font a=2><p>x</font>y',
  '<table><tr><td><table><tr><td>x</table>y</table>',
  '<caption>x<col>y<td>z',
  'a<!-- b --!>c<!doctype>d<? e>f</ g>h',
  '&amp;&lt&notit;&#x80;&#0;&#xD800;&hellip;&unknown;',
  'a\0b<div\0c=d>e</div>\r\nf\rg',
  '<div =a "b\'c=d e=\'f" g=`h` /i j= k>x',
  '<xmp><b>x</xmp><plaintext><b>y</plaintext>',
  '<details><summary>a<p>b</details>',
]

/** One line per node: the same for every parser. Templates' contents, the doctype and class order aside. */
function ofSource(node: DefaultTreeAdapterTypes.ParentNode): unknown[] {
  return node.childNodes.flatMap((child): unknown[] => {
    if (defaultTreeAdapter.isTextNode(child)) return [child.value]
    if (defaultTreeAdapter.isCommentNode(child)) return [{ comment: child.data }]
    if (!defaultTreeAdapter.isElementNode(child)) return []
    const attributes = child.attrs.map(({ prefix, name, value }) => [
      prefix ? `${prefix}:${name}` : name,
      value,
    ])
    return [{ tag: child.tagName, attributes: attributes.sort(), children: ofSource(child) }]
  })
}

function ofDocument(node: Node): unknown[] {
  return [...node.childNodes].flatMap((child): unknown[] => {
    if (child.nodeType === 3) return [child.nodeValue]
    if (child.nodeType === 8) return [{ comment: child.nodeValue }]
    if (!isElement(child)) return []
    const attributes = [...child.attributes].map(({ name, value }) => [name, value])
    return [{ tag: child.localName, attributes: attributes.sort(), children: ofDocument(child) }]
  })
}

const isElement = (node: Node): node is Element => node.nodeType === 1
const pageOf = (body: string) =>
  buildPage({ url: 'https://acme.example/', body, headers: [], viaBrowser: false })

describe('the document of a page', () => {
  test.each(fragments)('is what the parser builds of %j', (fragment) => {
    const expected = ofSource(parse(fragment, { scriptingEnabled: false }))
    expect(ofDocument(pageOf(fragment).document)).toEqual(expected)
  })

  test('has title and body even where the source names neither', () => {
    const page = pageOf('<title>Acme &amp; Söhne</title><h1>Welcome</h1>')
    expect(page.title).toBe('Acme & Söhne')
    expect(page.document.querySelector('body h1')?.textContent).toBe('Welcome')
    expect(page.document.documentElement.localName).toBe('html')
  })

  test('puts what is too deep beside each other, in the order of the source', () => {
    const depth = 700
    const body = Array.from({ length: depth }, (_, index) => `<div id=d${index}>t${index} `).join('')
    const page = pageOf(body)
    expect(page.truncated).toBe(false)
    let deepest = 0
    for (const element of page.document.querySelectorAll('div')) {
      let levels = 0
      for (let up: Element | null = element; up !== null; up = up.parentElement) levels++
      deepest = Math.max(deepest, levels)
    }
    expect(deepest).toBe(defaultPageLimits.depthMax)
    expect(page.blocks.map((block) => block.text)).toEqual(
      Array.from({ length: depth }, (_, index) => `t${index}`),
    )
    expect([...page.document.querySelectorAll('div')].map((element) => element.id)).toEqual(
      Array.from({ length: depth }, (_, index) => `d${index}`),
    )
  })

  test('ends at the limit of elements and says so', () => {
    const page = pageOf('<p>x'.repeat(30_000))
    expect(page.truncated).toBe(true)
    expect(page.elements).toBe(defaultPageLimits.elementsMax)
    expect(page.document.querySelectorAll('*').length).toBeLessThanOrEqual(defaultPageLimits.elementsMax)
    expect(page.blocks.length).toBeGreaterThan(19_000)
  })
})
