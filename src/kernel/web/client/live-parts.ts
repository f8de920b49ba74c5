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

/**
 * Keeps the elements with `data-live` and an id as the server renders them: after `changed`, the page is fetched again
 * and elements that differ are replaced. An element that has the focus or a selection waits for the next change.
 */
export function createLiveParts({
  pauseMs = 1_000,
  headers = () => ({}),
}: {
  pauseMs?: number
  /** Sent with each request for the page. */
  headers?: () => Record<string, string>
} = {}): { changed(): void } {
  const policy = globalThis.trustedTypes?.createPolicy('cairn-page', { createHTML: (text: string) => text })
  let pending = false
  let running = false
  const refresh = async () => {
    pending = false
    const response = await fetch(location.href, { headers: { accept: 'text/html', ...headers() } })
    if (!response.ok) return
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
  const run = async () => {
    running = true
    // A failed refresh leaves the page as it is; the next change tries again.
    await refresh().catch(() => undefined)
    setTimeout(() => {
      running = false
      if (pending) void run()
    }, pauseMs)
  }
  return {
    changed() {
      pending = true
      if (!running && !document.hidden) void run()
    },
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
