import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash, X509Certificate } from 'node:crypto'
import { rmSync } from 'node:fs'
import { findChromium } from '../../../src/analysis/scan/browser/find-chromium.ts'
import { createBrowser, RenderFailed } from '../../../src/analysis/scan/browser.ts'
import { createEgress } from '../../../src/kernel/egress/egress.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { makeBrowserFolder, patientLimits, renderMsMax, spaciousBudget } from '../../support/browser-world.ts'
import { skipWithoutChromium } from '../../support/chromium.ts'
import { createTestAuthority } from '../../support/egress-certificates.ts'

const host = 'www.secure-render-site.com'
const pages: Record<string, { type: string; body: string }> = {
  '/': {
    type: 'text/html',
    body: `<p id="p">before</p><script>
      navigator.serviceWorker.register('/service.js')
      fetch('/data').then((r) => r.text()).then((text) => { p.textContent = text })</script>`,
  },
  '/data': { type: 'text/plain', body: 'over TLS' },
  '/service.js': { type: 'text/javascript', body: `fetch('/from-service')` },
}

describe.skipIf(skipWithoutChromium(import.meta.path))('a page over TLS', () => {
  const asked: string[] = []
  const { key, cert } = createTestAuthority().issue({ names: [host] })
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  const spkiSha256 = createHash('sha256').update(publicKey).digest('base64')
  let server: ReturnType<typeof Bun.serve>
  let tmpDir: string
  beforeAll(() => {
    tmpDir = makeBrowserFolder()
    server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      tls: { key, cert },
      fetch: (request) => {
        const { pathname } = new URL(request.url)
        asked.push(pathname)
        const page = pages[pathname]
        return page === undefined
          ? new Response('', { status: 404 })
          : new Response(page.body, { headers: { 'content-type': page.type } })
      },
    })
  })
  afterAll(async () => {
    await server.stop(true)
    rmSync(tmpDir, { recursive: true, force: true })
  })

  async function render(trust?: { spkiSha256: readonly string[] }) {
    asked.length = 0
    const origin = `https://${host}:${server.port}`
    const egress = createEgress({
      dns: { addresses: async () => [], records: async () => [] },
      policy: { ports: [443], exceptions: [{ origin, address: '127.0.0.1' }] },
      userAgent: 'CairnTest/1.0',
      log: silentLog,
      now: () => Date.now(),
    })
    const signal = new AbortController().signal
    const browser = createBrowser({
      executable: findChromium(),
      userAgent: 'CairnTest/1.0',
      log: silentLog,
      tmpDir,
      localOrigins: [origin],
      limits: patientLimits,
      ...(trust && { trust }),
    })
    const session = egress.open({ signal, budget: spaciousBudget(), perHost: 2 })
    try {
      return await browser.render(new URL(origin), {
        work: { caller: 'test' },
        session,
        signal,
        deadlineMs: renderMsMax,
        budget: spaciousBudget(),
        allow: async () => true,
      })
    } finally {
      await browser.close()
    }
  }

  test('is rendered through a tunnel, and no service worker of it ever runs', async () => {
    const page = await render({ spkiSha256: [spkiSha256] })
    expect(page.html).toContain('<p id="p">over TLS</p>')
    expect(asked).not.toContain('/from-service')
  })

  test('is not rendered when its certificate is not valid', async () => {
    const error = await render().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RenderFailed)
    expect(error).toMatchObject({ reason: 'crashed', message: expect.stringContaining('ERR_CERT') })
    expect(asked).toEqual([])
  })
})
