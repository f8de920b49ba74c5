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
export async function refreshParts(headers: Readonly<Record<string, string>>): Promise<void> {
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
