import { askServer, Refused } from '../kernel/web/client/ask-server.ts'
import { followPage } from '../kernel/web/client/live-page.ts'
import { listenForPageKeys } from '../kernel/web/client/page-keys.ts'

/** Under the name that the studio and the page of keys use. */
const storedKey = 'cairn.key'

listenForPageKeys([])
const announcements = document.getElementById('announcements')
const announce = (text: string) => {
  if (announcements !== null) announcements.textContent = text
}

if (document.getElementById('events') !== null) followPage({ stream: '/api/activity/stream' })

/** Runs a form by script: its button is busy meanwhile, and its last element shows the outcome. */
function onSubmit(
  id: string,
  run: (form: HTMLFormElement, show: (...content: (Node | string)[]) => void) => Promise<void>,
) {
  const form = document.getElementById(id)
  if (!(form instanceof HTMLFormElement)) return
  const button = form.querySelector('button')
  const outcome = form.querySelector('output')
  const show = (...content: (Node | string)[]) => {
    outcome?.replaceChildren(...content)
    announce(outcome?.textContent ?? '')
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button?.setAttribute('aria-busy', 'true')
    run(form, show)
      .catch((error: unknown) =>
        show(error instanceof Error ? error.message : 'Cannot reach the server: try again'),
      )
      .finally(() => button?.removeAttribute('aria-busy'))
  })
}

onSubmit('make-images', async (form, show) => {
  show('Rendering three formats …')
  const command = String(new FormData(form).get('command'))
  const field = document.getElementById('caller-key')
  if (field instanceof HTMLInputElement && field.value !== '') sessionStorage.setItem(storedKey, field.value)
  const key = sessionStorage.getItem(storedKey)
  const body = { command, parameters: { brandKitId: form.dataset['kit'] } }
  const run = await post('/api/agent', body, key).catch((error: unknown) => {
    const isKeyMissing = error instanceof Refused && error.status === 401
    if (isKeyMissing) {
      sessionStorage.removeItem(storedKey)
      field?.closest('.field')?.removeAttribute('hidden')
    }
    throw error
  })
  const pictures = document.createElement('span')
  pictures.className = 'thumbs'
  for (const { format, previewUrl } of listOf(run['assets'])) {
    const picture = document.createElement('img')
    picture.src = new URL(String(previewUrl)).pathname
    picture.alt = `The campaign as ${format}`
    pictures.append(picture)
  }
  show(
    pictures,
    `Receipt ${run['provenanceReceiptId']}. `,
    link(String(run['studioReviewUrl']), 'Review it in the studio'),
  )
})

const brokenSeconds = 15

onSubmit('run-cycle', async (_form, show) => {
  show('Breaking one endpoint of the chain …')
  await post('/api/chaos', { type: 'rpc_down', endpoint: 0, ttlSeconds: brokenSeconds, probability: 0.7 })
  const left = document.createElement('span')
  const brokenUntil = Date.now() + 1000 * brokenSeconds
  const count = () => {
    const seconds = Math.max(0, Math.round((brokenUntil - Date.now()) / 1000))
    left.textContent = seconds === 0 ? 'The endpoint answers again.' : `The endpoint is back in ${seconds} s.`
  }
  count()
  const counting = setInterval(count, 1000)
  show(
    'Seven of ten requests to it fail now; a new milestone goes on with the other one: stake, evidence, votes, verdict, release … ',
    left,
  )
  const result = await post('/api/chaos/verify', undefined).finally(() => clearInterval(counting))
  const words = result['verified'] === true ? 'The cycle was verified' : 'The cycle is not verified yet'
  show(`${words}. `, link('/operations', 'See its steps'))
})

async function post(path: string, body: object | undefined, key: string | null = null) {
  const headers = key === null ? {} : { authorization: `Bearer ${key}` }
  const answer: Record<string, unknown> = await (
    await askServer(path, body, { method: 'POST', headers })
  ).json()
  return answer
}

function listOf(value: unknown): { format: unknown; previewUrl: unknown }[] {
  return Array.isArray(value) ? value : []
}

function link(href: string, text: string): HTMLAnchorElement {
  const anchor = document.createElement('a')
  anchor.href = href
  anchor.textContent = text
  return anchor
}
