import { render } from 'lit-html'
import { visibleTexts } from '../../kernel/web/client/visible-texts.ts'
import { createStudioApi } from './client/api.ts'
import { commandOf } from './client/commands.ts'
import { runDraft } from './client/run-draft.ts'
import { createAnnouncer, keptKey, keptName, keptShortcuts, keptToken, readShell } from './client/shell.ts'
import { headingOf } from './client/texts.ts'
import { draftPage } from './client/views/draft-page.ts'

const { root, options } = readShell()
const id = location.pathname.split('/').at(-1) ?? ''
// A fragment is never sent to a server and so never logged. It leaves the address bar, so that neither a look at the
// screen nor the history reveals the token; a reload of the tab finds it in the session.
const fragment = location.hash.slice(1)
const token = fragment || keptToken(id).read()
if (fragment !== '') history.replaceState(null, '', location.pathname + location.search)
const key = keptKey.read()
const announce = createAnnouncer()
const opened = new WeakSet<HTMLDialogElement>()
/** The first field of a form in the page, which has the focus once the form is open. */
const firstFields = { pin: '#pin-note', edit: '#edit-headline' } as const
let before: { hasForm: boolean; pin?: unknown; edit?: unknown } = { hasForm: false }

const page = runDraft({
  api: createStudioApi({
    agent: options.agent,
    credential: token || key,
    fetch: (url, init) => fetch(url, init),
  }),
  id,
  token,
  hasKey: key !== '',
  options,
  name: keptName,
  now: Date.now,
  later: (milliseconds, callback) => setTimeout(callback, milliseconds),
  // Its type hides that it is undefined on http:// pages of other machines.
  subtle: isSecureContext ? crypto.subtle : undefined,
  readFile,
  keys: {
    areOn: keptShortcuts.read() !== 'off',
    keep: (areOn) => keptShortcuts.keep(areOn ? 'on' : 'off'),
  },
  openRevision: (draftId) => location.assign(`${draftId}#${token}`),
  copyLink: () => navigator.clipboard.writeText(`${location.href.replace(/#.*/, '')}#${token}`),
  save: (file, name) => {
    const href = URL.createObjectURL(file)
    Object.assign(document.createElement('a'), { href, download: name }).click()
    // The browser has opened the file by then.
    setTimeout(() => URL.revokeObjectURL(href), 60_000)
  },
  announce,
  show: (state, actions) => {
    const hasDialog = state.decision !== undefined || state.areKeysShown
    // Closed before it is removed, which gives the focus back.
    if (!hasDialog) for (const dialog of root.querySelectorAll('dialog')) dialog.close()
    const draft = state.draft && visibleTexts(state.draft)
    render(draftPage({ ...state, draft }, actions), root)
    for (const dialog of root.querySelectorAll('dialog')) open(dialog)
    for (const form of ['pin', 'edit'] as const)
      if (state[form] !== undefined && before[form] === undefined)
        root.querySelector<HTMLElement>(firstFields[form])?.focus()
    const hasForm = hasDialog || state.pin !== undefined || state.edit !== undefined
    if (before.hasForm && !hasForm && document.activeElement === document.body)
      root.querySelector('h1')?.focus()
    before = { hasForm, pin: state.pin, edit: state.edit }
    if (draft !== undefined && token !== '') keptToken(id).keep(token)
    if (draft !== undefined) document.title = `${headingOf(draft.brief, 60)} – Cairn studio`
  },
})

window.addEventListener('hashchange', () => location.hash !== '' && location.reload())
document.addEventListener('keydown', (event) => {
  const { key, target } = event
  // A field of a dialog that was just closed has the focus until the next frame.
  const isField =
    target instanceof HTMLElement &&
    target.matches('input, textarea, select') &&
    target.closest('dialog:not([open])') === null
  const isScrolling = key.startsWith('Arrow') && target instanceof HTMLElement && target.matches('.zoomed')
  const isTyping = isField || isScrolling || root.querySelector('dialog[open]') !== null
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
