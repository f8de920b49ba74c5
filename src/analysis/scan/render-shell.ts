import { messageOf } from '../../kernel/runtime/errors.ts'
import type { RenderFailure } from './browser/errors.ts'
import { shouldRender } from './browser/should-render.ts'
import { BrowserUnavailable, RenderFailed } from './browser.ts'
import type { Pace } from './pace.ts'
import type { ReadPage } from './read-page.ts'
import { type Escalation, renderRead } from './render-read.ts'
import type { ScannedPage } from './schema.ts'

/** Further pages of one scan that get a browser each, one after the other. */
const furtherPagesMax = 3
/** With less time left a browser is not even started. */
const startMsMin = 2_500

const noBrowser = 'The page is built by scripts, and this server has no browser to run them'
const failures: Readonly<Record<RenderFailure, string>> = {
  timeout: 'The page is built by scripts, and could not be rendered in time',
  crashed: 'The page is built by scripts, and could not be rendered',
  too_large: 'The page is built by scripts, and could not be rendered within the limits',
  refused: 'The page is built by scripts, and leads to a page that may not be read or is not there',
  blocked_by_site: 'The page is built by scripts, and turned away the browser that ran them',
}

/**
 * The page that was asked for as a browser shows it, when it came as an empty shell that scripts fill; as it came when
 * it is worth reading so. When no browser can read it, it is marked as a page that needs one, and a warning says why.
 */
export async function renderShell(first: ReadPage, options: Escalation): Promise<ReadPage> {
  const { browser, warnings } = options
  const { looksLikeShell, looksLikeChallenge } = first.page
  const facts = [...first.page.facts, ...first.page.candidates]
  if (!shouldRender({ facts, looksLikeShell, looksLikeChallenge, status: first.listed.status })) return first
  const needsBrowser = { ...first, listed: needingBrowser(first) }
  if (browser === undefined) {
    warnings.push(noBrowser)
    return needsBrowser
  }
  try {
    return await renderRead(browser, first, { ...options, deadlineMs: options.limits.renderMs })
  } catch (error) {
    warnings.push(failureOf(error, options))
    return needsBrowser
  }
}

export interface FurtherPages {
  read: readonly ReadPage[]
  leftOut: readonly ScannedPage[]
}

/**
 * Further pages that came as empty shells say nothing, whatever they hold: as many as time allows are rendered, and the
 * others are listed as pages that need a browser, so that nobody concludes anything from their silence.
 */
export async function renderShells(
  pages: FurtherPages,
  { first, pace, leftMs, ...options }: Escalation & { first: ReadPage; pace: Pace; leftMs: () => number },
): Promise<FurtherPages> {
  const { browser, warnings } = options
  const read: ReadPage[] = []
  const leftOut: ScannedPage[] = [...pages.leftOut]
  let tries = 0
  for (const page of pages.read) {
    if (!page.page.looksLikeShell) {
      read.push(page)
      continue
    }
    const deadlineMs = Math.min(options.limits.renderMs, leftMs())
    if (browser === undefined || tries >= furtherPagesMax || deadlineMs < startMsMin) {
      leftOut.push(needingBrowser(page))
      continue
    }
    tries++
    try {
      await pace(options.signal)
      const rendered = await renderRead(browser, page, { ...options, deadlineMs })
      // A script may lead to a page that is read already.
      const known = [first, ...pages.read, ...read].filter((each) => each !== page)
      if (!known.some((each) => each.page.url === rendered.page.url)) read.push(rendered)
    } catch (error) {
      failureOf(error, options)
      leftOut.push(needingBrowser(page))
    }
  }
  const silent = leftOut.length - pages.leftOut.length
  if (silent > 0) {
    const what = silent === 1 ? '1 further page is' : `${silent} further pages are`
    warnings.push(`${what} built by scripts that were not run, and could not be read`)
  }
  return { read, leftOut }
}

function needingBrowser({ listed }: ReadPage): ScannedPage {
  return { ...listed, reason: 'needs_browser' }
}

/** In words for the caller: whatever went wrong, it is this one page that is not shown. @throws when the scan is over */
function failureOf(error: unknown, { log, signal }: Escalation): string {
  signal.throwIfAborted()
  if (error instanceof BrowserUnavailable || error instanceof RenderFailed) {
    log.info('page was not rendered', { error: messageOf(error) })
    return error instanceof RenderFailed ? failures[error.reason] : noBrowser
  }
  log.warn('rendered page was not read', { error: messageOf(error) })
  return failures.crashed
}
