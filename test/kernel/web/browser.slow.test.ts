import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { bundleBrowserScript } from '../../../src/kernel/web/browser-script.ts'
import { pageResponse } from '../../../src/kernel/web/page-response.ts'
import { launchChromium, skipWithoutChromium } from '../../support/chromium.ts'
import { isSoak } from '../../support/soak.ts'
import { renderSpecimen } from './specimen.ts'

const axe = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')
const pictures = process.env['SCREENSHOTS']

describe.skipIf(skipWithoutChromium(import.meta.path))('a page with a script in a browser', () => {
  let server: Bun.Server<undefined>
  let browser: Browser
  beforeAll(async () => {
    const page = renderSpecimen(await bundleBrowserScript(join(import.meta.dir, 'specimen.client.ts')))
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => pageResponse(page) })
    browser = await launchChromium()
  })
  // A page that is left open keeps drawing what is animated.
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
  })
  afterAll(async () => {
    await browser.close()
    await server.stop(true)
  })

  const open = async (options: BrowserContextOptions, hash = '') => {
    const page = await (await browser.newContext(options)).newPage()
    const refused: string[] = []
    page.on('console', (message) => refused.push(message.text()))
    page.on('pageerror', (error) => refused.push(error.message))
    await page.goto(`${server.url}#${encodeURIComponent(hash)}`)
    await page.locator('#open').waitFor()
    return { page, refused }
  }

  test.each(['"><img src=x onerror="document.title=1">', '</script><script>document.title=1</script>'])(
    '%j that a script draws is text',
    async (attack) => {
      const { page, refused } = await open({}, attack)
      expect(await page.locator('#drawn p').textContent()).toBe(attack)
      expect(await page.locator('#drawn p').getAttribute('title')).toBe(attack)
      expect([await page.title(), refused]).toEqual(['Components', []])
    },
  )

  test('a text that a script draws cannot change the order of its letters', async () => {
    const { page } = await open({}, '\u202egnp.exe')
    expect(await page.locator('#drawn p').textContent()).toBe('gnp.exe')
  })

  test('neither markup from strings, nor scripts by address, nor other styles, images and hosts get past the policy', async () => {
    const { page } = await open({})
    const expected = ['base-uri', 'connect-src', 'frame-src', 'img-src', 'style-src-elem']
    const blocked = page.evaluate(
      (expected) =>
        new Promise<string[]>((resolve) => {
          const seen = new Set<string>()
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            seen.add(effectiveDirective)
            if (expected.every((directive) => seen.has(directive))) resolve([...seen])
          })
          const add = (name: string, attributes: Record<string, string>, text = '') => {
            const element = document.createElement(name)
            for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
            element.append(text)
            document.body.append(element)
          }
          add('style', {}, 'body { display: none }')
          add('img', { src: '/x.png' })
          add('base', { href: '/x/' })
          add('iframe', { src: '/' })
          fetch('/').catch(() => undefined)
        }),
      expected,
    )
    expect(await blocked).toEqual(expect.arrayContaining(expected))
    const markup = page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<p>x'))
    await expect(markup).rejects.toThrow('TrustedHTML')
    const script = page.evaluate(() => document.createElement('script').setAttribute('src', '/x.js'))
    await expect(script).rejects.toThrow('TrustedScriptURL')
  })

  const readers: [string, ('light' | 'dark')[], BrowserContextOptions][] = [
    ['desktop', ['light', 'dark'], { viewport: { width: 1360, height: 900 } }],
    ['phone', ['light'], { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
  ]
  test.each(isSoak ? readers : readers.slice(0, 1))(
    'every component is accessible and stays within the width of a %s in %j',
    async (name, schemes, options) => {
      const { page, refused } = await open(options, 'Drawn by a script')
      await page.evaluate(axe)
      for (const isOpen of [false, true]) {
        if (isOpen) await page.locator('#open').click()
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
          const found: AxeResults = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
          expect(found.violations.filter(({ impact }) => impact !== 'minor').map(({ id }) => id)).toEqual([])
          if (pictures !== undefined)
            await page.screenshot({
              path: `${pictures}/specimen-${name}-${colorScheme}${isOpen ? '-dialog' : ''}.png`,
              fullPage: !isOpen,
            })
        }
      }
      expect(refused).toEqual([])
    },
  )
})
