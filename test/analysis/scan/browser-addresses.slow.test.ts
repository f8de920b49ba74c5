import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { findChromium } from '../../../src/analysis/scan/browser/find-chromium.ts'
import { createBrowser } from '../../../src/analysis/scan/browser.ts'
import {
  createEgress,
  type Egress,
  EgressRefused,
  type EgressSession,
} from '../../../src/kernel/egress/egress.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { addressTable } from '../../support/address-table.ts'
import { makeBrowserFolder, patientLimits, renderMsMax, spaciousBudget } from '../../support/browser-world.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'
import { urlTable } from '../../support/url-table.ts'

const domain = 'tables-of-addresses.com'
const pageHost = `www.${domain}`
const markHost = (index: number) => `mark-${index}.${domain}`
/** A proxy does not learn how long a URL is. */
const spellings = urlTable.filter((row) => row[2] !== 'url-too-long').map(([text]) => text)
/** Every address of the other table, as a literal and behind a name. */
const places = addressTable.flatMap(([address], index) => [
  `http://${address.includes(':') ? `[${address}]` : address}/`,
  `http://address-${index}.${domain}/`,
])

/** Spellings in rounds in which no host comes twice, so that a judged host identifies its spelling. */
const rounds: string[][] = []
for (const text of spellings) {
  const host = hostOf(text)
  const free = rounds.find((round) => !host || !round.some((other) => hostOf(other) === host))
  if (free === undefined) rounds.push([text])
  else free.push(text)
}

/** Asks for the places all at once, then for one round of spellings after the other, each behind a mark. */
const page = `<!doctype html><script type="module">
  const [rounds, places] = ${JSON.stringify([rounds, places]).replaceAll('<', '\\u003c')}
  const reach = async (text) => {
    if (!URL.canParse(text)) return
    const script = document.createElement('script')
    script.src = text
    await new Promise((settle) => {
      script.onload = script.onerror = settle
      document.head.append(script)
    })
  }
  await Promise.all(places.map(reach))
  for (const [index, round] of rounds.entries()) {
    await reach('http://mark-' + index + '.${domain}/')
    await Promise.all(round.map(reach))
  }
  await reach('http://mark-' + rounds.length + '.${domain}/')
</script>`

function addressesOf(host: string): readonly string[] {
  const index = new RegExp(`^address-(\\d+)\\.${domain}$`).exec(host)?.[1]
  return index === undefined ? ['45.66.201.1'] : [addressTable[Number(index)]?.[0] ?? '']
}

describe.skipIf(skipWithoutChromium(import.meta.path))('the browser and the fetcher', () => {
  test('judge every spelling of a URL and every address alike', async () => {
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    })
    const origin = `http://${pageHost}:${server.port}`
    const egress = createEgress({
      dns: { addresses: async (host) => addressesOf(host), records: async () => [] },
      policy: { ports: [80, 443], exceptions: [{ origin, address: '127.0.0.1' }] },
      userAgent: 'CairnTest/1.0',
      log: silentLog,
      now: () => Date.now(),
    })
    const open = () =>
      egress.open({ signal: new AbortController().signal, budget: spaciousBudget(), perHost: 2 })

    const session = open()
    const judged: Array<{ host: string; allowed: boolean }> = []
    const tmpDir = makeBrowserFolder()
    const browser = createBrowser({
      executable: findChromium(),
      userAgent: 'CairnTest/1.0',
      log: silentLog,
      tmpDir,
      localOrigins: [origin],
      limits: {
        ...patientLimits,
        settleMsMax: renderMsMax,
        requestsMax: 10_000,
        siblingOriginsMax: 10_000,
        foreignOriginsMax: 10_000,
        foreignRequestsMax: 10_000,
        quietMs: renderMsMax,
      },
    })
    const allAsked = new AbortController()
    const rendering = browser.render(new URL(origin), {
      work: { caller: 'test' },
      session: {
        judge: async (host, port) => {
          const verdict = { host, allowed: false }
          judged.push(verdict)
          if (host === markHost(rounds.length)) allAsked.abort('all asked')
          await session.judge(host, port)
          verdict.allowed = true
          // What is allowed is this machine all the same, where only the page's own port answers.
          return { address: '127.0.0.1', family: 4 }
        },
      },
      signal: allAsked.signal,
      deadlineMs: renderMsMax,
      budget: spaciousBudget(),
      allow: async () => true,
    })
    expect(await rendering.catch((reason: unknown) => reason)).toBe('all asked')
    await browser.close()
    await server.stop(true)
    rmSync(tmpDir, { recursive: true })

    const markAt = (index: number) => judged.findIndex(({ host }) => host === markHost(index))
    const isAnyAllowed = (verdicts: typeof judged) => verdicts.some(({ allowed }) => allowed)
    const ofPlaces = judged.slice(0, markAt(0))
    const groups = [
      { texts: places, judged: ofPlaces },
      ...rounds.map((texts, index) => ({
        texts,
        judged: judged.slice(markAt(index) + 1, markAt(index + 1)),
      })),
    ]
    // A host that no text names would be one that the browser alone reads out of it.
    const own = new Set([pageHost])
    const strays = groups.flatMap((group) => {
      const hosts = new Set([...own, ...group.texts.map(hostOf)])
      return group.judged.map(({ host }) => host).filter((host) => !hosts.has(host))
    })
    expect(strays).toEqual([])
    const byBrowser = groups.flatMap((group) =>
      group.texts.map((text) => isAnyAllowed(group.judged.filter(({ host }) => host === hostOf(text)))),
    )
    const texts = groups.flatMap((group) => group.texts)
    const fetcher = open()
    const byFetcher = await Promise.all(texts.map((text) => isAllowed(egress, fetcher, text)))
    const rows = texts.map((text, index) => ({ text, browser: byBrowser[index], fetcher: byFetcher[index] }))
    expect(rows.filter((row) => row.browser !== row.fetcher)).toEqual([])
    const allowed = byBrowser.filter(Boolean).length
    console.log(`  ${rows.length} URLs: ${allowed} allowed and ${rows.length - allowed} refused by both`)
    expect(allowed).toBeWithin(50, rows.length - 200)
  })
})

async function isAllowed(egress: Egress, session: EgressSession, text: string): Promise<boolean> {
  try {
    const url = egress.parse(text)
    await session.judge(url.hostname, Number(url.port || (url.protocol === 'https:' ? 443 : 80)))
    return true
  } catch (error) {
    if (error instanceof EgressRefused) return false
    throw error
  }
}

function hostOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).hostname : undefined
}
