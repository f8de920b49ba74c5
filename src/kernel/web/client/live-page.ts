import { refreshParts } from './live-parts.ts'
import { showNoAnswer } from './no-answer.ts'

/** Between tries to reach a server that does not answer. */
const retryMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
const hiddenMsMax = 60_000

/**
 * Keeps the elements with `data-live` as the server renders them, after every event of `stream`. While the server does
 * not answer, the page keeps what it shows, says since when, and tries again. The stream is closed while the tab is
 * hidden for a minute.
 * @param headers sent with each request for the page
 * @param pauseMs at least this between two requests
 */
export function followPage({
  stream,
  headers = () => ({}),
  pauseMs = 1_000,
}: {
  stream: string
  headers?: () => Record<string, string>
  pauseMs?: number
}): { changed(): void } {
  let source: EventSource | undefined
  let wait: ReturnType<typeof setTimeout> | undefined
  let running = false
  let pending = false
  let failures = 0
  let answeredAt = new Date()
  let endNotice: (() => void) | undefined

  const open = () => {
    if (source !== undefined && source.readyState !== EventSource.CLOSED) return
    source = new EventSource(stream)
    for (const type of ['activity', 'retract', 'reset']) source.addEventListener(type, changed)
    // The browser opens a broken stream again; whether the server answers is found out now.
    source.addEventListener('error', changed)
  }
  const run = async () => {
    clearTimeout(wait)
    wait = undefined
    pending = false
    running = true
    const failed = await refreshParts(headers()).then(
      () => false,
      () => true,
    )
    running = false
    let pause = pauseMs
    let notice: (() => void) | undefined
    if (failed) {
      pause = retryMs[Math.min(failures, retryMs.length - 1)] ?? pauseMs
      failures += 1
      pending = true
      notice = showNoAnswer({ since: answeredAt, retryAt: Date.now() + pause, retry: () => void run() })
    } else {
      answeredAt = new Date()
      failures = 0
      if (!document.hidden) open()
    }
    // The new notice stands in the place of the last one, so that the focus in it stays.
    endNotice?.()
    endNotice = notice
    wait = setTimeout(() => {
      wait = undefined
      if (pending) void run()
    }, pause)
  }
  const changed = () => {
    pending = true
    if (!running && wait === undefined && !document.hidden) void run()
  }

  let hiding: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding)
    // Changes are not shown while the tab is hidden.
    if (document.hidden) hiding = setTimeout(() => source?.close(), hiddenMsMax)
    else {
      open()
      changed()
    }
  })
  open()
  return { changed }
}
