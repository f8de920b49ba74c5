import type { Hex } from 'viem'
import { concat, encodeAbiParameters, keccak256 } from 'viem/utils'
import { followPage } from '../../kernel/web/client/live-page.ts'
import { focusFirst, listenForPageKeys, type PageKey } from '../../kernel/web/client/page-keys.ts'

/** Keys of the pages of Area C. */
const milestoneKeys: readonly PageKey[] = [
  { key: 'j', about: 'next row', run: () => selectRow(1) },
  { key: 'k', about: 'previous row', run: () => selectRow(-1) },
  { key: 'c', about: 'copy the hash', run: () => click('[data-copy]') },
  { key: 'f', about: 'to the fault form', run: () => focusFirst('#type') },
  { key: 'r', about: 'run a cycle', run: () => click('#fault-form button[value="without"]') },
]

function click(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click()
}

/** The link of the selected row has the focus, so that Enter opens it. */
function selectRow(step: number): void {
  const rows = [...document.querySelectorAll('[data-row]')]
  const now = rows.findIndex((row) => row.classList.contains('selected'))
  const next = rows[Math.min(rows.length - 1, Math.max(0, now + step))]
  rows[now]?.classList.remove('selected')
  next?.classList.add('selected')
  const link = next?.querySelector('a')
  link?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

interface Leaf {
  name: string
  content: string
  bytes: number
}

/**
 * Checks the evidence shown on the page: hashes each document here, and follows its proof to the root that the page
 * names, as OpenZeppelin's `MerkleProof.verify` does.
 */
async function checkProofs(): Promise<void> {
  const section = document.querySelector<HTMLElement>('[data-root]')
  const root = section?.dataset['root']
  if (section === null || section === undefined || root === undefined) return
  const rows = [...section.querySelectorAll<HTMLElement>('[data-leaf]')]
  let holding = 0
  try {
    const { leaves }: { leaves: Leaf[] } = await readJson(`/api/indexer/${root}`)
    for (const [index, row] of rows.entries()) {
      const { proof }: { proof: Hex[] } = await readJson(`/api/indexer/${root}/proofs/${index}`)
      const leaf = leaves[index]
      const holds = leaf !== undefined && (await leadsTo(root, leaf, proof))
      if (holds) holding += 1
      show(row, holds ? 'proof-holds' : 'proof-fails')
    }
  } catch {
    for (const row of rows) show(row, 'proof-error')
    return
  }
  const result = document.getElementById('proof-result')
  const mark = document.createElement('span')
  mark.className = `state pill ${holding === rows.length ? 'good' : 'bad'}`
  mark.textContent = `${holding} of ${rows.length} proofs hold, computed in this browser`
  result?.replaceChildren(mark)
}

async function leadsTo(
  root: string,
  { name, content, bytes }: Leaf,
  proof: readonly Hex[],
): Promise<boolean> {
  const document = new TextEncoder().encode(content)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', document))
  const sha256: Hex = `0x${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
  const encoded = encodeAbiParameters(
    [{ type: 'string' }, { type: 'bytes32' }, { type: 'uint256' }],
    [name, sha256, BigInt(bytes)],
  )
  const leaf = keccak256(keccak256(encoded))
  const reached = proof.reduce(
    (hash, other) => keccak256(concat(hash < other ? [hash, other] : [other, hash])),
    leaf,
  )
  return document.length === bytes && reached === root
}

async function readJson<Body>(path: string): Promise<Body> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const body: Body = await response.json()
  return body
}

function show(row: HTMLElement, template: string): void {
  const content = document.getElementById(template)
  if (content instanceof HTMLTemplateElement)
    row.querySelector('.proof-state')?.replaceChildren(content.content.cloneNode(true))
}

const tokenKey = 'cairn.operator'

/** The operator's token, if one was entered in this tab. */
function operatorHeaders(): Record<string, string> {
  const token = sessionStorage.getItem(tokenKey)
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/** Actions of the operator: enter a token, inject a fault, run a cycle, clear faults. */
function listenForActions(changed: () => void): void {
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
function countDown(): void {
  setInterval(() => {
    for (const part of document.querySelectorAll<HTMLElement>('[data-until]')) {
      const left = Math.max(0, Math.ceil(Number(part.dataset['until']) - Date.now() / 1000))
      part.textContent = `${left} s left`
    }
  }, 1_000)
}

/** Between two questions about a run that takes longer than an answer. */
const followMs = 1_000

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
    let run = await post('/api/chaos/verify', undefined)
    // It goes on by itself after the answer.
    while (run['status'] === 'running') {
      show(`The cycle goes on: ${String(run['reason'] ?? '')}`)
      await new Promise((resolve) => setTimeout(resolve, followMs))
      run = await readJson(`/api/chaos/runs/${String(run['runId'])}`)
    }
    show(
      run['verified'] === true ? 'The cycle was verified.' : `Not verified: ${String(run['reason'] ?? '')}`,
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
