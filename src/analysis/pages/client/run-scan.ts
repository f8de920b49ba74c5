import { Refused } from '../../../kernel/web/client/ask-server.ts'
import {
  askConcierge,
  createKit,
  deleteReport,
  readCatalog,
  recommend,
  saveReport,
  scanWebsite,
} from './scan-api.ts'
import {
  type Answer,
  answersOf,
  type Filter,
  idleView,
  keyOf,
  type Mark,
  profileOf,
  reportOf,
  type ScanView,
  withAnswer,
  withoutAnswer,
} from './scan-state.ts'

export interface ScanActions {
  scan(url: string, fresh?: boolean): void
  stop(): void
  mark(id: string, mark: Mark): void
  toggleSources(id: string): void
  select(step: 1 | -1): void
  filter(filter: Filter): void
  /** Gives an answer, or confirms a suggested one. */
  answer(answer: Answer): void
  /** Takes back an answer, or rejects a suggested one. */
  remove(answer: Answer): void
  showAllOptions(): void
  consent(given: boolean): void
  save(): void
  deleteSaved(): void
  copy(text: string): void
  makeKit(): void
  ask(question: string): void
}

/** Runs the page: requests follow the actions, and `show` gets every new view. */
export function runScan({
  show,
  announce,
  remember,
}: {
  show: (view: ScanView, actions: ScanActions) => void
  announce: (text: string) => void
  /** Keeps the scanned address in that of the page. */
  remember: (url: string) => void
}): ScanActions {
  let view = idleView('')
  let running = new AbortController()
  const set = (changes: Partial<ScanView>) => {
    view = { ...view, ...changes }
    show(view, actions)
  }
  const attempt = async (action: string, run: () => Promise<void>) => {
    const { [action]: _, ...failures } = view.failures
    set({ busy: action, failures })
    try {
      await run()
    } catch (error) {
      const text = error instanceof Refused ? error.message : 'The server cannot be reached: try again'
      set({ failures: { ...view.failures, [action]: text } })
      announce(text)
    } finally {
      if (view.busy === action) set({ busy: undefined })
    }
  }
  let diagnosed = ''
  /** Asks again when the answers have changed; a later answer replaces the request of an earlier one. */
  const updateRecommendation = async () => {
    const answers = answersOf(view)
    const asked = JSON.stringify([view.result?.url, answers])
    if (asked === diagnosed) return
    diagnosed = asked
    await attempt('diagnose', async () => {
      const isEmpty = Object.keys(answers).length === 0
      const recommendation = isEmpty ? undefined : await recommend(answers)
      if (asked !== diagnosed) return
      set({ recommendation })
      if (recommendation?.product) announce(`Recommended: ${recommendation.product.name}`)
    })
    // A refused request is sent again with the next action.
    if (view.failures['diagnose'] !== undefined && asked === diagnosed) diagnosed = ''
  }

  const actions: ScanActions = {
    scan(url, fresh = false) {
      running.abort()
      const own = new AbortController()
      running = own
      const { catalog } = view
      view = { ...idleView(url), catalog, phase: 'running' }
      set({})
      remember(url)
      announce(`Reading ${url}`)
      const started = async () => {
        if (view.catalog === undefined) set({ catalog: await readCatalog() })
        const result = await scanWebsite(url, {
          signal: own.signal,
          fresh,
          onProgress: (progress) => {
            if (own.signal.aborted) return
            if ('stage' in progress) set({ stage: progress.stage })
            // A rendered page takes the place of the fetched one.
            else
              set({ pages: [...view.pages.filter((page) => page.url !== progress.page.url), progress.page] })
          },
        })
        set({ phase: 'done', result, pages: result.pages })
        announce(`${result.facts.length} facts found`)
        await updateRecommendation()
      }
      started().catch((error: unknown) => {
        if (own.signal.aborted) return
        const problem = error instanceof Refused ? error.message : 'The server cannot be reached: try again'
        set({ phase: 'failed', problem })
        announce(problem)
      })
    },
    stop() {
      running.abort()
      set({ phase: 'failed', problem: 'The scan was stopped.' })
    },
    mark(id, mark) {
      const marks = new Map(view.marks)
      if (marks.get(id) === mark) marks.delete(id)
      else marks.set(id, mark)
      set({ marks, selected: id })
      void updateRecommendation()
    },
    toggleSources: (id) => set({ open: view.open === id ? undefined : id, selected: id }),
    select(step) {
      const ids = view.result?.facts.map(({ id }) => id) ?? []
      const now = ids.indexOf(view.selected ?? '')
      set({ selected: ids[Math.min(ids.length - 1, Math.max(0, now + step))] })
    },
    filter: (filter) => set({ filter }),
    answer(answer) {
      set({ answers: withAnswer(view.answers, answer), moreOptions: false })
      void updateRecommendation()
    },
    remove(answer) {
      const removed = new Set([...view.removed, keyOf(answer)])
      set({ answers: withoutAnswer(view.answers, answer), removed })
      void updateRecommendation()
    },
    showAllOptions: () => set({ moreOptions: true }),
    consent: (consent) => set({ consent }),
    save: () =>
      void attempt('save', async () => {
        set({ saved: await saveReport(reportOf(view)) })
        announce('The report is saved')
      }),
    deleteSaved: () =>
      void attempt('save', async () => {
        const { saved } = view
        if (saved === undefined) return
        await deleteReport(saved.id, saved.deletionToken)
        set({ saved: undefined, consent: false })
        announce('The report is deleted')
      }),
    copy: (text) => void navigator.clipboard.writeText(text).then(() => announce('Copied')),
    makeKit: () =>
      void attempt('kit', async () => {
        const profile = profileOf(view)
        const kit = await createKit({
          name: (profile.name?.value ?? profile.legalName?.value ?? view.result?.domain ?? '').slice(0, 120),
          ...(profile.logo !== undefined && { logoUrl: profile.logo.value }),
          palette: (profile.colors ?? []).map(({ value }) => value),
        })
        set({ kit })
        announce(`The brand kit ${kit.id} is made`)
      }),
    ask: (question) =>
      void attempt('chat', async () => {
        const productKey = view.recommendation?.product?.key
        set({ chat: [...view.chat, { question, answer: undefined }] })
        const answer = await askConcierge({
          message: question,
          ...view.answers,
          ...(productKey !== undefined && { productKey }),
        })
        set({ chat: view.chat.map((turn) => (turn.question === question ? { question, answer } : turn)) })
        announce(answer.reply)
      }),
  }
  return actions
}
