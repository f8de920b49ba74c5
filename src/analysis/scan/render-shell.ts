import type { Budget, EgressSession } from '../../kernel/egress.ts'
import { messageOf } from '../../kernel/errors.ts'
import type { Log } from '../../kernel/log.ts'
import { shouldRender } from './browser/should-render.ts'
import { type Browser, BrowserUnavailable, RenderFailed } from './browser.ts'
import type { Parser } from './parser/parser.ts'
import type { ReadPage } from './read-page.ts'
import type { RobotsRules } from './robots/rules.ts'

export interface Escalation {
  browser: Browser | undefined
  parser: Parser
  session: EgressSession
  budget: Budget
  rulesFor: (origin: URL) => Promise<RobotsRules>
  log: Log
  limits: { renderMs: number }
  /** What could not be done is said here, in words for the caller. */
  warnings: string[]
  signal: AbortSignal
}

/**
 * The same page as a browser shows it, when it came as an empty shell that scripts fill. Undefined when it is worth
 * reading as it came, and when no browser can read it: then a warning says so.
 */
export async function renderShell(first: ReadPage, options: Escalation): Promise<ReadPage | undefined> {
  const { browser, parser, warnings, signal, log } = options
  const { page, listed } = first
  if (
    !shouldRender({
      facts: page.facts,
      looksLikeShell: page.looksLikeShell,
      status: listed.status,
      title: page.title,
    })
  ) {
    return undefined
  }
  if (browser === undefined) {
    warnings.push('The page is built by scripts, and this server has no browser to run them')
    return undefined
  }
  try {
    const rendered = await browser.render(new URL(page.url), {
      session: options.session,
      signal,
      deadlineMs: options.limits.renderMs,
      budget: options.budget,
      allow: async (url) => (await options.rulesFor(url)).verdict(url).allowed,
    })
    const body = new TextEncoder().encode(rendered.html)
    const parsed = await parser.parse(
      {
        url: rendered.url,
        body,
        contentType: 'text/html; charset=utf-8',
        headers: rendered.headers,
        viaBrowser: true,
      },
      signal,
    )
    return {
      page: parsed,
      fetchedAt: first.fetchedAt,
      listed: { ...listed, url: rendered.url, bytes: body.byteLength, viaBrowser: true },
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof BrowserUnavailable || error instanceof RenderFailed)) throw error
    log.info('page was not rendered', { error: messageOf(error) })
    warnings.push(
      error instanceof BrowserUnavailable
        ? 'The page is built by scripts, and this server has no browser to run them'
        : 'The page is built by scripts, and could not be rendered within the limits',
    )
    return undefined
  }
}
