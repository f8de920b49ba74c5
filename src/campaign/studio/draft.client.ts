import { render } from 'lit-html'
import { createStudioApi } from './client/api.ts'
import { commandOf } from './client/commands.ts'
import { runDraft } from './client/run-draft.ts'
import { createAnnouncer, keptKey, keptShortcuts, readShell } from './client/shell.ts'
import { headingOf } from './client/texts.ts'
import { draftPage } from './client/views/draft-page.ts'
import { visibleTexts } from './client/visible-texts.ts'

const { root, agent, noteCharsMax } = readShell()
// The token stays in the URL, so that the link can be reloaded, saved and shared. A fragment is never sent to a server
// and so never logged.
const token = location.hash.slice(1)
const key = keptKey.read()
const announce = createAnnouncer()
const opened = new WeakSet<HTMLDialogElement>()
let wasDialogOpen = false

const page = runDraft({
  api: createStudioApi({ agent, credential: token || key, fetch: (url, init) => fetch(url, init) }),
  id: location.pathname.split('/').at(-1) ?? '',
  credential: token !== '' ? 'token' : key !== '' ? 'key' : 'none',
  noteCharsMax,
  now: Date.now,
  later: (milliseconds, callback) => setTimeout(callback, milliseconds),
  // Its type hides that it is undefined on http:// pages of other machines.
  subtle: isSecureContext ? crypto.subtle : undefined,
  readFile,
  keys: {
    areOn: keptShortcuts.read() !== 'off',
    keep: (areOn) => keptShortcuts.keep(areOn ? 'on' : 'off'),
  },
  announce,
  show: (state, actions) => {
    const hasDialog = state.decision !== undefined || state.areKeysShown
    // Closed before it is removed, which gives the focus back.
    if (!hasDialog) for (const dialog of root.querySelectorAll('dialog')) dialog.close()
    const draft = state.draft && visibleTexts(state.draft)
    render(draftPage({ ...state, draft }, actions), root)
    for (const dialog of root.querySelectorAll('dialog')) open(dialog)
    if (wasDialogOpen && !hasDialog && document.activeElement === document.body)
      root.querySelector('h1')?.focus()
    wasDialogOpen = hasDialog
    if (draft !== undefined) document.title = `${headingOf(draft.brief, 60)} – Cairn studio`
  },
})

window.addEventListener('hashchange', () => location.reload())
document.addEventListener('keydown', (event) => {
  const { key, target } = event
  // A field of a dialog that was just closed has the focus until the next frame.
  const isField =
    target instanceof HTMLElement &&
    target.matches('input, textarea, select') &&
    target.closest('dialog:not([open])') === null
  const isTyping = isField || root.querySelector('dialog[open]') !== null
  const command = commandOf({ key, hasModifier: event.ctrlKey || event.metaKey || event.altKey, isTyping })
  if (command === undefined) return
  event.preventDefault()
  page.run(command)
})
void page.load()

/** Once: a dialog closed by Escape may still be rendered until its `close` event arrives. */
function open(dialog: HTMLDialogElement): void {
  if (opened.has(dialog)) return
  opened.add(dialog)
  dialog.showModal()
}

async function readFile(url: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const response = await fetch(url, { credentials: 'omit', cache: 'no-store' })
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  } catch {
    return undefined
  }
}
