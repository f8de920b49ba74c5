import { visibleTexts } from '../../../kernel/web/client/visible-texts.ts'
import type { DraftSummary } from '../../drafts/draft.ts'
import type { Kit, KitVersion } from '../../requests/kit.ts'

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
  /** The newest draft of each kit, by its id. */
  samples: ReadonlyMap<string, DraftSummary>
  /** Versions of kits whose list was opened, by the kit's id. */
  versions: ReadonlyMap<string, readonly KitVersion[]>
  /** The kit whose sample is being made. */
  sampling: string | undefined
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
  openVersions(kit: string): void
  makeSample(kit: Kit): void
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
    samples: new Map(),
    versions: new Map(),
    sampling: undefined,
    created: undefined,
    failure: undefined,
    busy: true,
  }
  const set = (changes: Partial<KeysState>) => {
    state = { ...state, ...changes }
    show(state, actions)
  }
  const attempt = async (run: () => Promise<void>) => {
    set({ failure: undefined })
    try {
      await run()
    } catch (error) {
      const failure = error instanceof Error ? error.message : 'The server cannot be reached'
      set({ failure })
      announce(failure)
    }
  }
  const change = async (run: () => Promise<void>) => {
    set({ busy: true })
    await attempt(run)
    await load()
  }
  const load = async () => {
    const [keys, kits, drafts] = await Promise.allSettled([
      ask<{ keys: ShownKey[] }>('/api/keys', stored.token),
      ask<{ kits: Kit[] }>('/api/brand-kits?limit=100', stored.key),
      ask<{ drafts: DraftSummary[] }>('/api/drafts?limit=100', stored.key),
    ])
    set({
      busy: false,
      ...(keys.status === 'fulfilled'
        ? { keys: keys.value.keys, keysRefusal: undefined }
        : { keys: undefined, keysRefusal: String(keys.reason.message) }),
      ...(kits.status === 'fulfilled'
        ? { kits: kits.value.kits, kitsRefusal: undefined }
        : { kits: undefined, kitsRefusal: String(kits.reason.message) }),
      ...(drafts.status === 'fulfilled' && { samples: samplesOf(drafts.value.drafts) }),
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
    openVersions: (kit) =>
      void attempt(async () => {
        const { versions } = await ask<{ versions: KitVersion[] }>(
          `/api/brand-kits/${encodeURIComponent(kit)}/versions?limit=100`,
          stored.key,
        )
        set({ versions: new Map([...state.versions, [kit, visibleTexts(versions)]]) })
      }),
    makeSample: ({ id, name, prompt, text }) =>
      void change(async () => {
        set({ sampling: id })
        announce(`A sample of ${name} is being made`)
        const command = `${prompt ?? 'A calm scene in the colors of the brand.'}${text.headline === undefined ? ` Headline "${name.replaceAll('"', '')}".` : ''} Square.`
        const body = JSON.stringify({ command, parameters: { brandKitId: id, formats: ['square'] } })
        try {
          await ask('/api/agent', stored.key, { method: 'POST', body })
        } finally {
          set({ sampling: undefined })
        }
        announce(`The sample of ${name} is ready`)
      }),
    copy: (text) => void navigator.clipboard.writeText(text).then(() => announce('Copied')),
  }
  return actions
}

/** Drafts are listed newest first. */
function samplesOf(drafts: readonly DraftSummary[]): Map<string, DraftSummary> {
  const samples = new Map<string, DraftSummary>()
  for (const draft of drafts) {
    const { brandKit, previewUrl } = draft
    if (brandKit && previewUrl !== undefined && !samples.has(brandKit.id)) samples.set(brandKit.id, draft)
  }
  return samples
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
