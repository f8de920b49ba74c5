import { followStream } from '../../kernel/web/client/follow-stream.ts'
import { createLiveParts } from '../../kernel/web/client/live-parts.ts'
import { checkProofs } from './client/check-proofs.ts'
import { listenForKeys } from './client/keys.ts'
import { countDown, listenForActions, operatorHeaders } from './client/operate.ts'

const live = createLiveParts({ headers: operatorHeaders })
followStream('/api/activity/stream', live.changed)

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
listenForKeys()
listenForActions(live.changed)
countDown()
void checkProofs()
