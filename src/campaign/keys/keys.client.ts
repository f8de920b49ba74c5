import { render } from 'lit-html'
import { listenForPageKeys } from '../../kernel/web/client/page-keys.ts'
import { visibleTexts } from '../../kernel/web/client/visible-texts.ts'
import { createKeysPage } from './client/keys-state.ts'
import { keysView } from './client/keys-view.ts'

listenForPageKeys([])
const root = document.getElementById('keys')
const announcements = document.getElementById('announcements')
if (!(root instanceof HTMLElement)) throw new Error('Cannot start as the page has no element "keys"')

const plans: { name: string; about: string }[] = JSON.parse(root.dataset['plans'] ?? '[]')
root.replaceChildren()
createKeysPage({
  show: (state, actions) =>
    render(keysView({ ...state, kits: state.kits && visibleTexts(state.kits) }, actions, plans), root),
  announce: (text) => {
    if (announcements !== null) announcements.textContent = text
  },
}).load()
