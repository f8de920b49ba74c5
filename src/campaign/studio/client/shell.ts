import type { StudioOptions } from './options.ts'

/** The element that the page is rendered into, with the data of the server. */
export function readShell(): { root: HTMLElement; options: StudioOptions } {
  const root = document.getElementById('studio')
  if (root === null) throw new Error('Cannot start as the page has no element "studio"')
  root.replaceChildren()
  const { agent, options = '{}' } = Object.fromEntries(Object.entries(root.dataset))
  return { root, options: { ...JSON.parse(options), agent } }
}

/** Announces texts to screen readers in the page's live region. */
export function createAnnouncer(): (text: string) => void {
  const region = document.getElementById('announcements')
  return (text) => {
    if (region !== null) region.textContent = text
  }
}

/** A value in browser storage; not stored if the user has disabled storage. */
export interface Kept {
  read(): string
  keep(value: string): void
}

/** A caller key, kept until the tab is closed. */
export const keptKey: Kept = kept(() => sessionStorage, 'cairn.key')
/** The review token of a draft, kept until the tab is closed. */
export const keptToken = (draftId: string): Kept => kept(() => sessionStorage, `cairn.token.${draftId}`)
/** `off` when single keys do nothing. */
export const keptShortcuts: Kept = kept(() => localStorage, 'cairn.shortcuts')
/** The name that the reviewer signs with. */
export const keptName: Kept = kept(() => localStorage, 'cairn.reviewer')

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
        // The value is still used until the page is closed.
      }
    },
  }
}
