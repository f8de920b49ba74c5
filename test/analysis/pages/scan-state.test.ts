import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import { runScan } from '../../../src/analysis/pages/client/run-scan.ts'
import {
  openQuestions,
  profileOf,
  reportOf,
  type ScanView,
  suggestionsOf,
} from '../../../src/analysis/pages/client/scan-state.ts'
import type { Fact } from '../../../src/analysis/scan/schema.ts'

const fact = (id: string, text: string, signals: Fact['signals'] = {}): Fact => ({
  ...{ id, text, signals, kind: 'found', topic: 'tool', confidence: 'high', sources: [] },
})
const facts = [
  fact('stripe', 'Uses Stripe', { tools: ['Stripe'] }),
  fact('xero', 'Uses Xero', { tools: ['Xero'] }),
  fact('agency', 'Is an agency', { role: 'Agency or freelancer' }),
  fact('studio', 'A digital agency', { role: 'Agency or freelancer' }),
]
const question = { label: 'What costs most?', options: ['Late payments'] }
const result = {
  url: 'https://acme.com/',
  finalUrl: 'https://acme.com/',
  domain: 'acme.com',
  facts,
  pages: [],
  profile: {
    name: { value: 'Acme', facts: ['agency', 'studio'] },
    tools: [
      { value: 'Stripe', facts: ['stripe'] },
      { value: 'Xero', facts: ['xero'] },
    ],
  },
  followUpQuestion: { id: 'painPoints', field: 'painPoints', because: ['stripe'], ...question },
  suggestedAnswers: { role: 'Agency or freelancer', tools: ['Stripe', 'Xero'], source: 'scan' },
}
const catalog = {
  questions: { role: question, painPoints: question, tools: question, timeline: question },
  products: [],
}

const restores: (() => void)[] = []
afterEach(() => {
  for (const restore of restores.splice(0)) restore()
})

/** The page with the result of a scan, and what it asked for diagnoses. */
async function scanned() {
  let view: ScanView | undefined
  const diagnosed: unknown[] = []
  const idle: (() => void)[] = []
  const answer = async (input: unknown, init?: RequestInit) => {
    if (input === '/api/catalog') return Response.json(catalog)
    if (input === '/api/scan/stream')
      return new Response(`event: result\ndata: ${JSON.stringify(result)}\n\n`)
    diagnosed.push(JSON.parse(String(init?.body)))
    return Response.json({ product: null, scores: [] })
  }
  const fetches = spyOn(globalThis, 'fetch').mockImplementation(
    Object.assign(answer, { preconnect: () => {} }),
  )
  restores.push(() => fetches.mockRestore())
  const actions = runScan({
    show: (next) => {
      view = next
      if (next.result !== undefined && next.busy === undefined)
        for (const resolve of idle.splice(0)) resolve()
    },
    announce: () => {},
    remember: () => {},
  })
  const after = async (act: () => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    act()
    idle.push(resolve)
    await promise
  }
  await after(() => actions.scan('https://acme.com/'))
  while (diagnosed.length === 0 || view?.recommendation === undefined) await after(() => {})
  const shown = () => {
    if (view === undefined) throw new Error('nothing was shown')
    return view
  }
  return { actions, diagnosed, shown }
}

describe('what a scan suggests', () => {
  test('is diagnosed and saved apart from the answers of the reader, each with the facts behind it', async () => {
    const { actions, diagnosed, shown } = await scanned()
    expect(suggestionsOf(shown()).map(({ option, facts }) => [option, facts.map(({ id }) => id)])).toEqual([
      ['Agency or freelancer', ['agency', 'studio']],
      ['Stripe', ['stripe']],
      ['Xero', ['xero']],
    ])
    actions.answer({ field: 'painPoints', option: 'Late payments' })
    const suggested = { role: 'Agency or freelancer', tools: ['Stripe', 'Xero'] }
    expect(diagnosed).toEqual([{ suggested }, { painPoints: ['Late payments'], suggested }])
    expect(reportOf(shown())).toMatchObject({ answers: { painPoints: ['Late payments'], suggested } })
  })

  test('is gone when every fact behind it is marked wrong, with its value in the summary', async () => {
    const { actions, diagnosed, shown } = await scanned()
    actions.mark('stripe', 'incorrect')
    actions.mark('agency', 'incorrect')
    const suggested = { role: 'Agency or freelancer', tools: ['Xero'] }
    expect(diagnosed.at(-1)).toEqual({ suggested })
    expect(profileOf(shown())).toEqual({
      name: result.profile.name,
      tools: [{ value: 'Xero', facts: ['xero'] }],
    })
    actions.mark('studio', 'incorrect')
    expect(diagnosed.at(-1)).toEqual({ suggested: { tools: ['Xero'] } })
    expect(profileOf(shown()).name).toBeUndefined()
    expect(reportOf(shown())).toMatchObject({ answers: { suggested: { tools: ['Xero'] } } })
    // The same mark again takes it back.
    actions.mark('stripe', 'incorrect')
    expect(diagnosed.at(-1)).toEqual({ suggested: { tools: ['Stripe', 'Xero'] } })
  })

  test('is confirmed or removed by the reader, and an answer is taken back', async () => {
    const { actions, diagnosed, shown } = await scanned()
    actions.answer({ field: 'tools', option: 'Stripe' })
    actions.remove({ field: 'role', option: 'Agency or freelancer' })
    expect(diagnosed.at(-1)).toEqual({ tools: ['Stripe'], suggested: { tools: ['Xero'] } })
    actions.remove({ field: 'tools', option: 'Stripe' })
    actions.remove({ field: 'tools', option: 'Xero' })
    expect([shown().answers, suggestionsOf(shown())]).toEqual([{}, []])
  })

  test('closes no question: the one of the scan is first, then those without a suggestion', async () => {
    const { actions, shown } = await scanned()
    const fields = () => openQuestions(shown()).map(({ field }) => field)
    expect(fields()).toEqual(['painPoints', 'timeline', 'role', 'tools'])
    actions.answer({ field: 'painPoints', option: 'Late payments' })
    expect(fields()).toEqual(['timeline', 'role', 'tools'])
  })
})
