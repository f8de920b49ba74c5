import { render } from 'lit-html'
import { listenForPageKeys } from '../../kernel/web/client/page-keys.ts'
import { visibleTexts } from '../../kernel/web/client/visible-texts.ts'
import { runScan } from './client/run-scan.ts'
import { fullAddress } from './client/scan-state.ts'
import { scanView } from './client/scan-view.ts'

const root = document.getElementById('scan')
const form = document.getElementById('scan-form')
const announcements = document.getElementById('announcements')
if (!(root instanceof HTMLElement) || !(form instanceof HTMLFormElement))
  throw new Error('Cannot start as the page has no element "scan" or no form')

const reportDays = Number(root.dataset['reportDays'])
let first = true
const actions = runScan({
  show: (view, given) => {
    if (first) root.replaceChildren()
    first = false
    const { result, pages } = view
    const shown = { ...view, result: result && visibleTexts(result), pages: visibleTexts(pages) }
    render(scanView(shown, given, reportDays), root)
    if (view.selected !== undefined)
      document.getElementById(`fact-${view.selected}`)?.scrollIntoView({ block: 'nearest' })
  },
  announce: (text) => {
    if (announcements !== null) announcements.textContent = text
  },
  remember: (url) => history.replaceState(null, '', `/scan?url=${encodeURIComponent(url)}`),
})

form.addEventListener('submit', (event) => {
  event.preventDefault()
  actions.scan(fullAddress(String(new FormData(form).get('url'))))
})
const onSelected = (run: (id: string) => void) => () => {
  const selected = document.querySelector('.scan-fact.selected')?.id.slice('fact-'.length)
  if (selected !== undefined) run(selected)
}
listenForPageKeys([
  { key: 'j', about: 'next fact', run: () => actions.select(1) },
  { key: 'k', about: 'previous fact', run: () => actions.select(-1) },
  { key: 'y', about: 'the fact is right', run: onSelected((id) => actions.mark(id, 'confirmed')) },
  { key: 'n', about: 'the fact is wrong', run: onSelected((id) => actions.mark(id, 'incorrect')) },
  { key: 'o', about: 'sources of the fact', run: onSelected((id) => actions.toggleSources(id)) },
])
const asked = new URLSearchParams(location.search).get('url')?.trim()
if (asked) actions.scan(fullAddress(asked))
