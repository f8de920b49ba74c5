import type { Browser, BrowserContextOptions } from 'playwright-core'
import { type Agent, startAgent } from '../campaign/agent-kit.ts'
import { launchChromium } from '../support/chromium.ts'
import { openPage } from './browser-page.ts'

export const attack = `"'><script>document.title='owned'</script><img src=x onerror="document.title='owned'">`

/** A browser beside a campaign server that has made one draft in three formats. */
export async function startStudio() {
  const agent: Agent = await startAgent()
  const browser: Browser = await launchChromium()
  const run = async (command: string, parameters: object = {}) => {
    const { body, draftId, token } = await agent.run({ ...agent.overPicture, ...parameters }, { command })
    return { draftId, token, url: String(body.studioReviewUrl) }
  }
  return {
    agent,
    run,
    made: await run('Headline "Made for mornings".', { formats: ['square', 'landscape', 'portrait'] }),
    open: (url: string, options?: BrowserContextOptions) => openPage(browser, url, options),
    stop: async () => {
      await browser.close()
      await agent.stop()
    },
  }
}

export type Studio = Awaited<ReturnType<typeof startStudio>>
