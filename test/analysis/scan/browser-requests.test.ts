import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RenderFailed } from '../../../src/analysis/scan/browser.ts'
import {
  type CannonPages,
  type CannonRange,
  cannonNames,
  manyNames,
  openCannonRange,
} from '../../support/browser-cannon.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'

const cannon = readFileSync(join(import.meta.dirname, '../../support/cannon-page.js'), 'utf8')
const { own, sibling, other, silent } = cannonNames

const pagesFor: CannonPages = ({ origins, scheme, port }) => ({
  '/cannon': `<!doctype html><title>aims</title><body><script>const range = ${JSON.stringify({ origins })}\n${cannon}</script>`,
  '/service.js': `fetch('/from-service', { method: 'POST', body: 'x' })`,
  '/many': manyNames
    .flatMap((name) => [1, 2].map((at) => `<script src="${scheme}://${name}:${port}/${at}.js"></script>`))
    .join(''),
  '/floods': `<script>for (let i = 0; i < 60; i++) document.write('<script src="${origins.other}/' + i + '.js"></' + 'script>')</script>`,
  '/siblings': `<script>for (let i = 0; i < 9; i++) fetch('${scheme}://s' + i + '.cannon-site.com:${port}/').catch(() => {})</script>`,
  '/submits': `<form method="post" action="${origins.own}/admin"><input name="a" value="b"></form><script>document.forms[0].submit()</script>`,
  '/leaves': `<script>location.href = '${origins.other}/there'</script>`,
  '/leaves-to-sibling': `<script>location.href = '${origins.sibling}/there'</script>`,
  '/there': '<h1>there</h1>',
  '/to-local': `<script src="${origins.other}/local.js"></script><script>
    fetch('${origins.other}/local', { mode: 'no-cors' }); fetch('${origins.sibling}/local', { mode: 'no-cors' })</script>`,
  '/redirects': `<script src="${origins.other}/led.js?to=/closed.js"></script><script src="/led.js?to=${origins.silent}/open.js"></script>
    <script>fetch('/led?to=${origins.other}/data', { mode: 'no-cors' }); fetch('/led?to=/open-data')</script>`,
  '/closed': `<script src="${origins.other}/closed.js"></script><script src="/open.js"></script>
    <script>fetch('/closed-data'); fetch('${origins.sibling}/closed-data'); fetch('/open-data')</script>
    <link rel="stylesheet" href="${origins.other}/closed.css">`,
})

describe.skipIf(skipWithoutChromium()).each(['http', 'https'] as const)('a page over %s', (scheme) => {
  let range: CannonRange
  beforeAll(async () => {
    range = await openCannonRange(scheme, pagesFor)
  })
  afterAll(async () => {
    await range.close()
  })
  const failure = async (path: string) =>
    await range.render(path).then(
      () => 'rendered',
      (error: unknown) => (error instanceof RenderFailed ? error.reason : error),
    )

  test('makes its reader send nothing but GET and HEAD, without bodies, and data requests to its own site alone', async () => {
    const page = await range.render('/cannon')
    expect(/<title>\w+<\/title>/.exec(page.html)?.[0]).toBe('<title>fired</title>')
    expect([...new Set(range.asked)].sort()).toEqual(
      [
        `GET ${own}/cannon`,
        `GET ${own}/asks-first`,
        `GET ${own}/data`,
        `HEAD ${own}/head`,
        `GET ${sibling}/data`,
        `GET ${other}/library.js`,
        `GET ${other}/style.css`,
      ].sort(),
    )
    expect(page.refused).toBeGreaterThan(100)
  })

  test('asks robots rules for every request before it leaves', async () => {
    await range.render('/cannon')
    const left = range.asked.map((line) => line.replace(/^\w+ /, ''))
    expect(left.filter((each) => !range.robots.includes(each))).toEqual([])
    await range.render('/closed', { disallow: /closed[.-]/ })
    expect(range.asked.sort()).toEqual(
      ['/closed', '/open-data', '/open.js'].map((path) => `GET ${own}${path}`),
    )
    expect(range.robots).toContain(`${other}/closed.js`)
    expect(range.robots).toContain(`${other}/closed.css`)
    expect(range.robots).toContain(`${sibling}/closed-data`)
  })

  test('is held to the same rules wherever a redirect leads', async () => {
    await range.render('/redirects', { disallow: /^[^?]*closed/ })
    expect(range.asked.map((line) => line.replace(/\?.*/, '')).sort()).toEqual(
      [
        `GET ${own}/led`,
        `GET ${own}/led`,
        `GET ${own}/led.js`,
        `GET ${own}/open-data`,
        `GET ${own}/redirects`,
        `GET ${other}/led.js`,
        `GET ${silent}/open.js`,
      ].sort(),
    )
    expect(range.robots).toContain(`${other}/closed.js`)
    expect(range.robots).toContain(`${silent}/open.js`)
  })

  test('reaches a few other hosts and no more, and robots rules of no more are asked for', async () => {
    await range.render('/many')
    const hosts = new Set(range.robots.map((text) => text.split('/')[0]))
    expect(hosts.size).toBe(1 + 6)
    expect(range.asked.length).toBe(1 + 2 * 6)
    await range.render('/siblings')
    expect(new Set(range.robots.map((text) => text.split('/')[0])).size).toBe(1 + 4)
  })

  test('sends a few requests to other sites and no more', async () => {
    await range.render('/floods')
    expect(range.asked.filter((line) => line.startsWith(`GET ${other}/`)).length).toBe(30)
  })

  test('is refused when it sends a form or leaves its site, and the other place is not asked', async () => {
    expect(await failure('/submits')).toBe('refused')
    expect(range.asked).toEqual([`GET ${own}/submits`])
    expect(await failure('/leaves')).toBe('refused')
    expect(range.asked).toEqual([`GET ${own}/leaves`])
  })

  test('may lead to another host of its site', async () => {
    const page = await range.render('/leaves-to-sibling')
    expect(page.url).toBe(`${range.origins.sibling}/there`)
    expect(page.html).toContain('<h1>there</h1>')
  })

  test('reaches no local origin but its own', async () => {
    const { origins } = range
    await range.render('/to-local', { localOrigins: [origins.other, origins.sibling] })
    expect(range.asked).toEqual([`GET ${own}/to-local`])
    expect(range.robots).toEqual([`${own}/to-local`])
    await range.render('/closed', { localOrigins: [origins.own] })
    expect(range.asked).toContain(`GET ${own}/open-data`)
  })
})
