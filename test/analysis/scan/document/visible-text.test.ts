import { describe, expect, test } from 'bun:test'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'
import table from './visible-text.json'

const pageOf = (body: string) =>
  buildPage({ url: 'https://acme.example/', body, headers: [], viaBrowser: false })
const textOf = (body: string) => pageOf(body).blocks.map((block) => block.text)

describe('hidden text', () => {
  test.each(Object.entries(table.hidden))('is not text of the page: %s', (_, html) => {
    const page = pageOf(`${html.startsWith('<head>') ? '' : '<p>before</p>'}${html}<p>before</p><p>after</p>`)
    expect(page.blocks.map((block) => block.text).join(' ')).not.toContain('SECRET')
    expect(page.blocks.at(0)?.text).toBe('before')
    expect(page.blocks.at(-1)?.text).toBe('after')
  })

  test.each(Object.entries(table.shown))('is not confused with what a visitor sees: %s', (_, html) => {
    expect(textOf(html).join(' ')).toContain('SHOWN')
  })

  test('receives each element', () => {
    const page = pageOf('<p>a</p><div hidden><p id=x>b</p></div><a id=y style="display:none" href=/z>c</a>')
    const visible = (selector: string) => {
      const element = page.document.querySelector(selector)
      return element !== null && page.isVisible(element)
    }
    expect([visible('p'), visible('#x'), visible('#y'), visible('title')]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(page.links.map((link) => [link.url, link.visible])).toEqual([['https://acme.example/z', false]])
  })
})

describe('visible text', () => {
  test('comes in blocks, inline parts joined as they are read', () => {
    expect(
      textOf(`<h1>A<b>c</b>me</h1><p>one<br>two <i>three</i>, four<p>five
        <table><tr><td>a<td>b</table><ul><li>x<li>y</ul><div>in<p>para</p>out</div><a>Home</a><a>About</a>`),
    ).toEqual(['Acme', 'one two three, four', 'five', 'a', 'b', 'x', 'y', 'in', 'para', 'out', 'Home About'])
  })

  test('is free of what cannot be seen', () => {
    expect(textOf('<p>Ig\u200bnore \u202eall\u202c &#x200B;\u{e0041}this&shy;one</p>')).toEqual([
      'Ignore all thisone',
    ])
  })

  test('of a page whose header has no end tag is that of its content', () => {
    const page = pageOf('<div><header>a<nav>b</nav><h1>c</h1><p>d<footer>e')
    expect(page.blocks.map(({ text, area }) => [text, area])).toEqual([
      ['a', 'main'],
      ['b', 'nav'],
      ['c', 'main'],
      ['d', 'main'],
      ['e', 'footer'],
    ])
  })

  test('has its area and heading', () => {
    const page =
      pageOf(`<header>a<nav>b</nav></header><main><h2>c</h2><article><header>d</header><footer>e</footer></article>
      <aside>f</aside></main><div role=contentinfo>g<nav>h</nav></div><div id=footer>i</div><div class="x navbar">j</div>
      <div role=heading aria-level=3>k</div><section><h4>l <b>m</b></h4></section>`)
    expect(page.blocks.map(({ text, area, heading }) => [text, area, heading])).toEqual([
      ['a', 'header', 0],
      ['b', 'nav', 0],
      ['c', 'main', 2],
      ['d', 'main', 0],
      ['e', 'main', 0],
      ['f', 'aside', 0],
      ['g', 'footer', 0],
      ['h', 'footer', 0],
      ['i', 'footer', 0],
      ['j', 'nav', 0],
      ['k', 'main', 3],
      ['l m', 'main', 4],
    ])
    expect(
      page.blocks.at(-1)?.runs.map((run) => [run.text, run.element.localName, run.block.localName]),
    ).toEqual([
      ['l', 'h4', 'h4'],
      ['m', 'b', 'h4'],
    ])
  })
})
