import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CannonOptions,
  type CannonPages,
  cannonNames,
  fireCannon,
  manyNames,
  type Scheme,
  type Shot,
} from '../../support/browser-cannon.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'

const cannon = readFileSync(join(import.meta.dirname, '../../support/cannon-page.js'), 'utf8')
const { own, sibling, other, silent, led } = cannonNames

const pagesFor: CannonPages = ({ origins, scheme, port }) => ({
  // One page tries all that needs no other page, as each rendering starts a browser.
  '/everything': `<!doctype html><title>aims</title><body>
    <script src="${origins.other}/closed.js"></script><script src="/open.js"></script>
    <script>fetch('/closed-data'); fetch('${origins.sibling}/closed-data'); fetch('/open-data')</script>
    <link rel="stylesheet" href="${origins.other}/closed.css">
    <script src="${origins.other}/led.js?to=/closed-target.js"></script><script src="/led.js?to=${origins.led}/target.js"></script>
    <script>fetch('/led?to=${origins.other}/data', { mode: 'no-cors' }); fetch('/led?to=/target')</script>
    <script>const range = ${JSON.stringify({ origins })}\n${cannon}</script>`,
  '/service.js': `fetch('/from-service', { method: 'POST', body: 'x' })`,
  '/many': [
    ...manyNames.flatMap((name) =>
      [1, 2].map((at) => `<script src="${scheme}://${name}:${port}/${at}.js"></script>`),
    ),
    `<script>for (let i = 0; i < 9; i++) fetch('${scheme}://s' + i + '.cannon-site.com:${port}/').catch(() => {})</script>`,
  ].join(''),
  '/floods': `<script>for (let i = 0; i < 60; i++) document.write('<script src="${origins.other}/' + i + '.js"></' + 'script>')</script>`,
  '/submits': `<form method="post" action="${origins.own}/admin"><input name="a" value="b"></form><script>document.forms[0].submit()</script>`,
  '/leaves': `<script>location.href = '${origins.other}/there'</script>`,
  '/leaves-to-sibling': `<script>location.href = '${origins.sibling}/there'</script>`,
  '/there': '<h1>there</h1>',
  '/to-local': `<script src="${origins.other}/local.js"></script><script>
    fetch('${origins.other}/local', { mode: 'no-cors' }); fetch('${origins.sibling}/local', { mode: 'no-cors' })
    fetch('/open-data')</script>`,
})

/** Pages tried over both, as plain requests and tunnels leave the browser's proxy in different ways. */
const onBoth: Record<string, Omit<CannonOptions, 'pagesFor'>> = {
  '/everything': { disallow: /^[^?]*closed/ },
  '/to-local': { local: ['own', 'other', 'sibling'] },
  '/submits': {},
  '/leaves': {},
}
/** Pages held to limits that are counted before the scheme means anything. */
const onOne: typeof onBoth = { '/many': {}, '/floods': {}, '/leaves-to-sibling': {} }

const fired = new Map<string, Promise<Shot>>()
const shotOf = async (scheme: Scheme, path: string) => {
  const shot = await fired.get(`${scheme} ${path}`)
  if (shot === undefined) throw new Error(`${path} was not rendered over ${scheme}`)
  return shot
}

describe.skipIf(skipWithoutChromium(import.meta.path))('a page', () => {
  beforeAll(async () => {
    const fire = (scheme: Scheme, pages: typeof onBoth) => {
      for (const [path, options] of Object.entries(pages)) {
        fired.set(`${scheme} ${path}`, fireCannon(scheme, path, { pagesFor, ...options }))
      }
    }
    fire('http', { ...onBoth, ...onOne })
    fire('https', { ...onBoth, '/there': { trusted: false } })
    await Promise.allSettled(fired.values())
  })

  describe.each(['http', 'https'] as const)('over %s', (scheme) => {
    test('causes GET and HEAD requests without bodies alone, and data requests to its own site alone', async () => {
      const { asked, html, refused, origins } = await shotOf(scheme, '/everything')
      expect(/<title>\w+<\/title>/.exec(html)?.[0]).toBe('<title>fired</title>')
      expect([...new Set(asked)].sort()).toEqual(
        [
          `GET ${own}/everything`,
          `GET ${own}/asks-first`,
          `GET ${own}/data`,
          `HEAD ${own}/head`,
          `GET ${sibling}/data`,
          `GET ${other}/library.js`,
          `GET ${other}/style.css`,
          // What robots rules leave open.
          `GET ${own}/open.js`,
          `GET ${own}/open-data`,
          // What redirects lead to, and they themselves.
          `GET ${own}/led?to=/target`,
          `GET ${own}/target`,
          `GET ${own}/led?to=${origins.other}/data`,
          `GET ${other}/led.js?to=/closed-target.js`,
          `GET ${own}/led.js?to=${origins.led}/target.js`,
          `GET ${led}/target.js`,
        ].sort(),
      )
      expect(refused).toBeGreaterThan(100)
    })

    test('asks robots rules for every request before it leaves, also where a redirect leads, and for no other host', async () => {
      const { asked, robots } = await shotOf(scheme, '/everything')
      const left = asked.map((line) => line.replace(/^\w+ /, '').replace(/\?.*/, ''))
      expect(left.filter((each) => !robots.includes(each))).toEqual([])
      const refused = ['/closed.js', '/closed.css', '/closed-target.js'].map((path) => other + path)
      expect(robots).toEqual(expect.arrayContaining([...refused, `${sibling}/closed-data`]))
      expect(robots.filter((text) => text.startsWith(silent))).toEqual([])
    })

    test('reaches no local origin but its own', async () => {
      const { asked, robots } = await shotOf(scheme, '/to-local')
      expect(asked).toEqual([`GET ${own}/to-local`, `GET ${own}/open-data`])
      expect(robots).toEqual([`${own}/to-local`, `${own}/open-data`])
    })

    test('is refused when it sends a form or leaves its site, and the other place gets no request', async () => {
      const submits = await shotOf(scheme, '/submits')
      expect([submits.end, submits.asked]).toEqual(['refused', [`GET ${own}/submits`]])
      const leaves = await shotOf(scheme, '/leaves')
      expect([leaves.end, leaves.asked]).toEqual(['refused', [`GET ${own}/leaves`]])
    })
  })

  test('is not read when its certificate is not valid', async () => {
    const { end, message, asked } = await shotOf('https', '/there')
    expect({ end, asked }).toEqual({ end: 'crashed', asked: [] })
    expect(message).toContain('ERR_CERT')
  })

  test('reaches at most six other hosts and four siblings, and robots rules are read for these alone', async () => {
    const { asked, robots } = await shotOf('http', '/many')
    const hosts = [...new Set(robots.map((text) => text.split('/')[0] ?? ''))]
    expect(hosts.filter((host) => manyNames.includes(host)).length).toBe(6)
    expect(hosts.filter((host) => /^s\d\./.test(host)).length).toBe(4)
    expect(hosts.length).toBe(1 + 6 + 4)
    expect(asked.length).toBe(1 + 2 * 6)
  })

  test('sends at most 30 requests to other sites', async () => {
    const { asked } = await shotOf('http', '/floods')
    expect(asked.filter((line) => line.startsWith(`GET ${other}/`)).length).toBe(30)
  })

  test('may lead to another host of its site', async () => {
    const { url, html, origins } = await shotOf('http', '/leaves-to-sibling')
    expect(url).toBe(`${origins.sibling}/there`)
    expect(html).toContain('<h1>there</h1>')
  })
})
