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

/**
 * Says at the top of the page that the server does not answer, with a countdown to the next try.
 * @param since of the last answer
 * @param retryAt of the next try, in milliseconds since 1970
 * @returns removes the notice
 */
function showNoAnswer({
  since,
  retryAt,
  retry,
}: {
  since: Date
  retryAt: number
  retry: () => void
}): () => void {
  const notice = document.createElement('div')
  notice.className = 'notice bad'
  notice.id = 'no-answer'
  const text = document.createElement('p')
  text.setAttribute('role', 'alert')
  text.textContent = `No answer from the server since ${since.toISOString().slice(11, 19)} UTC. The page stays as it was then.`
  const next = document.createElement('p')
  const countdown = document.createElement('span')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'small'
  button.textContent = 'Try now'
  button.addEventListener('click', retry)
  const count = () => {
    const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1_000))
    countdown.textContent = seconds === 0 ? 'Trying again. ' : `Trying again in ${seconds} s. `
  }
  count()
  const timer = setInterval(count, 1_000)
  next.append(countdown, button)
  notice.append(text, next)
  const earlier = document.getElementById(notice.id)
  const hadFocus = earlier?.contains(document.activeElement) === true
  if (earlier === null) document.getElementById('main')?.prepend(notice)
  else earlier.replaceWith(notice)
  if (hadFocus) button.focus()
  return () => {
    clearInterval(timer)
    notice.remove()
  }
}

declare global {
  // Not in the type library yet; absent in some browsers.
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createHTML: (text: string) => string },
        ): { createHTML(text: string): string }
      }
    | undefined
}

const policy = globalThis.trustedTypes?.createPolicy('cairn-page', { createHTML: (text: string) => text })

/**
 * Fetches the page again and replaces its elements with `data-live` and an id that differ. An element that has the focus
 * or a selection stays.
 * @param headers sent with the request
 * @throws when the server does not answer, or with a failure of its own
 */
async function refreshParts(headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(location.href, { headers: { accept: 'text/html', ...headers } })
  // A page that says that something is not there is an answer too.
  if (response.status >= 500) throw new Error(`The server answered ${response.status}`)
  const text = await response.text()
  // The page is this server's own, and its texts are escaped there.
  const fresh = new DOMParser().parseFromString(policy?.createHTML(text) ?? text, 'text/html')
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(part.id)
    if (next === null || next.isEqualNode(part) || isUsed(part)) continue
    markChanges(part, next)
    part.replaceWith(document.adoptNode(next))
  }
}

function isUsed(part: Element): boolean {
  const selection = document.getSelection()
  return (
    part.contains(document.activeElement) ||
    (selection !== null && !selection.isCollapsed && part.contains(selection.anchorNode))
  )
}

/** Marks children whose text differs, so that their style can show it. */
function markChanges(before: Element, after: Element): void {
  for (const [index, child] of [...after.children].entries())
    if (before.children[index]?.textContent !== child.textContent) child.classList.add('changed')
}
