import { describe, expect, test } from 'bun:test'
import type { Draft } from '../../../src/campaign/drafts/draft.ts'
import type { DecisionVerb } from '../../../src/campaign/drafts/review.ts'
import type { Answer, Failure } from '../../../src/campaign/studio/client/api.ts'
import { commandOf } from '../../../src/campaign/studio/client/commands.ts'
import type { DraftActions, DraftState } from '../../../src/campaign/studio/client/draft-state.ts'
import { pollDelayMs, runDraft } from '../../../src/campaign/studio/client/run-draft.ts'
import { headingOf, statusOf, timeLeft } from '../../../src/campaign/studio/client/texts.ts'
import { isInside, reachesOut, safeArea } from '../../../src/campaign/studio/client/views/figure.ts'
import { waitFor } from '../../support/wait.ts'
import { decisionsOf, sampleDraft } from './sample-draft.ts'

const failing = (status: number, code: string, changes: Partial<Failure> = {}) => ({
  failure: { status, code, detail: `Cannot: ${code}`, ...changes },
})
const approved: Draft = { ...sampleDraft, review: 'approved', decisions: decisionsOf(['approve']) }

/** The page of a draft, with answers that are given one after the other; the last one again and again. */
function startPage(
  reads: readonly Answer<{ draft: Draft }>[],
  decided: Answer<{ draft: Draft }> = { body: { draft: approved } },
  credential: 'token' | 'key' | 'none' = 'token',
  answers: { revise?: Answer<{ draft: Draft }>; file?: Answer<Blob>; name?: string } = {},
) {
  const sent: object[] = []
  const opened: string[] = []
  const saved: string[] = []
  let name = answers.name ?? 'Mira'
  const waits: { milliseconds: number; callback: () => void }[] = []
  const announced: string[] = []
  let [state, actions]: [DraftState | undefined, DraftActions | undefined] = [undefined, undefined]
  let readCount = 0
  const never = async () => failing(404, 'receipt_not_found')
  const page = runDraft({
    api: {
      draft: async () => reads[Math.min(readCount++, reads.length - 1)] ?? failing(404, 'none'),
      decide: async (_, decision) => {
        sent.push(decision)
        return decided
      },
      pin: async (_, pin) => {
        sent.push(pin)
        return decided
      },
      unpin: never,
      revise: async (_, changes) => {
        sent.push(changes)
        return answers.revise ?? never()
      },
      file: async (_, asset) => {
        sent.push({ file: asset?.format ?? 'all' })
        return answers.file ?? never()
      },
      drafts: never,
      receipt: never,
      receiptKeys: never,
      verify: never,
    },
    id: sampleDraft.draftId,
    token: credential === 'token' ? 't' : '',
    hasKey: credential === 'key',
    options: {
      agent: '',
      noteCharsMax: 2_000,
      pinNoteCharsMax: 500,
      nameCharsMax: 80,
      parts: [],
      layouts: [],
      placements: [],
    },
    name: {
      read: () => name,
      keep: (kept) => {
        name = kept
      },
    },
    openRevision: (id) => opened.push(id),
    copyLink: async () => undefined,
    save: (_, name) => saved.push(name),
    now: () => Date.parse('2026-03-02T12:00:00.000Z'),
    later: (milliseconds, callback) => waits.push({ milliseconds, callback }),
    subtle: crypto.subtle,
    readFile: async () => undefined,
    keys: { areOn: true, keep: () => undefined },
    show: (shown, given) => {
      state = shown
      actions = given
    },
    announce: (text) => announced.push(text),
  })
  return {
    ...page,
    sent,
    opened,
    saved,
    keptName: () => name,
    waits,
    announced,
    get state() {
      if (state === undefined) throw new Error('Cannot read the state as nothing was shown')
      return state
    },
    get actions() {
      if (actions === undefined) throw new Error('Cannot act as nothing was shown')
      return actions
    },
    /** Lets what was begun come to its end. */
    settle: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

const read = { body: { draft: sampleDraft } }
/** The page of the sample draft, loaded. */
async function loadPage() {
  const page = startPage([read])
  await page.load()
  return page
}

async function decideOn(page: ReturnType<typeof startPage>, verb: DecisionVerb, note = '') {
  await page.load()
  page.run({ do: 'decide', verb })
  page.actions.writeNote(note)
  page.actions.send()
  for (let turn = 0; turn < 5; turn += 1) await page.settle()
}

describe('a note and a revision', () => {
  test('keep what was written until they are stored', async () => {
    const page = startPage([read], failing(503, 'busy'), 'token', { revise: failing(400, 'copy_too_long') })
    await page.load()
    page.run({ do: 'pin' })
    page.actions.changePin({ x: 0.1, note: ' Larger ' })
    page.actions.sendPin()
    page.run({ do: 'edit' })
    page.actions.sendEdit()
    expect(page.state.edit).toMatchObject({ isIncomplete: true, text: { headline: 'Calm' } })
    page.actions.changeEdit({ text: { headline: 'Calmer', cta: '' } })
    page.actions.sendEdit()
    await page.settle()
    expect(page.sent).toEqual([
      { format: 'square', x: 0.1, y: 0.5, note: 'Larger', by: 'Mira' },
      { by: 'Mira', assetHash: sampleDraft.assetHash, layout: 'panel', text: { headline: 'Calmer' } },
    ])
    expect(page.state.pin).toMatchObject({ note: ' Larger ', isSending: false, failure: { code: 'busy' } })
    expect(page.state.edit).toMatchObject({ text: { headline: 'Calmer' }, isSending: false })
    expect(page.opened).toEqual([])
  })

  test('open the revision, and close to what can no longer be reviewed', async () => {
    const page = startPage([read], undefined, 'token', {
      revise: { body: { draft: { ...sampleDraft, draftId: 'd_next' } } },
    })
    await page.load()
    page.actions.openEdit()
    page.actions.changeEdit({ placement: 'top-left' })
    page.actions.sendEdit()
    await page.settle()
    expect(page.sent).toMatchObject([{ placement: 'top-left', layout: 'panel' }])
    expect(page.opened).toEqual(['d_next'])
    const closed = startPage([{ body: { draft: approved } }])
    await closed.load()
    closed.run({ do: 'edit' })
    closed.run({ do: 'pin' })
    expect(closed.state).toMatchObject({ edit: undefined, pin: undefined })
  })
})

describe('a download', () => {
  test('asks for the files with the page’s credential, one after the other, and saves them', async () => {
    const page = startPage([read], undefined, 'token', { file: { body: new Blob(['file']) } })
    await page.load()
    const [asset] = sampleDraft.assets
    page.actions.download()
    page.actions.download(asset)
    expect(page.state.saving).toBe('d_sample.zip')
    await page.settle()
    page.actions.download(asset)
    await page.settle()
    expect(page.sent).toEqual([{ file: 'all' }, { file: 'square' }])
    expect(page.saved).toEqual(['d_sample.zip', 'd_sample-square.jpg'])
    expect(page.state).toMatchObject({ saving: undefined, notice: undefined })
  })

  test('that fails says so', async () => {
    const page = startPage([read], undefined, 'token', { file: failing(503, 'busy') })
    await page.load()
    page.actions.download()
    await page.settle()
    expect(page.saved).toEqual([])
    expect(page.state).toMatchObject({ saving: undefined, notice: { tone: 'bad' } })
  })
})

test('a revised draft does not wait for a decision', () => {
  const revised = { run: 'completed', revisedBy: 'd_next' } as const
  expect(statusOf({ ...revised, review: 'pending' }).label).toBe('Revised')
  expect(statusOf({ ...revised, review: 'changes_requested' }).label).toBe('Revised')
  expect(statusOf({ ...revised, review: 'expired' }).label).toBe('Expired')
})

describe('a decision', () => {
  test('is never sent by a key or by opening its dialog, and closing the dialog drops it', async () => {
    const page = await loadPage()
    for (const key of ['a', 'c', 'r']) {
      const command = commandOf({ key, hasModifier: false, isTyping: false })
      if (command !== undefined) page.run(command)
      expect(page.state.decision).toBeDefined()
      page.actions.closed('decision')
      expect(page.state.decision).toBeUndefined()
    }
    expect(page.sent).toEqual([])
  })

  test('whose dialog reports late that it was closed leaves the list of keys open', async () => {
    const page = await loadPage()
    page.run({ do: 'decide', verb: 'approve' })
    page.actions.closed('decision')
    page.run({ do: 'keys' })
    page.actions.closed('decision')
    expect(page.state).toMatchObject({ decision: undefined, areKeysShown: true })
    page.actions.closed('keys')
    expect(page.state.areKeysShown).toBe(false)
  })

  test('is sent once, with the hash of the assets that were shown, and then shows the final state', async () => {
    const page = await loadPage()
    page.run({ do: 'decide', verb: 'approve' })
    page.actions.writeNote('  Good  ')
    page.actions.send()
    page.actions.send()
    for (let turn = 0; turn < 5; turn += 1) await page.settle()
    const { assetHash } = sampleDraft
    expect(page.sent).toEqual([{ decision: 'approve', assetHash, by: 'Mira', note: 'Good' }])
    expect(page.state).toMatchObject({ decision: undefined, draft: { review: 'approved' } })
    await waitFor('the decisions are checked', () => page.state.log === 'intact')
    page.run({ do: 'decide', verb: 'reject' })
    expect(page.state.decision).toBeUndefined()
  })

  test('to request changes needs a note', async () => {
    const page = startPage([read])
    await decideOn(page, 'request_changes', '   ')
    expect(page.sent).toEqual([])
    expect(page.state.decision?.isIncomplete).toBe(true)
  })

  test('needs a name, which is asked once and kept', async () => {
    const page = startPage([read], undefined, 'token', { name: '' })
    await decideOn(page, 'approve')
    expect(page.sent).toEqual([])
    expect(page.state).toMatchObject({ reviewer: { isAsked: true }, decision: { isIncomplete: true } })
    page.actions.setName(' Mira ')
    page.actions.send()
    for (let turn = 0; turn < 5; turn += 1) await page.settle()
    expect(page.sent).toMatchObject([{ by: 'Mira' }])
    expect([page.keptName(), page.state.reviewer]).toEqual(['Mira', { name: 'Mira', isAsked: false }])
  })

  test.each([
    ['already_decided', approved, 'the draft was already approved on 2 Mar 2026'],
    ['revised', { ...sampleDraft, revisedBy: 'd_next' }, 'a later revision exists'],
    ['stale_assets', { ...sampleDraft, assetHash: 'f'.repeat(64) }, 'the assets have changed'],
  ])('that is refused as %s shows the draft as it is now, and why', async (code, now, text) => {
    const page = startPage([read, { body: { draft: now } }], failing(409, code))
    await decideOn(page, 'reject')
    expect(page.state).toMatchObject({ decision: undefined, draft: now, notice: { tone: 'bad' } })
    expect(page.state.notice?.text).toContain(text)
    expect(page.announced.at(-1)).toContain(text)
  })

  test.each([
    ['no connection', failing(0, 'unreachable')],
    ['too many requests', failing(429, 'rate_limited', { retryAfterSeconds: 30 })],
    ['an error of the server', failing(503, 'busy')],
  ])('that meets %s keeps its dialog and its note, to be sent again', async (_, answer) => {
    const page = startPage([read], answer)
    await decideOn(page, 'approve', 'Good')
    expect(page.state.decision).toMatchObject({ note: 'Good', isSending: false, failure: answer.failure })
  })

  test('whose answer was lost is not sent a second time once it is recorded', async () => {
    const noted = { ...approved, decisions: approved.decisions.map((entry) => ({ ...entry, note: 'Good' })) }
    const page = startPage([read, { body: { draft: noted } }], failing(0, 'unreachable'))
    await decideOn(page, 'approve', 'Good')
    page.actions.send()
    await page.settle()
    expect(page.sent.length).toBe(1)
    expect(page.state).toMatchObject({ decision: undefined, notice: { text: 'Recorded: approved.' } })
  })

  test('after the link has expired replaces the draft by the reason', async () => {
    const gone = failing(404, 'draft_not_found')
    const page = startPage([read, gone], gone)
    await decideOn(page, 'approve')
    expect(page.state).toMatchObject({
      draft: undefined,
      decision: undefined,
      unreadable: { title: 'This link does not open a draft' },
    })
  })

  test('cannot be taken by the holder of a caller key', async () => {
    const page = startPage([read], undefined, 'key')
    await decideOn(page, 'approve')
    expect(page.sent).toEqual([])
  })
})

describe('the page of a draft', () => {
  test('reads a run that goes on again and again, ever less often, until it has ended', async () => {
    const { assetHash: _, ...unmade } = sampleDraft
    const processing = { body: { draft: { ...unmade, run: 'processing' as const, assets: [] } } }
    const page = startPage([processing, processing, failing(0, 'unreachable'), read])
    await page.load()
    for (let turn = 0; turn < 3; turn += 1) {
      page.waits[turn]?.callback()
      await page.settle()
    }
    expect(page.waits.map(({ milliseconds }) => milliseconds)).toEqual([1_000, 1_500, 2_250])
    expect(page.state.draft?.run).toBe('completed')
    expect(pollDelayMs(100)).toBe(15_000)
  })

  test('walks through the formats with keys, tall ones first', async () => {
    const wide = { ...sampleDraft.assets[0], format: 'landscape' as const, width: 1200, height: 628 }
    const assets = [...sampleDraft.assets.slice(0, 1), wide, ...sampleDraft.assets.slice(1)]
    const page = startPage([{ body: { draft: JSON.parse(JSON.stringify({ ...sampleDraft, assets })) } }])
    await page.load()
    const seen = [0, 1, 2, 3].map(() => {
      page.run({ do: 'step', by: 1 })
      return page.state.format
    })
    expect(seen).toEqual(['square', 'portrait', 'landscape', undefined])
    page.run({ do: 'format', index: 2 })
    page.run({ do: 'format', index: 8 })
    expect(page.state.format).toBe('landscape')
  })

  test('ignores keys once they are turned off, except to show their list', async () => {
    const page = await loadPage()
    page.actions.setKeys(false)
    page.run({ do: 'decide', verb: 'approve' })
    expect(page.state.decision).toBeUndefined()
    page.run({ do: 'keys' })
    expect(page.state.areKeysShown).toBe(true)
  })

  test('ignores keys while text is typed or a modifier is held', () => {
    for (const key of ['a', 'c', 'r', 's', 'l', '1', '?', 'ArrowLeft']) {
      expect(commandOf({ key, hasModifier: false, isTyping: false })).toBeDefined()
      expect(commandOf({ key, hasModifier: true, isTyping: false })).toBeUndefined()
      expect(commandOf({ key, hasModifier: false, isTyping: true })).toBeUndefined()
    }
    expect(commandOf({ key: 'Enter', hasModifier: false, isTyping: false })).toBeUndefined()
  })
})

test.each([
  ['2026-03-09T10:00:00.000Z', '7 days left'],
  ['2026-03-03T10:00:00.001Z', '24 hours left'],
  ['2026-03-02T11:00:00.000Z', '1 hour left'],
  ['2026-03-02T10:00:01.000Z', 'Less than an hour left'],
  ['2026-03-02T10:00:00.000Z', 'Expired'],
])('a draft that expires at %s has %s', (expiresAt, text) => {
  expect(timeLeft(expiresAt, Date.parse('2026-03-02T10:00:00.000Z'))).toBe(text)
})

test('a heading is a short line of whole words and whole characters', () => {
  expect(headingOf(' Calm\n sea ')).toBe('Calm sea')
  expect(headingOf('')).toBe('Draft without a brief')
  expect(headingOf(`${'wave '.repeat(40)}`, 20)).toBe('wave wave wave wave…')
  expect(headingOf('One. Two. Three.', 9)).toBe('One. Two…')
  expect(headingOf('🌊'.repeat(50), 21)).toBe(`${'🌊'.repeat(10)}…`)
})

test('the safe area leaves 5 % of the shorter side free, and a logo is inside with its whole box', () => {
  const safe = safeArea({ width: 1200, height: 628 })
  expect(safe).toEqual({ x: 31, y: 31, width: 1138, height: 566 })
  expect(isInside({ x: 31, y: 31, width: 100, height: 50 }, safe)).toBe(true)
  expect(isInside({ x: 30, y: 31, width: 100, height: 50 }, safe)).toBe(false)
  expect(isInside({ x: 1100, y: 31, width: 100, height: 50 }, safe)).toBe(false)
  const story = { width: 1080, height: 1920, safeArea: { x: 0, y: 250, width: 1080, height: 1330 } }
  expect(safeArea(story)).toEqual({ x: 54, y: 250, width: 972, height: 1330 })
  const copyBoxes = [{ part: 'cta' as const, x: 100, y: 1500, width: 300, height: 90 }]
  expect(reachesOut({ ...story, copyBoxes })).toEqual(['cta'])
})
