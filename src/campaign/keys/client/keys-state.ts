import type { Kit } from '../../brand-kits/kit.ts'

export interface ShownKey {
  id: string
  caller: string
  plan: string
  createdAt: string
  lastUsedAt: string | null
  revokedAt: string | null
  runsToday: number
  runsPerDay: number
}

export interface KeysState {
  /** Undefined until the first answer, and without the operator's rights. */
  keys: readonly ShownKey[] | undefined
  /** Why keys are not shown. */
  keysRefusal: string | undefined
  kits: readonly Kit[] | undefined
  kitsRefusal: string | undefined
  /** A key just created. */
  created: { caller: string; key: string } | undefined
  failure: string | undefined
  busy: boolean
}

export interface KeysActions {
  load(): void
  create(caller: string, plan: string): void
  revoke(id: string): void
  useToken(token: string): void
  useKey(key: string): void
  copy(text: string): void
}

/** Names under which this tab keeps the operator's token and a caller key; the studio keeps its key under the same. */
const stored = { token: 'cairn.operator', key: 'cairn.key' } as const

/** Reads and changes keys and kits by the API, and shows every new state. */
export function createKeysPage({
  show,
  announce,
}: {
  show: (state: KeysState, actions: KeysActions) => void
  announce: (text: string) => void
}): KeysActions {
  let state: KeysState = {
    keys: undefined,
    keysRefusal: undefined,
    kits: undefined,
    kitsRefusal: undefined,
    created: undefined,
    failure: undefined,
    busy: true,
  }
  const set = (changes: Partial<KeysState>) => {
    state = { ...state, ...changes }
    show(state, actions)
  }
  const change = async (run: () => Promise<void>) => {
    set({ busy: true, failure: undefined })
    try {
      await run()
    } catch (error) {
      const failure = error instanceof Error ? error.message : 'The server cannot be reached'
      set({ failure })
      announce(failure)
    }
    await load()
  }
  const load = async () => {
    const [keys, kits] = await Promise.allSettled([
      ask<{ keys: ShownKey[] }>('/api/keys', stored.token),
      ask<{ kits: Kit[] }>('/api/brand-kits?limit=100', stored.key),
    ])
    set({
      busy: false,
      ...(keys.status === 'fulfilled'
        ? { keys: keys.value.keys, keysRefusal: undefined }
        : { keys: undefined, keysRefusal: String(keys.reason.message) }),
      ...(kits.status === 'fulfilled'
        ? { kits: kits.value.kits, kitsRefusal: undefined }
        : { kits: undefined, kitsRefusal: String(kits.reason.message) }),
    })
  }
  const actions: KeysActions = {
    load: () => void load(),
    create: (caller, plan) =>
      void change(async () => {
        const body = JSON.stringify({ caller, ...(plan !== '' && { plan }) })
        const { key } = await ask<{ key: string }>('/api/keys', stored.token, { method: 'POST', body })
        set({ created: { caller, key } })
        announce(`The key of ${caller} is ready`)
      }),
    revoke: (id) =>
      void change(async () => {
        await ask(`/api/keys/${encodeURIComponent(id)}`, stored.token, { method: 'DELETE' })
        announce(`The key ${id} is revoked`)
      }),
    useToken(token) {
      sessionStorage.setItem(stored.token, token)
      void load()
    },
    useKey(key) {
      sessionStorage.setItem(stored.key, key)
      void load()
    },
    copy: (text) => void navigator.clipboard.writeText(text).then(() => announce('Copied')),
  }
  return actions
}

/** @throws Error with the detail of a refusal */
async function ask<Body>(path: string, credential: string, init: RequestInit = {}): Promise<Body> {
  const token = sessionStorage.getItem(credential)
  const response = await fetch(path, {
    ...init,
    cache: 'no-store',
    headers: {
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
  })
  const body = await response.json()
  if (!response.ok) throw new Error(body.detail ?? body.message ?? `The server answered ${response.status}`)
  return body
}
