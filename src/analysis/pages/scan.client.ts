import { render } from 'lit-html'
import { visibleTexts } from '../../kernel/web/client/visible-texts.ts'
import { runScan } from './client/run-scan.ts'
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
  actions.scan(String(new FormData(form).get('url')).trim())
})
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target instanceof Element && event.target.closest('input, textarea, select') !== null) return
  const selected = document.querySelector('.scan-fact.selected')?.id.slice('fact-'.length)
  if (event.key === '/') form.querySelector('input')?.focus()
  if (event.key === '/') event.preventDefault()
  if (event.key === 'j') actions.select(1)
  if (event.key === 'k') actions.select(-1)
  if (selected === undefined) return
  if (event.key === 'y') actions.mark(selected, 'confirmed')
  if (event.key === 'n') actions.mark(selected, 'incorrect')
  if (event.key === 'o') actions.toggleSources(selected)
})
const asked = new URLSearchParams(location.search).get('url')?.trim()
if (asked) actions.scan(asked)
