import { describe, expect, test } from 'bun:test'
import { buildPage } from '../../../../src/analysis/scan/document/build-page.ts'

const pageOf = (body: string) =>
  buildPage({ url: 'https://acme.example/', body, headers: [], viaBrowser: false })
const textOf = (body: string) => pageOf(body).blocks.map((block) => block.text)

describe('hidden text', () => {
  const hidden: ReadonlyArray<readonly [name: string, html: string]> = [
    ['a script', '<script>SECRET</script>'],
    ['noscript', '<noscript><p>SECRET</p></noscript>'],
    ['noscript in the head', '<head><noscript>SECRET<p>SECRET</p></noscript></head>'],
    ['a template', '<template><p>SECRET</p></template>'],
    ['the title', '<title>SECRET</title>'],
    ['the title of a drawing', '<svg><title>SECRET</title><desc>SECRET</desc></svg>'],
    ['a comment', '<!-- SECRET -->'],
    ['the hidden attribute', '<div hidden><p>SECRET</p></div>'],
    ['aria-hidden', '<span aria-hidden="true">SECRET</span>'],
    ['display: none', '<div style="display: none"><b>SECRET</b></div>'],
    [
      'display: none in capitals and with a comment',
      '<div STYLE="color:red;DISPLAY:NONE !important">SECRET</div>',
    ],
    ['visibility: hidden', '<div style="visibility:hidden">SECRET</div>'],
    ['opacity: 0', '<div style="opacity:0">SECRET</div>'],
    ['font-size: 0', '<p style="font-size:0">SECRET</p>'],
    ['font-size: 1px', '<p style="font-size:1px">SECRET</p>'],
    ['text-indent', '<p style="text-indent:-9999px">SECRET</p>'],
    ['clip', '<p style="position:absolute;clip:rect(0 0 0 0)">SECRET</p>'],
    ['clip with commas', '<p style="position:absolute;clip:rect(1px, 1px, 1px, 1px)">SECRET</p>'],
    ['clip-path', '<p style="clip-path:inset(50%)">SECRET</p>'],
    ['off-screen left', '<p style="position:absolute;left:-9999px">SECRET</p>'],
    ['off-screen top', '<p style="position:fixed;top:-200em">SECRET</p>'],
    ['a margin off-screen', '<p style="margin-left:-5000px">SECRET</p>'],
    ['moved off-screen', '<p style="transform:translateX(-9999px)">SECRET</p>'],
    ['scaled to nothing', '<p style="transform:scale(0)">SECRET</p>'],
    ['a box of one pixel', '<p style="width:1px;height:1px;overflow:hidden">SECRET</p>'],
    ['white on white by name', '<p style="color:white;background-color:rgb(255, 255, 255)">SECRET</p>'],
    ['nearly white on white', '<p style="color:#fefefe;background:white">SECRET</p>'],
    [
      'white on an outer white',
      '<div style="background:#fff"><p>x<b style="color:#fff">SECRET</b></p></div>',
    ],
    ['white on a page that says nothing of its ground', '<p style="color:#fff">SECRET</p>'],
    ['nearly white inside white', '<div style="color:#fefefe"><p>SECRET <b>SECRET</b></p></div>'],
    [
      'white on a page that paints its ground white',
      '<style>body{background:#fff;color:#333}.btn{background:blue}</style><p style="color:white">SECRET</p>',
    ],
    ['white on a ground without colour', '<p style="color:#fff;background:transparent">SECRET</p>'],
    ['transparent letters', '<p style="color:transparent">SECRET</p>'],
    ['letters with hardly any alpha', '<p style="color:rgba(0,0,0,.01)">SECRET</p>'],
    ['letters without alpha by hue', '<p style="color:hsla(0, 0%, 0%, 0)">SECRET</p>'],
    ['letters without alpha after a stroke', '<p style="color:rgb(0 0 0 / 2%)">SECRET</p>'],
    ['letters without alpha in eight digits', '<p style="color:#00000001">SECRET</p>'],
    ['a filter', '<p style="filter:blur(1px) opacity(0)">SECRET</p>'],
    ['zoom', '<p style="zoom:0">SECRET</p>'],
    ['moved out of its place', '<p style="position:relative;left:-9999px">SECRET</p>'],
    ['off-screen on the other side', '<p style="position:absolute;left:9999px">SECRET</p>'],
    ['pushed off-screen from the right', '<p style="position:absolute;right:9999px">SECRET</p>'],
    ['fixed far below', '<p style="position:fixed;top:200vh;bottom:9999px">SECRET</p>'],
    ['a margin to the other side', '<p style="margin-left:9999px">SECRET</p>'],
    ['moved to the other side', '<p style="transform:translateX(9999px)">SECRET</p>'],
    ['a box of nothing that scrolls', '<p style="width:0;height:0;overflow:auto">SECRET</p>'],
    ['a class with a filter', '<style>.t{filter:opacity(0%)}</style><p class=t>SECRET</p>'],
    ['sr-only', '<p class="x sr-only">SECRET</p>'],
    ['a class of the page', '<style>.x,.trap{display:none}</style><p class="a trap">SECRET</p>'],
    ['an id of the page', '<style>/* { */ #trap { color:red; display : none }</style><p id=trap>SECRET</p>'],
    ['a class inside a layer', '<style>@layer base{.t{display:none}}</style><p class=t>SECRET</p>'],
    [
      'a class of a later block',
      '<style>.y{}</style><style>@import "x";.t{visibility:hidden}</style><p class=t>SECRET</p>',
    ],
    ['a hidden field', '<input type=hidden value=SECRET>'],
    ['an iframe’s fallback', '<iframe>SECRET</iframe>'],
    ['a video’s fallback', '<video>SECRET</video>'],
    ['a closed dialog', '<dialog>SECRET</dialog>'],
    ['a popover', '<div popover>SECRET</div>'],
    ['a framework class', '<div class="hidden">SECRET</div><div class="d-none">SECRET</div>'],
    ['a datalist', '<datalist><option>SECRET</datalist>'],
  ]
  test.each(hidden)('is not text of the page: %s', (_, html) => {
    const page = pageOf(`${html.startsWith('<head>') ? '' : '<p>before</p>'}${html}<p>before</p><p>after</p>`)
    expect(page.blocks.map((block) => block.text).join(' ')).not.toContain('SECRET')
    expect(page.blocks.at(0)?.text).toBe('before')
    expect(page.blocks.at(-1)?.text).toBe('after')
  })

  const shown: ReadonlyArray<readonly [name: string, html: string]> = [
    ['closed details', '<details><summary>More</summary><p>SHOWN</p></details>'],
    ['an open dialog', '<dialog open>SHOWN</dialog>'],
    ['white on black', '<p style="color:white;background:black">SHOWN</p>'],
    [
      'white on what another file may paint',
      '<link rel=stylesheet href=/a.css><p style="color:#fff">SHOWN</p>',
    ],
    [
      'white on what some screens may paint',
      '<style>@media (min-width:9em){p{background:red}}</style><p style="color:#fff">SHOWN</p>',
    ],
    [
      'white on an outer picture',
      '<div style="background:url(a.png) #fff"><p style="color:#fff">SHOWN</p></div>',
    ],
    [
      'white on a picture of its own',
      '<p style="color:#fff;background-color:#fff;background-image:url(a.png)">SHOWN</p>',
    ],
    ['white on an old attribute', '<table><tr><td bgcolor="#000000"><p style="color:#fff">SHOWN</p></table>'],
    ['white on a class', '<style>.x{background:navy}</style><p class=x style="color:#fff">SHOWN</p>'],
    [
      'white inside an outer class',
      '<style>.x .hero:hover{background:var(--c)}</style><div class=hero><p style="color:#fff">SHOWN</p></div>',
    ],
    ['white on a painted body', '<style>html,body{background:#111}</style><p style="color:#fff">SHOWN</p>'],
    ['ink of its own inside white', '<div style="color:#fff"><p style="color:#222">SHOWN</p></div>'],
    [
      'ink of a class inside white',
      '<style>.d{color:#222}</style><div style="color:#fff"><p class=d>SHOWN</p></div>',
    ],
    ['ground of its own inside white', '<div style="color:#fff"><p style="background:#222">SHOWN</p></div>'],
    ['a link inside white', '<div style="color:#fff"><a href=/a>SHOWN</a></div>'],
    [
      'a gradient in letters',
      '<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">SHOWN</p>',
    ],
    ['hidden in print only', '<style>@media print{.t{display:none}}</style><p class=t>SHOWN</p>'],
    [
      'hidden on narrow screens only',
      '<style>@media (max-width:600px){.t{display:none}}</style><p class=t>SHOWN</p>',
    ],
    ['a print stylesheet', '<style media=print>.t{display:none}</style><p class=t>SHOWN</p>'],
    ['shown again by a later rule', '<style>.t{display:none}.t{display:block}</style><p class=t>SHOWN</p>'],
    ['shown again inline', '<style>.t{display:none}</style><p class=t style="display:block">SHOWN</p>'],
    ['hidden only inside something else', '<style>.js .t{display:none}</style><p class=t>SHOWN</p>'],
    ['text that fades in', '<style>.t{opacity:0;transition:opacity 1s}</style><p class=t>SHOWN</p>'],
    ['a class shown on large screens', '<div class="hidden lg:block">SHOWN</div>'],
    ['letters with some alpha', '<p style="color:rgba(0,0,0,.6)">SHOWN</p><p style="color:#0006">SHOWN</p>'],
    ['three numbers that end in nothing', '<p style="color:rgb(10,20,0)">SHOWN</p>'],
    ['a hue without light', '<p style="color:hsl(0 0% 0%)">SHOWN</p>'],
    ['white on no ground of its own', '<p style="color:#000;background:rgba(0,0,0,0)">SHOWN</p>'],
    ['a variable as display', '<p style="display:var(--n)">SHOWN</p>'],
    ['a little out of its place', '<p style="position:relative;left:-12px;top:9999px">SHOWN</p>'],
    ['a second picture of a row', '<p style="position:absolute;left:2400px">SHOWN</p>'],
    ['moved by half', '<p style="transform:translate(-50.000%, -50.000%)">SHOWN</p>'],
    ['a box that scrolls', '<p style="width:300px;height:200px;overflow:auto">SHOWN</p>'],
    ['a filter that greys', '<p style="filter:opacity(80%) grayscale(1);zoom:1.2">SHOWN</p>'],
    ['a small indent', '<p style="text-indent:-1em;opacity:.9;font-size:11px">SHOWN</p>'],
    ['aria-hidden=false', '<p aria-hidden="false">SHOWN</p>'],
    [
      'a brace inside a quoted text',
      '<style>.a::after{content:"} .t{display:none}"}</style><p class=t>SHOWN</p>',
    ],
    ['an unclosed style comment', '<style>/* .t{display:none}</style><p class=t>SHOWN</p>'],
  ]
  test.each(shown)('is not confused with what a visitor sees: %s', (_, html) => {
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
