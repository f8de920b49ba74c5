import { expect, test } from 'bun:test'
import { BrowserUnavailable } from '../../../src/analysis/scan/browser.ts'
import {
  nothingIsLeft,
  openBrowserWorld,
  scriptedSite,
  worldNames,
  worldUserAgent,
} from '../../support/browser-world.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'

test.skipIf(skipWithoutChromium(import.meta.path))(
  'a page that scripts fill is returned as a reader sees it, and every request names the crawler',
  async () => {
    const agents: (string | undefined)[] = []
    const world = await openBrowserWorld(scriptedSite, {
      onRequest: ({ headers }) => agents.push(headers['user-agent']),
    })
    try {
      // The browser may ask for an icon, which is refused.
      const { html, headers, wireBytes, refused: _, ...page } = await world.render('/moved')
      expect(page).toEqual({ url: world.url('/').href, status: 200, requests: 4 })
      expect(html).toStartWith('<!DOCTYPE html><html>')
      expect(html).toContain('<div id="root">Filled — by a script</div>')
      expect(headers).toContainEqual(['x-site', 'yes'])
      expect(wireBytes).toBeGreaterThan(200)
      expect(world.asked).toEqual(['/moved', '/', '/app.js', '/data'].map((path) => worldNames.site + path))
      expect(agents).toEqual(world.asked.map(() => worldUserAgent))
    } finally {
      await world.close()
    }
  },
)

test.each(['/bin/false', '/nowhere/chromium', '/etc/passwd'])(
  'with %s as the browser it is unavailable, and nothing of it is left',
  async (executable) => {
    const world = await openBrowserWorld({}, { executable })
    await expect(world.render('/')).rejects.toBeInstanceOf(BrowserUnavailable)
    await nothingIsLeft(world)
    await world.close()
  },
)
