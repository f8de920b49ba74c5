import type { DraftSummary } from '../../drafts/draft.ts'
import type { Answer, StudioApi } from './api.ts'
import { troubleText } from './failure-texts.ts'
import { statusOf } from './texts.ts'

/** State of the list of drafts. */
export interface ListState {
  /** Undefined until the first page is loaded. */
  drafts: readonly DraftSummary[] | undefined
  next: string | undefined
  isLoading: boolean
  /** A label of `statusOf`; undefined shows all. */
  status: string | undefined
  /** Whether a caller key is required; `refused` after one was rejected. */
  keyNeed: 'none' | 'wanted' | 'refused'
  /** Whether a key is in use. */
  hasKey: boolean
  trouble: string | undefined
  now: number
}

export interface ListActions {
  filter(status: string | undefined): void
  more(): void
  enter(key: string): void
  forget(): void
}

export interface ListPageDeps {
  apiFor: (key: string) => Pick<StudioApi, 'drafts'>
  key: { read: () => string; keep: (key: string) => void }
  now: () => number
  show: (state: ListState, actions: ListActions) => void
  announce: (text: string) => void
}

/** Controller of the list of a caller's drafts: first without a key, which a local server may not require. */
export function runList({ apiFor, key, now, show, announce }: ListPageDeps): { load: () => Promise<void> } {
  let current = key.read()
  const fresh: Omit<ListState, 'hasKey' | 'now'> = {
    drafts: undefined,
    next: undefined,
    isLoading: false,
    status: undefined,
    keyNeed: 'none',
    trouble: undefined,
  }
  let state: ListState = { ...fresh, hasKey: current !== '', now: now() }
  const change = (changes: Partial<ListState>) => {
    state = { ...state, ...changes, now: now() }
    show(state, actions)
  }
  const take = (answer: Answer<{ drafts: DraftSummary[]; next: string | null }>) => {
    if ('body' in answer) {
      if (current !== '') key.keep(current)
      const drafts = [...(state.drafts ?? []), ...answer.body.drafts]
      change({
        ...fresh,
        status: state.status,
        drafts,
        next: answer.body.next ?? undefined,
        hasKey: current !== '',
      })
      return announce(`${drafts.length} drafts`)
    }
    const { failure } = answer
    if (failure.status !== 401) return change({ isLoading: false, trouble: troubleText(failure) })
    const keyNeed = current === '' ? 'wanted' : 'refused'
    current = ''
    key.keep('')
    change({ ...fresh, keyNeed, hasKey: false })
  }
  const load = async () => {
    change({ isLoading: true, trouble: undefined })
    take(await apiFor(current).drafts(state.next))
  }
  const actions: ListActions = {
    filter: (status) => change({ status }),
    more: () => void load(),
    enter: (text) => {
      current = text.trim()
      if (current !== '') void load()
    },
    forget: () => {
      current = ''
      key.keep('')
      change({ ...fresh, hasKey: false })
      void load()
    },
  }
  return { load }
}

/** The states among the drafts, for the filter. */
export function statusesOf(drafts: readonly DraftSummary[]): { label: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const draft of drafts) {
    const { label } = statusOf(draft)
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts].map(([label, count]) => ({ label, count }))
}
