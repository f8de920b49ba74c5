import { followPage } from '../../kernel/web/client/live-page.ts'
import { listenForPageKeys } from '../../kernel/web/client/page-keys.ts'
import { checkProofs } from './client/check-proofs.ts'
import { milestoneKeys } from './client/keys.ts'
import { countDown, listenForActions, operatorHeaders } from './client/operate.ts'

const live = followPage({ stream: '/api/activity/stream', headers: operatorHeaders })

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null
  if (!(button instanceof HTMLElement)) return
  void navigator.clipboard.writeText(button.dataset['copy'] ?? '').then(() => {
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2_000)
  })
})
listenForPageKeys(milestoneKeys)
listenForActions(live.changed)
countDown()
void checkProofs()
