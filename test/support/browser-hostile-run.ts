/**
 * Opens the hostile page inside the namespace of `browser-namespace.sh` and prints as JSON what came of it:
 * `control` in a browser that nothing confines, `launcher` in the product's browser with the product's proxy but with
 * what a user's gestures allow, and with popups and workers let loose, `product` by the product's own `render`.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch, type Page } from 'puppeteer-core'
import { findChromium } from '../../src/analysis/scan/browser/find-chromium.ts'
import { defaultBrowserLimits as limits } from '../../src/analysis/scan/browser/limits.ts'
import { startPinningProxy } from '../../src/analysis/scan/browser/proxy.ts'
import { openPage } from '../../src/analysis/scan/browser/render-page.ts'
import { startBrowser } from '../../src/analysis/scan/browser/start-browser.ts'
import { createBrowser } from '../../src/analysis/scan/browser.ts'
import { createBudget, createEgress, type EgressSession } from '../../src/kernel/egress/egress.ts'
import { silentLog } from '../../src/kernel/runtime/log.ts'
import { hostileNames, startHostileSite } from './browser-hostile-site.ts'
import { startTraps } from './browser-traps.ts'

export interface HostileRun {
  contacts: number
  kinds: Record<string, number>
  /** Ways out that the page tried. */
  attempts: number
  /** What the page could read of this machine's files. */
  stolen: string | undefined
  /** What the browser’s supervision, or the proxy, let through and refused. */
  allowed: number
  refused: number
  /** A few of the contacts, to see what went wrong. */
  examples: string[]
}

type Observed = Pick<HostileRun, 'attempts' | 'stolen' | 'allowed' | 'refused'>

const siteAddress = '93.184.215.14'
const siteUrl = `http://${hostileNames.site}/`
const secureOrigin = `--unsafely-treat-insecure-origin-as-secure=http://${hostileNames.site}`
const userAgent = 'CairnTest/1.0'
const executable = findChromium()
const tmpDir = mkdtempSync(join(tmpdir(), 'cairn-hostile-'))
// The browser's own user must get through.
chmodSync(tmpDir, 0o711)
/** Long enough for what a page starts late: reports, retries, calls. */
const watchedMsMin = 3_000
const quietMs = 1_000
const watchedMsMax = 5_000
/** A safety limit for what must happen for the run to show anything, on a busy machine. */
const shownMsMax = 180_000
/** An answer that has not come by then never will, as the page has left. */
const gestureMsMax = 2_000

if (executable === undefined) throw new Error('Chromium must be installed here')
const traps = await startTraps()
const site = await startHostileSite(siteAddress)
const runs = {
  control: () => control(executable),
  launcher: () => launcher(executable),
  product: () => product(executable),
}
const observed = await runs[modeOf(process.argv[2])]()
rmSync(tmpDir, { recursive: true, force: true })
const { contacts } = traps
const kinds = Object.fromEntries(
  ['tcp', 'udp', 'dns', 'multicast'].map((kind) => [
    kind,
    contacts.filter((each) => each.kind === kind).length,
  ]),
)
const examples = contacts.slice(0, 20).map(({ kind, place, what }) => `${kind} ${place} ${what}`)
const result: HostileRun = { contacts: contacts.length, kinds, ...observed, examples }
process.stdout.write(`${JSON.stringify(result)}\n`)
traps.close()
site.close()
process.exit(0)

function modeOf(text: string | undefined): keyof typeof runs {
  if (text === 'control' || text === 'launcher' || text === 'product') return text
  throw new Error('Give control, launcher or product')
}

async function control(executablePath: string): Promise<Observed> {
  const browser = await launch({
    executablePath,
    pipe: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      `--host-resolver-rules=MAP ${hostileNames.site} ${siteAddress}`,
      secureOrigin,
    ],
    userDataDir: join(tmpDir, 'profile'),
  })
  const page = await browser.newPage()
  await page.goto(siteUrl, { waitUntil: 'domcontentloaded', timeout: shownMsMax })
  const seen = await gestureAndWatch(page, {
    count: () => traps.contacts.filter(({ kind }) => kind === 'tcp').length,
    shown: () => traps.contacts.length > 200 && new Set(traps.contacts.map(({ kind }) => kind)).size === 4,
  })
  await Promise.race([browser.close(), Bun.sleep(3_000)])
  return { ...seen, allowed: 0, refused: 0 }
}

async function launcher(program: string): Promise<Observed> {
  const session = openSession()
  const proxy = await startPinningProxy({
    judge: (host, port) => session.judge(host, port),
    // Everything is asked for here that interception would have stopped.
    permits: { tunnel: () => true, plain: () => true },
    spend: () => {},
    spent: () => {},
    exchangesMax: Number.POSITIVE_INFINITY,
    connectMsMax: limits.connectMsMax,
  })
  const browser = await startBrowser({
    executable: program,
    tmpDir,
    userAgent,
    limits: { ...limits, launchMsMax: shownMsMax },
    extraSwitches: [secureOrigin],
    tooLarge: () => {},
  })
  const page = await openPage(browser.puppeteer, proxy.port)
  await page.goto(siteUrl, { waitUntil: 'domcontentloaded', timeout: shownMsMax })
  const seen = await gestureAndWatch(page, {
    count: () => proxy.verdicts.length + traps.contacts.length,
    shown: () => {
      const { allowed, refused } = countVerdicts(proxy.verdicts)
      return allowed > 5 && refused > 50
    },
  })
  await browser.end()
  await proxy.close()
  return { ...seen, ...countVerdicts(proxy.verdicts) }
}

async function product(program: string): Promise<Observed> {
  const session = openSession()
  const browser = createBrowser({
    executable: program,
    userAgent,
    log: silentLog,
    tmpDir,
    localOrigins: [],
    // Everything is to be tried: nothing may be saved by what the page is allowed to use.
    limits: {
      requestsMax: 10_000,
      siblingOriginsMax: 10_000,
      foreignOriginsMax: 10_000,
      foreignRequestsMax: 10_000,
      processesMax: 1_000,
      privateMegabytesMax: 8_000,
      memoryMegabytesMax: 8_000,
      launchMsMax: shownMsMax,
      settleMsMax: watchedMsMax,
      quietMs: watchedMsMin - 500,
    },
  })
  const { html, requests, refused } = await browser.render(new URL(siteUrl), {
    work: { caller: 'test' },
    session,
    signal: new AbortController().signal,
    deadlineMs: 300_000,
    budget: budget(),
    allow: async () => true,
  })
  await browser.close()
  return {
    attempts: Number(/data-attempts="(\d+)"/.exec(html)?.[1] ?? 0),
    stolen: /data-stolen="([^"]*)"/.exec(html)?.[1],
    allowed: requests,
    refused,
  }
}

function openSession(): EgressSession {
  const zone: Record<string, readonly string[]> = {
    [hostileNames.site]: [siteAddress],
    [hostileNames.private]: ['10.0.0.1'],
  }
  const egress = createEgress({
    dns: { addresses: async (host) => zone[host] ?? [], records: async () => [] },
    policy: { ports: [80, 443], exceptions: [] },
    userAgent,
    log: silentLog,
    now: () => Date.now(),
  })
  return egress.open({ signal: new AbortController().signal, budget: budget(), perHost: 2 })
}

function budget() {
  const most = Number.MAX_SAFE_INTEGER
  return createBudget({ requestsMax: most, wireBytesMax: most, inflatedBytesMax: most })
}

function countVerdicts(verdicts: ReadonlyArray<{ allowed: boolean }>) {
  const allowed = verdicts.filter((verdict) => verdict.allowed).length
  return { allowed, refused: verdicts.length - allowed }
}

interface Watched {
  /** What has happened so far. */
  count: () => number
  /** Whether enough has happened for the run to show anything. */
  shown: () => boolean
}

/** Watches until nothing new has happened for a while, lets the page act as if somebody clicked, and watches again. */
async function gestureAndWatch(
  page: Page,
  watched: Watched,
): Promise<Pick<HostileRun, 'attempts' | 'stolen'>> {
  await untilQuiet(watched)
  const session = await page.createCDPSession()
  const gestures = Number(await page.evaluate('gestures'))
  let seen: Pick<HostileRun, 'attempts' | 'stolen'> = { attempts: 0, stolen: undefined }
  for (let gesture = 0; gesture < gestures; gesture++) {
    const act = session.send('Runtime.evaluate', {
      expression: `onGesture(${gesture})`,
      userGesture: true,
      returnByValue: true,
    })
    // A gesture may lead the page itself away; what it had tried by then is known.
    const answer = await Promise.race([act, Bun.sleep(gestureMsMax)]).catch(() => undefined)
    seen = { ...seen, ...answer?.result.value }
  }
  await untilQuiet(watched)
  return seen
}

async function untilQuiet({ count, shown }: Watched): Promise<void> {
  const began = performance.now()
  let [last, changedAt] = [count(), began]
  for (;;) {
    await Bun.sleep(100)
    const now = performance.now()
    if (count() !== last) [last, changedAt] = [count(), now]
    const quiet = now - changedAt > quietMs && now - began > watchedMsMin
    if (!shown() && now - began < shownMsMax) continue
    if (quiet || now - began > watchedMsMax) return
  }
}
