/** The element that the page is rendered into, and what the server says in it. */
export function readShell(): { root: HTMLElement; agent: string; noteCharsMax: number } {
  const root = document.getElementById('studio')
  if (root === null) throw new Error('Cannot start as the page has no element "studio"')
  root.replaceChildren()
  const { agent = '', noteCharsMax = '0' } = Object.fromEntries(Object.entries(root.dataset))
  return { root, agent, noteCharsMax: Number(noteCharsMax) }
}

/** Says texts to screen readers, by the live region of the page. */
export function createAnnouncer(): (text: string) => void {
  const region = document.getElementById('announcements')
  return (text) => {
    if (region !== null) region.textContent = text
  }
}

/** A value that the browser keeps; nothing is kept where its user forbids storage. */
export interface Kept {
  read(): string
  keep(value: string): void
}

/** A caller key, kept until the tab is closed. */
export const keptKey: Kept = kept(() => sessionStorage, 'cairn.key')
/** `off` when single keys do nothing. */
export const keptShortcuts: Kept = kept(() => localStorage, 'cairn.shortcuts')

function kept(storage: () => Storage, name: string): Kept {
  return {
    read: () => {
      try {
        return storage().getItem(name) ?? ''
      } catch {
        return ''
      }
    },
    keep: (value) => {
      try {
        storage().setItem(name, value)
      } catch {
        // The value still counts until the page is left.
      }
    },
  }
}
