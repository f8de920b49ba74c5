import { messageOf } from '../../../kernel/runtime/errors.ts'
import type { RenderFailure } from '../browser/errors.ts'
import { shouldRender } from '../browser/should-render.ts'
import { BrowserUnavailable, RenderFailed } from '../browser.ts'
import type { ScannedPage } from '../schema.ts'
import type { ReadPage } from './read-page.ts'
import { readRenderedPage } from './read-rendered-page.ts'
import type { ScanRun, ScanState } from './scan-state.ts'

/** Further pages of one scan that are rendered, one after the other. */
const furtherPagesMax = 3
/** Minimum time for the start of a browser. */
const startMsMin = 2_500
/** Reserved for the later steps. */
const reservedMs = 2_000

const noBrowser = 'The page is built by scripts, and this server has no browser to run them'
const failures: Readonly<Record<RenderFailure, string>> = {
  timeout: 'The page is built by scripts, and could not be rendered in time',
  crashed: 'The page is built by scripts, and could not be rendered',
  too_large: 'The page is built by scripts, and could not be rendered within the limits',
  refused: 'The page is built by scripts, and leads to a page that may not be read or is not there',
  blocked_by_site: 'The page is built by scripts, and turned away the browser that ran them',
}

/**
 * Replaces a start page that is an empty shell by its rendered document. When no browser can render it, the page is
 * marked as needing one, and a warning gives the reason.
 */
export async function renderStartPage(state: ScanState): Promise<ScanState> {
  const { run, pages } = state
  const [start] = pages
  if (!shouldRender({ ...start.page, status: start.listed.status })) return state
  const rendering = await render(start, run, run.limits.renderMs)
  if (rendering.page !== undefined) return { ...state, pages: [rendering.page] }
  const marked = { ...start, listed: needingBrowser(start) }
  return { ...state, pages: [marked], warnings: [...state.warnings, rendering.warning] }
}

/**
 * Renders further pages that are empty shells, as many as time allows; the others are listed as needing a browser, so
 * that missing facts are not reported as absent.
 */
export async function renderFurtherPages(state: ScanState): Promise<ScanState> {
  const { run, pace } = state
  const [start, ...fetched] = state.pages
  const read: ReadPage[] = []
  const unread: ScannedPage[] = []
  let tries = 0
  for (const page of fetched) {
    if (!page.page.looksLikeShell) {
      read.push(page)
      continue
    }
    const deadlineMs = Math.min(run.limits.renderMs, run.limits.scanMs - reservedMs - run.elapsedMs())
    if (run.browser === undefined || tries >= furtherPagesMax || deadlineMs < startMsMin) {
      unread.push(needingBrowser(page))
      continue
    }
    tries++
    await pace(run.signal)
    const { page: rendered } = await render(page, run, deadlineMs)
    if (rendered === undefined) {
      unread.push(needingBrowser(page))
      continue
    }
    // A script may navigate to a page that was already read.
    const others = [...state.pages, ...read].filter((each) => each !== page)
    if (!others.some((each) => each.page.url === rendered.page.url)) read.push(rendered)
  }
  const subject = unread.length === 1 ? '1 further page is' : `${unread.length} further pages are`
  const warning = `${subject} built by scripts that were not run, and could not be read`
  return {
    ...state,
    pages: [start, ...read],
    leftOut: [...state.leftOut, ...unread],
    warnings: unread.length > 0 ? [...state.warnings, warning] : state.warnings,
  }
}

function needingBrowser({ listed }: ReadPage): ScannedPage {
  return { ...listed, reason: 'needs_browser' }
}

/** The rendered page, or the reason for the warning. @throws when the scan is aborted */
async function render(
  page: ReadPage,
  run: ScanRun,
  deadlineMs: number,
): Promise<{ page: ReadPage } | { page?: undefined; warning: string }> {
  const { browser, log, signal } = run
  if (browser === undefined) return { warning: noBrowser }
  try {
    return { page: await readRenderedPage(browser, page, run, deadlineMs) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof BrowserUnavailable || error instanceof RenderFailed) {
      log.info('page was not rendered', { error: messageOf(error) })
      return { warning: error instanceof RenderFailed ? failures[error.reason] : noBrowser }
    }
    log.warn('rendered page was not read', { error: messageOf(error) })
    return { warning: failures.crashed }
  }
}
