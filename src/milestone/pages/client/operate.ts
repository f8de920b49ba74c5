const tokenKey = 'cairn.operator'

/** The operator's token, if one was entered in this tab. */
export function operatorHeaders(): Record<string, string> {
  const token = sessionStorage.getItem(tokenKey)
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/** Actions of the operator: enter a token, inject a fault, run a cycle, clear faults. */
export function listenForActions(changed: () => void): void {
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    if (form.id === 'token-form') {
      event.preventDefault()
      sessionStorage.setItem(tokenKey, String(new FormData(form).get('token')))
      document.body.focus()
      changed()
    }
    if (form.id !== 'fault-form') return
    event.preventDefault()
    const button = event.submitter
    const output = form.querySelector('output')
    const show = (text: string) => {
      if (output !== null) output.textContent = text
    }
    button?.setAttribute('aria-busy', 'true')
    act(form, button instanceof HTMLButtonElement && button.value === 'with', show, changed)
      .catch((error: unknown) =>
        show(error instanceof Error ? error.message : 'The server cannot be reached'),
      )
      .finally(() => {
        button?.removeAttribute('aria-busy')
        changed()
      })
  })
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-clear]') : null
    if (!(button instanceof HTMLElement)) return
    // A part with the focus in it is not replaced.
    button.blur()
    void post('/api/chaos', { type: 'clear' }).finally(changed)
  })
  if (sessionStorage.getItem(tokenKey) !== null) changed()
}

/** Counts the remaining seconds of faults down without asking the server. */
export function countDown(): void {
  setInterval(() => {
    for (const part of document.querySelectorAll<HTMLElement>('[data-until]')) {
      const left = Math.max(0, Math.ceil(Number(part.dataset['until']) - Date.now() / 1000))
      part.textContent = `${left} s left`
    }
  }, 1_000)
}

async function act(
  form: HTMLFormElement,
  inject: boolean,
  show: (text: string) => void,
  changed: () => void,
): Promise<void> {
  if (inject) {
    const fields = new FormData(form)
    const endpoint = String(fields.get('endpoint'))
    await post('/api/chaos', {
      type: fields.get('type'),
      ttlSeconds: Number(fields.get('ttlSeconds')),
      probability: Number(fields.get('probability')),
      seed: Number(fields.get('seed')),
      ...(endpoint !== '' && { endpoint: endpoint === 'all' ? 'all' : Number(endpoint) }),
    })
    changed()
  }
  show('A cycle runs …')
  // Its steps appear while the request waits for its end.
  const steps = setInterval(changed, 700)
  try {
    const { verified, status, reason } = await post('/api/chaos/verify', undefined)
    show(
      verified === true
        ? 'The cycle was verified.'
        : `The cycle is ${String(status)}: ${String(reason ?? '')}`,
    )
  } finally {
    clearInterval(steps)
  }
}

async function post(path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...operatorHeaders() },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer: Record<string, unknown> = await response.json()
  if (response.ok) return answer
  throw new Error(String(answer['detail'] ?? `The server answered ${response.status}`))
}
